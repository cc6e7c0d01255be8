package import ChannelsProtocol

/// A request for the bots: an order, and the channel that is on the stage.
package struct BotRequest: Hashable, Sendable {
    /// What is asked for.
    package let order: BotOrder
    /// The channel that a new bot joins; `nil` without a presence channel.
    package let channel: ChannelName?

    /// Creates a request.
    package init(_ order: BotOrder, on channel: ChannelName?) {
        self.order = order
        self.channel = channel
    }

    /// What was to be done, for a message: `bot add Ana`.
    package var words: String { "bot \(self.order.words)" }
}

/// Whether there can be bots.
package enum BotAccess: Hashable, Sendable {
    case available
    /// There cannot; a sentence or two that say which option would help.
    case missing(String)
}

/// A bot, as it is listed.
package struct BotStatus: Hashable, Sendable {
    /// The name.
    package let name: String
    /// The channel.
    package let channel: ChannelName
    /// The number of its connections.
    package let connections: Int
    /// Whether it drops out again and again.
    package let isFlapping: Bool
    /// Whether it sends messages from time to time.
    package let isChattering: Bool
}

/// What has become of the bots.
package struct BotReport: Hashable, Sendable {
    /// Something worth telling.
    package struct Remark: Hashable, Sendable {
        /// The sentence, without a full stop. It may contain texts of a peer.
        package let text: String
        /// Whether something went wrong.
        package let isProblem: Bool

        /// Creates a remark.
        package init(_ text: String, isProblem: Bool) {
            self.text = text
            self.isProblem = isProblem
        }
    }

    /// When it happened.
    package let time: Timestamp
    /// The bots that are there, in the order in which they were added.
    package let bots: [BotStatus]
    /// What happened; `nil` if only the list has changed.
    package let remark: Remark?

    /// Creates a report.
    package init(at time: Timestamp, _ bots: [BotStatus], remark: Remark? = nil) {
        self.time = time
        self.bots = bots
        self.remark = remark
    }
}
