import Logging
import Synchronization

/// Keeps what is logged.
final class RecordingLog: Sendable {
    struct Line: Sendable {
        var level: Logger.Level
        var text: String
        var metadata: Logger.Metadata
    }

    private let state = Mutex<[Line]>([])

    var lines: [Line] { self.state.withLock { $0 } }

    /// The lines of a level.
    func lines(_ level: Logger.Level) -> [String] {
        self.lines.filter { $0.level == level }.map(\.text)
    }

    func logger(_ level: Logger.Level) -> Logger {
        Logger(label: "test") { _ in Handler(log: self, logLevel: level) }
    }

    private func add(_ line: Line) { self.state.withLock { $0.append(line) } }

    private struct Handler: LogHandler {
        let log: RecordingLog
        var logLevel: Logger.Level
        var metadata: Logger.Metadata = [:]
        var metadataProvider: Logger.MetadataProvider?

        subscript(metadataKey key: String) -> Logger.Metadata.Value? {
            get { self.metadata[key] }
            set { self.metadata[key] = newValue }
        }

        func log(event: LogEvent) {
            self.log.add(
                Line(
                    level: event.level, text: "\(event.message)",
                    metadata: event.metadata ?? [:]))
        }
    }
}
