package import ChannelsProtocol
import Formatting

/// What one report of the client says: the one place where screens, lines, sentences, notices, logs,
/// exports, filters and diagnoses get their words and their facts from.
///
/// It is cheap to make: sentences and facts are computed when they are asked for, and an event of a
/// channel has none. Names, data and texts are as they came from the peer: not safe to show until
/// they are sanitised.
package struct EventDescription: Sendable {
    /// What a report is about.
    package enum Category: Hashable, Sendable {
        /// An event of an application, and one that another client sent.
        case event, clientEvent
        /// A client event that went out, waits, or was refused.
        case sent
        /// Members of presence channels, and how many subscribers there are.
        case member
        /// Subscriptions and their authorization.
        case channel
        /// States, attempts, pings and clocks.
        case connection
        /// The sign-in and the watchlist.
        case user
        /// Bindings and their hits.
        case binding
        /// Problems that concern none of these alone.
        case problem
    }

    /// What kind of line it is. Each has a mark of its own, so that colour alone says nothing.
    package enum Tone: Hashable, Sendable {
        /// An event of an application, and one that another client sent.
        case event, clientEvent
        /// A client event that went out.
        case sent
        /// What the client reports about the connection, a channel or its members.
        case report
        /// Something went wrong.
        case failure
        /// Events may be missing here.
        case gap
    }

    /// Whether something worked.
    package enum Outcome: Hashable, Sendable {
        case good, bad, warning
        /// Neither: it only happened.
        case neutral
    }

    /// How loudly a log says it, as Pusher asks of its libraries (protocol.md, "Logging").
    package enum LogLevel: Hashable, Sendable {
        case debug, info, warning, error
    }

    /// Whether the log of the connection keeps it.
    package enum ConnectionLogEntry: Hashable, Sendable {
        /// It is kept.
        case entry
        /// A step on the way to something; what came of it follows.
        case step
        /// It belongs elsewhere.
        case none
    }

    /// What is reported, in one word: the names are part of the export's format.
    package let kind: String
    /// What it is about.
    package let category: Category
    /// What kind of line it is.
    package let tone: Tone
    /// The name of the event, or a word or two for what is reported.
    package let name: String
    /// The channel, if it concerns one.
    package var channel: ChannelName?
    /// The event that was received, sent or queued.
    package var channelEvent: ChannelEvent?
    /// The user who sent it, joined, left or signed in.
    package var userID: UserID?
    /// The binding that was made, changed or taken away.
    package var binding: BindingID?
    /// What came from a peer or went to it: the data of an event, what is known about a member.
    package var data: EventData?
    /// The code of an error, where the server gave one.
    package var code: Int?
    /// What to do about it, in a sentence.
    package var remedy: String?
    /// The frame of an error that the server reported, for a log.
    package var frame: String?
    /// Whether something worked.
    package var outcome = Outcome.neutral
    /// How loudly a log says it; `nil` for what is not worth a line.
    package var logLevel: LogLevel?
    /// Whether the log of the connection keeps it.
    package var connectionLog = ConnectionLogEntry.none
    /// Whether its sentence says it all, without the name before it.
    package var isSelfExplaining = false
    /// Whether it is for a screen only: counters, pings and wishes are noise as lines.
    package var isQuiet = false

    /// Makes the sentence of a row.
    var makeSentence: (@Sendable () -> String)?
    /// Makes the sentence of a row that begins with the code, if it is another one.
    var makeRowSentence: (@Sendable () -> String)?
    /// What takes the place of the code at the start of a row.
    var rowCode: String?
    /// Adds the facts.
    var makeFacts: (@Sendable (inout EventFacts) -> Void)?
    /// Makes the sentence for listening.
    var makeSpoken: (@Sendable (SpokenContext) -> String?)?
    /// Makes the words without anything that a peer or the user wrote.
    var makeMasked: (@Sendable ((ChannelName) -> String) -> String)?
    /// Makes the message for the status line.
    var makeNotice: (@Sendable (NoticeContext) -> NoticeWords?)?

    init(
        _ kind: String, _ category: Category, _ tone: Tone, _ name: String,
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

// MARK: - Texts

extension EventDescription {
    /// What a row shows in place of a channel. A channel that is called `connection` is written
    /// in quotation marks, because reports about the connection have that word there.
    package var channelLabel: String {
        guard let channel = self.channel else {
            return self.channelEvent == nil ? Self.connectionLabel : "(no channel)"
        }
        return channel.text == Self.connectionLabel ? "\"\(channel.text)\"" : channel.text
    }

    private static let connectionLabel = "connection"

    /// A sentence for one row; empty where the name says it all, and for events of channels.
    package var sentence: String { self.makeSentence?() ?? "" }

    /// The same as UTF-8; of an event that was received or sent its data, at most so many bytes.
    package func detail(limit: Int) -> [UInt8] {
        if let makeSentence = self.makeSentence {
            var detail = Array(makeSentence().utf8)
            if let info = self.data, self.category == .member {
                detail.append(UInt8(ascii: " "))
                detail += info.textPrefix(min(limit, Self.infoLimit))
            }
            return detail
        }
        return self.channelEvent?.data.textPrefix(limit) ?? []
    }

    /// The most bytes of what is known about a member that a row says.
    private static let infoLimit = 4096

    /// Bytes of data, for events.
    package var size: Int? {
        self.makeSentence == nil ? self.channelEvent?.data.byteCount : nil
    }

    /// One character before the name that tells the tones apart.
    package var mark: Unicode.Scalar {
        switch self.tone {
        case .event, .clientEvent: " "
        case .sent: ">"
        case .report: "~"
        case .failure, .gap: "!"
        }
    }

    /// What the report says besides, by name; none for events of channels, which are told whole.
    package var facts: [JSONObject.Member] {
        var facts = EventFacts()
        self.makeFacts?(&facts)
        return facts.members
    }

    /// A sentence or two for listening; `nil` when others say it.
    package func spoken(in context: SpokenContext) -> String? {
        if let event = self.channelEvent, self.makeSpoken == nil {
            return context.sentence(for: event, isSent: self.tone == .sent)
        }
        return self.makeSpoken?(context)
    }

    /// What happened, in kinds, codes, sizes and times: nothing that a peer or the user wrote. `nil`
    /// when it does not concern the connection or a problem.
    /// - Parameter mask: what a channel is called.
    package func masked(_ mask: (ChannelName) -> String) -> String? { self.makeMasked?(mask) }

    /// Whether it has such words.
    package var hasMaskedWords: Bool { self.makeMasked != nil }

    /// A message for the status line; `nil` when a list says enough.
    package func notice(in context: NoticeContext) -> NoticeWords? { self.makeNotice?(context) }

    /// A line for a log: the channel, the name, the sentence, and the frame of the server's error.
    package var logLine: String {
        let frame = self.frame.map { "(\($0))" } ?? ""
        let parts = [self.name, self.sentence, frame].filter { !$0.isEmpty }
        return (self.channel.map { "\($0.text): " } ?? "") + parts.joined(separator: " ")
    }
}

/// A message for the status line.
package struct NoticeWords: Hashable, Sendable {
    /// How it is to be taken.
    package enum Level: Hashable, Sendable {
        case info, success, warning, failure
    }

    /// How it is to be taken.
    package var level: Level
    /// Parts may come from a peer.
    package var text: String

    init(_ level: Level, _ text: String) {
        self.level = level
        self.text = text
    }
}

/// What a message needs to know besides.
package struct NoticeContext {
    /// Whether a channel is subscribed.
    package var isSubscribed: (ChannelName) -> Bool
    /// The binding that the report takes away.
    package var removed: Binding?

    /// What is known when the report comes.
    package init(isSubscribed: @escaping (ChannelName) -> Bool, removed: Binding? = nil) {
        self.isSubscribed = isSubscribed
        self.removed = removed
    }
}
