import BuoyProgramSupport
import BuoyServers

/// Decides which of the received webhooks are saved: those that are signed by the app, while the
/// file has room.
struct WebhookSaver {
    private let file: WebhookFile
    private var isFull = false
    private var hasLeftOut = false

    init(_ file: WebhookFile) { self.file = file }

    /// Saves a webhook.
    ///
    /// - Returns: a sentence if it was not saved, each only once for a run of them.
    /// - Throws: `ProgramFailure` if the file cannot be written.
    mutating func save(_ received: ReceivedWebhook) throws(ProgramFailure) -> String? {
        guard received.isSigned else {
            defer { self.hasLeftOut = true }
            return self.hasLeftOut
                ? nil
                : "\(self.file.name) contains only webhooks signed with the app's secret: any with "
                    + "a wrong key or signature are not saved"
        }
        guard try self.file.append(SavedWebhook(received).line) else {
            defer { self.isFull = true }
            return self.isFull
                ? nil
                : "\(self.file.name) is full (\(WebhookFile.sizeLimit >> 20) MiB): webhooks are no "
                    + "longer saved. Move the file and restart buoy webhooks"
        }
        self.isFull = false
        return nil
    }
}
