import ChannelsEventWords
import ChannelsProtocol
import Logging

package enum LogLevels: Hashable, Sendable {
    /// `debug`, and `trace` for frequent messages; `notice` only for problems that would otherwise
    /// go unnoticed.
    case library
    case program

    func level(of level: EventDescription.LogLevel) -> Logger.Level {
        switch (self, level) {
        case (.library, .debug): .trace
        case (.library, .info), (.library, .warning), (.library, .error): .debug
        case (.program, .debug): .debug
        case (.program, .info): .info
        case (.program, .warning): .warning
        case (.program, .error): .error
        }
    }
}

extension ChannelsClient {
    /// As Pusher requires of client libraries; without secrets.
    func logStart() {
        let options = self.options
        self.logger?.log(
            options.logLevels.level(of: .info),
            safely: "client \(options.clientName) \(options.clientVersion) for "
                + "\(self.target.shownAddress(usesTLS: options.route.usesTLS)), app key \(options.appKey), "
                + "policy \(options.policy.name), activity timeout "
                + "\(options.activityTimeout.inSeconds)s, \(options.route.proxy)")
    }

    func log(_ kind: ClientReport.Kind) {
        guard let logger = self.logger else { return }
        let words = EventDescription(kind)
        guard let level = words.logLevel.map(self.options.logLevels.level),
            level >= logger.logLevel
        else { return }
        logger.log(
            level, safely: words.logLine,
            connection: self.connection(of: kind), channel: words.channel)
    }

    private func connection(of kind: ClientReport.Kind) -> SocketID? {
        guard case .stateChanged(let change) = kind else { return self.socketID }
        return change.socketID
    }
}

extension Logger {
    /// For text from a peer: characters that control a terminal, reorder a line or are invisible
    /// are escaped, in the metadata too.
    func log(
        _ level: Level, safely text: @autoclosure () -> String, connection: SocketID? = nil,
        channel: ChannelName? = nil
    ) {
        guard level >= self.logLevel else { return }
        var metadata: Metadata = [:]
        if let connection { metadata["connection.id"] = "\(Self.shown(connection.text))" }
        if let channel { metadata["channel"] = "\(Self.shown(channel.text))" }
        self.log(
            level: level, "\(Self.shown(text()))", metadata: metadata.isEmpty ? nil : metadata)
    }

    private static func shown(_ text: String) -> String {
        text.unicodeScalars.map { $0.isShown ? String($0) : $0.escaped(asASCII: true) }.joined()
    }
}

extension Unicode.Scalar {
    fileprivate var isShown: Bool {
        switch self.properties.generalCategory {
        case .control, .format, .surrogate, .privateUse, .unassigned, .lineSeparator,
            .paragraphSeparator:
            false
        default: true
        }
    }
}
