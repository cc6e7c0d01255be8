import ChannelsBasics
package import ChannelsProtocol

/// The description of one report of the client: the only source of words for screens, lines,
/// sentences, notices, logs, exports, filters and diagnoses.
///
/// It is cheap to create: sentences are made on request, and an event of a channel has none.
/// Names, data and strings are as received from the peer, and must be sanitised before they are
/// shown.
package struct EventDescription: Sendable {
    package enum Category: Hashable, Sendable {
        case event, clientEvent
        case sent
        case member
        case channel
        case connection
        case user
        case binding
        case problem
    }

    /// The kind of line. Each has its own mark, so that nothing depends on colour alone.
    package enum Tone: Hashable, Sendable {
        case event, clientEvent
        case sent
        case report
        case failure
        case gap
    }

    package enum Outcome: Hashable, Sendable {
        case good, bad, warning
        case neutral
    }

    /// As Pusher's page "Logging" demands it of client libraries. A client may log at another
    /// level.
    package enum LogLevel: Hashable, Sendable {
        case debug, info, warning, error
    }

    package enum ConnectionLogEntry: Hashable, Sendable {
        case entry
        case step
        case none
    }

    /// The kind of report.
    package let kind: ReportKind
    package let category: Category
    package let tone: Tone
    package let name: String
    package var channel: ChannelName?
    package var channelEvent: ChannelsEvent?
    package var userID: UserID?
    package var data: EventData?
    var code: Int?
    /// What to do about it, as whole sentences.
    package var advice: String?
    package var outcome = Outcome.neutral
    package var logLevel: LogLevel?
    package var connectionLog = ConnectionLogEntry.none
    /// Whether its sentence is complete without the name before it.
    var isSelfExplaining = false
    /// Only for a screen: counters, pings and requests would be noise as lines.
    package var isQuiet = false

    var makeSentence: (@Sendable () -> String)?
    var makeRowSentence: (@Sendable () -> String)?
    var rowCode: String?
    var makeSpoken: (@Sendable (SpokenContext) -> String?)?
    var makeMasked: (@Sendable ((ChannelName) -> String) -> String)?
    /// If the sentence may contain text of a peer.
    var makeLogged: (@Sendable () -> String)?
    var makeNotice: (@Sendable (NoticeContext) -> NoticeWords?)?

    init(
        _ kind: ReportKind, _ category: Category, _ tone: Tone, _ name: String,
        channel: ChannelName? = nil, sentence: (@Sendable () -> String)? = nil
    ) {
        self.kind = kind
        self.category = category
        self.tone = tone
        self.name = name
        self.channel = channel
        self.makeSentence = sentence
    }
}

// MARK: Strings

extension EventDescription {
    /// A channel named `connection` is quoted: that word marks reports about the connection.
    package var channelLabel: String {
        guard let channel = self.channel else {
            return self.channelEvent == nil ? Self.connectionLabel : "(no channel)"
        }
        return channel.text == Self.connectionLabel ? "\"\(channel.text)\"" : channel.text
    }

    private static let connectionLabel = "connection"

    /// A sentence for one row, and what to do; empty if the name is enough, and for events of
    /// channels.
    package var sentence: String { self.sentence(self.makeSentence) }

    private func sentence(_ make: (@Sendable () -> String)?) -> String {
        let sentence = make?() ?? ""
        return self.advice.map { FailureParts.sentence(sentence, $0) } ?? sentence
    }

    /// - Parameter limit: bytes of an event's data, or of a member's information.
    package func detail(limit: Int) -> [UInt8] {
        if self.makeSentence != nil {
            var detail = Array(self.sentence.utf8)
            if let info = self.data, self.category == .member {
                detail.append(UInt8(ascii: " "))
                detail += info.textPrefix(limit)
            }
            return detail
        }
        return self.channelEvent?.data.textPrefix(limit) ?? []
    }

    package var size: Int? {
        self.makeSentence == nil ? self.channelEvent?.data.byteCount : nil
    }

    package var mark: Unicode.Scalar {
        switch self.tone {
        case .event, .clientEvent: " "
        case .sent: ">"
        case .report: "~"
        case .failure, .gap: "!"
        }
    }

    package func spoken(in context: SpokenContext) -> String? {
        if let event = self.channelEvent, self.makeSpoken == nil {
            return context.sentence(for: event, isSent: self.tone == .sent)
        }
        return self.makeSpoken?(context)
    }

    /// Kinds, codes, sizes and times, without any text of a peer or the user; `nil` unless it
    /// concerns the connection or a problem.
    package func masked(_ mask: (ChannelName) -> String) -> String? { self.makeMasked?(mask) }

    package var hasMaskedWords: Bool { self.makeMasked != nil }

    package func notice(in context: NoticeContext) -> NoticeWords? { self.makeNotice?(context) }

    /// Without free text of a peer, which may repeat an app's data.
    package var logLine: String {
        let parts = [self.name, self.sentence(self.makeLogged ?? self.makeSentence)].filter {
            !$0.isEmpty
        }
        return (self.channel.map { "\($0.text): " } ?? "") + parts.joined(separator: " ")
    }
}

package struct NoticeWords: Hashable, Sendable {
    package enum Level: Hashable, Sendable {
        case info, success, warning, failure
    }

    package var level: Level
    package var text: String

    init(_ level: Level, _ text: String) {
        self.level = level
        self.text = text
    }
}

package struct NoticeContext {
    var isSubscribed: (ChannelName) -> Bool
    var removed: EventBinding?

    package init(isSubscribed: @escaping (ChannelName) -> Bool, removed: EventBinding? = nil) {
        self.isSubscribed = isSubscribed
        self.removed = removed
    }
}
