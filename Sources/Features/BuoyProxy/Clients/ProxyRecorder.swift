import BuoyProgramSupport
import BuoyRecordingFiles
import BuoySessions
import BuoyTextScreen
import ChannelsProtocol
import OrderedCollections

/// Writes a recording of each client, as `client-1.jsonl` in a folder.
struct ProxyRecorder {
    private final class Recording {
        var writer: RecordingWriter

        init(_ writer: consuming RecordingWriter) { self.writer = writer }
    }

    private let folder: String
    private let session: String
    private var recordings: [ClientNumber: Recording] = [:]
    private var warnings: [String] = []

    /// As many files as may be open beside the connections.
    private static let mostClients = 1000

    init(folder: String, at time: ChannelsTimestamp) {
        self.folder = folder
        self.session = "\(time.wallMicroseconds)"
    }

    mutating func takeWarnings() -> [String] {
        defer { self.warnings = [] }
        return self.warnings
    }

    mutating func write(
        _ reports: [(client: ClientNumber, events: [ClientReport])], of clients: ProxiedClients,
        at time: ChannelsTimestamp
    ) {
        for (client, events) in reports {
            guard let recording = self.recording(of: client, clients, at: time) else { continue }
            switch recording.writer.append(events, at: time) {
            case .nothing: break
            case .failed(let reason):
                self.warn("cannot write the recording of client \(client): \(reason)")
            case .resumed(let lost):
                self.warn("client \(client) is recorded again; \(lost) lines are missing")
            }
        }
    }

    mutating func forget(_ client: ClientNumber) {
        self.recordings.removeValue(forKey: client)?.writer.finish()
    }

    mutating func finish() { for recording in self.recordings.values { recording.writer.finish() } }

    private mutating func recording(
        of client: ClientNumber, _ clients: ProxiedClients, at time: ChannelsTimestamp
    ) -> Recording? {
        if let known = self.recordings[client] { return known }
        guard let request = clients.clients[client]?.request,
            self.recordings.count < Self.mostClients
        else { return nil }
        let header = RecordingHeader(
            time: time, program: "\(Version.text), from a proxy", server: "client \(client)",
            address: clients.upstream, appKey: ServerTarget.masked(key: request.key),
            usesTLS: clients.usesTLS, session: self.session)
        do throws(RecordingFileError) {
            let recording = Recording(
                try RecordingWriter(
                    "\(self.folder)/client-\(client).jsonl", header, rules: RecordingRules(),
                    secrets: SecretMask(appKey: request.key)))
            self.recordings[client] = recording
            return recording
        } catch {
            self.warn(error.description)
            return nil
        }
    }

    private mutating func warn(_ text: String) {
        if self.warnings.count < 10 { self.warnings.append(PlainOutput.line(text)) }
    }
}
