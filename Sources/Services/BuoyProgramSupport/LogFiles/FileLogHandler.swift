import ChannelsEventWords
import ChannelsProtocol
import Logging

/// Writes what is logged to a file: `2026-11-24T14:01:24.010Z warning closed with 4201 …`.
struct FileLogHandler: LogHandler {
    private let file: LogFile
    private let time = SystemTime()

    var logLevel = Logger.Level.info
    var metadata: Logger.Metadata = [:]

    init(_ file: LogFile) { self.file = file }

    subscript(metadataKey key: String) -> Logger.Metadata.Value? {
        get { self.metadata[key] }
        set { self.metadata[key] = newValue }
    }

    func log(event: LogEvent) {
        // With several servers, each line says which one it is about.
        let server = self.metadata["server"].map { "\($0): " } ?? ""
        let start = "\(UTCTime.text(of: self.time.now())) \(event.level.rawValue) "
        let words = start + server + "\(event.message)"
        // A message is one line: callers escape control characters in strings from a peer.
        self.file.append(words.replacing("\n", with: " "))
    }
}
