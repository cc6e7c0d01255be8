import ChannelsProtocol
import EventWords
import Logging

extension ChannelsClient {
    /// Logs the client's options, as Pusher requires of client libraries; no secrets.
    func logStart() {
        let options = self.options
        self.logger?.info(
            safely: "client \(options.clientName) \(options.clientVersion) for "
                + "\(self.target.shownAddress(usesTLS: options.usesTLS)), app key \(options.appKey), "
                + "policy \(options.policy.name), activity timeout "
                + "\(options.activityTimeout.inSeconds) s, \(options.proxy)")
    }
}

extension Logger {
    /// Logs a report, if it is worth a line.
    func log(_ kind: ClientReport.Kind) {
        let words = EventDescription(kind)
        guard let level = words.logLevel.map(Level.init), level >= self.logLevel else { return }
        self.log(level, safely: words.logLine)
    }

    /// Logs a line at info level.
    func info(safely text: String) {
        guard self.logLevel <= .info else { return }
        self.log(.info, safely: text)
    }

    /// Logs a line that may contain text from a peer. Characters that control a terminal, reorder a
    /// line or are invisible are escaped as in source code.
    func log(_ level: Level, safely text: String) {
        let line = text.unicodeScalars.map { $0.isShown ? String($0) : $0.escaped(asASCII: true) }
        self.log(level: level, "\(line.joined())")
    }
}

extension Unicode.Scalar {
    /// Whether it is visible in a line of text, and affects nothing else there.
    fileprivate var isShown: Bool {
        switch self.properties.generalCategory {
        case .control, .format, .surrogate, .privateUse, .unassigned, .lineSeparator,
            .paragraphSeparator:
            false
        default: true
        }
    }
}

extension Logger.Level {
    fileprivate init(_ level: EventDescription.LogLevel) {
        self =
            switch level {
            case .debug: .debug
            case .info: .info
            case .warning: .warning
            case .error: .error
            }
    }
}
