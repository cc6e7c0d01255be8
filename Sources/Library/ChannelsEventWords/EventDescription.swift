import ChannelsBasics
package import ChannelsProtocol

/// The description of one report of the client: the only source of words for screens, lines,
/// sentences, notices, logs, exports, filters and diagnoses.
///
/// It is cheap to create: sentences are made on request, and an event of a channel has none. Names, data and strings are as received from the peer, and must be sanitised before
/// they are shown.
package struct EventDescription: Sendable {
    /// The subject of a report.
    package enum Category: Hashable, Sendable {
        /// An event of an application or of another client.
        case event, clientEvent
        /// A client event that was sent, queued or refused.
        case sent
        /// Members of presence channels, and numbers of subscribers.
        case member
        /// Subscriptions and their authorization.
        case channel
        /// States, attempts, pings and clocks.
        case connection
        /// The sign-in and the watchlist.
        case user
        /// Bindings and their hits.
        case binding
        /// Other problems.
        case problem
    }

    /// The kind of line. Each has its own mark, so that nothing depends on colour alone.
    package enum Tone: Hashable, Sendable {
        /// An event of an application or of another client.
        case event, clientEvent
        /// A client event that was sent.
        case sent
        /// A report about the connection, a channel or its members.
        case report
        /// Something went wrong.
        case failure
        /// Events may be missing here.
        case gap
    }

    /// The outcome of an operation.
    package enum Outcome: Hashable, Sendable {
        case good, bad, warning
        /// Neither: it merely happened.
        case neutral
    }

    /// The level in a log, as Pusher's page "Logging" demands it of client libraries. A client may
    /// log it at another one.
    package enum LogLevel: Hashable, Sendable {
        case debug, info, warning, error
    }

    /// Whether it belongs in the log of the connection.
    package enum ConnectionLogEntry: Hashable, Sendable {
        /// It is an entry of the log, a line or a row.
        case entry
        /// A step of something whose result follows.
        case step
        /// It does not belong there.
        case none
    }

    /// The kind of report.
    package let kind: ReportKind
    /// The subject.
    package let category: Category
    /// The kind of line.
    package let tone: Tone
    /// The name of the event, or a word or two for the report.
    package let name: String
    /// The channel, if it concerns one.
    package var channel: ChannelName?
    /// The event that was received, sent or queued.
    package var channelEvent: ChannelsEvent?
    /// The user who sent the event, joined, left or signed in.
    package var userID: UserID?
    /// Data from or to a peer: that of an event, or the information about a member.
    package var data: EventData?
    /// The code of an error, if the server gave one.
    var code: Int?
    /// What to do about it, as whole sentences.
    package var advice: String?
    /// The frame of an error reported by the server, for a log.
    var frame: String?
    /// The outcome, for operations.
    package var outcome = Outcome.neutral
    /// The level in a log; `nil` if it is not worth a line.
    package var logLevel: LogLevel?
    /// Whether it belongs in the log of the connection.
    package var connectionLog = ConnectionLogEntry.none
    /// Whether its sentence is complete without the name before it.
    var isSelfExplaining = false
    /// Whether it is only for a screen: counters, pings and requests would be noise as lines.
    package var isQuiet = false

    /// Makes the sentence of a row.
    var makeSentence: (@Sendable () -> String)?
    /// Makes the sentence of a row that starts with the code, if it differs.
    var makeRowSentence: (@Sendable () -> String)?
    /// Replaces the code at the start of a row.
    var rowCode: String?
    /// Makes the spoken sentence.
    var makeSpoken: (@Sendable (SpokenContext) -> String?)?
    /// Makes the words without any text of a peer or the user.
    var makeMasked: (@Sendable ((ChannelName) -> String) -> String)?
    /// Makes the notice for the status line.
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
    /// The label in the channel column. A channel with the name `connection` is shown in quotation
    /// marks, because that word marks reports about the connection.
    package var channelLabel: String {
        guard let channel = self.channel else {
            return self.channelEvent == nil ? Self.connectionLabel : "(no channel)"
        }
        return channel.text == Self.connectionLabel ? "\"\(channel.text)\"" : channel.text
    }

    private static let connectionLabel = "connection"

    /// A sentence for one row, and what to do; empty if the name is enough, and for events of
    /// channels.
    package var sentence: String {
        let sentence = self.makeSentence?() ?? ""
        return self.advice.map { FailureParts.sentence(sentence, $0) } ?? sentence
    }

    /// The same as UTF-8. Of the data of an event, or of a member's information, at most this many
    /// bytes.
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

    /// The size of the data in bytes, for events.
    package var size: Int? {
        self.makeSentence == nil ? self.channelEvent?.data.byteCount : nil
    }

    /// One character before the name that distinguishes the tones.
    package var mark: Unicode.Scalar {
        switch self.tone {
        case .event, .clientEvent: " "
        case .sent: ">"
        case .report: "~"
        case .failure, .gap: "!"
        }
    }

    /// A sentence or two for screen readers; `nil` if other reports say the same.
    package func spoken(in context: SpokenContext) -> String? {
        if let event = self.channelEvent, self.makeSpoken == nil {
            return context.sentence(for: event, isSent: self.tone == .sent)
        }
        return self.makeSpoken?(context)
    }

    /// What happened, in kinds, codes, sizes and times, without any text of a peer or the user;
    /// `nil` unless it concerns the connection or a problem.
    /// - Parameter mask: masks the name of a channel.
    package func masked(_ mask: (ChannelName) -> String) -> String? { self.makeMasked?(mask) }

    /// Whether the diagnosis quotes it: it concerns the connection or a problem.
    package var hasMaskedWords: Bool { self.makeMasked != nil }

    /// A notice for the status line; `nil` if a list shows enough.
    package func notice(in context: NoticeContext) -> NoticeWords? { self.makeNotice?(context) }

    /// A line for a log: the channel, the name, the sentence, and the frame of a server error.
    package var logLine: String {
        let frame = self.frame.map { "(\($0))" } ?? ""
        let parts = [self.name, self.sentence, frame].filter { !$0.isEmpty }
        return (self.channel.map { "\($0.text): " } ?? "") + parts.joined(separator: " ")
    }
}

/// A notice for the status line.
package struct NoticeWords: Hashable, Sendable {
    package enum Level: Hashable, Sendable {
        case info, success, warning, failure
    }

    /// How serious it is, which decides the colour.
    package var level: Level
    /// The text. Parts of it may come from a peer.
    package var text: String

    init(_ level: Level, _ text: String) {
        self.level = level
        self.text = text
    }
}

/// The context that a notice depends on.
package struct NoticeContext {
    /// Whether a channel is subscribed now, which some sentences depend on.
    var isSubscribed: (ChannelName) -> Bool
    /// The binding that the report removes.
    var removed: Binding?

    /// Creates the context of a report.
    package init(isSubscribed: @escaping (ChannelName) -> Bool, removed: Binding? = nil) {
        self.isSubscribed = isSubscribed
        self.removed = removed
    }
}
