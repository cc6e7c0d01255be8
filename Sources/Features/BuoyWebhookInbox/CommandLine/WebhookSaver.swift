import BuoyProgramSupport
import BuoyServers

/// Saves the webhooks that are signed by the app, while the file has room.
struct WebhookSaver {
    private let file: WebhookFile
    private var isFull = false
    private var hasLeftOut = false

    init(_ file: WebhookFile) { self.file = file }

    /// - Returns: a sentence if the webhook was not saved; once for a run of the same.
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
