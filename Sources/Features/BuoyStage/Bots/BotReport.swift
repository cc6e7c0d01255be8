package import BuoyDashboard
package import ChannelsProtocol

/// A request for the bots: an order, and the channel that is on the stage.
package struct BotRequest: FeatureRequest {
    /// What is asked for.
    let botOrder: BotOrder
    /// The channel that a new bot joins; `nil` without a presence channel.
    let channel: ChannelName?

    /// Creates a request.
    package init(_ order: BotOrder, on channel: ChannelName?) {
        self.botOrder = order
        self.channel = channel
    }

    package var words: String { "bot \(self.botOrder.words)" }
    // Bots are members that others see.
    package var changesServer: Bool { true }
    package var needs: Needs { .ownConnection }
    package var order: RequestOrder { .inOrder }
}

extension Effect {
    /// Asks something of the bots.
    static func bots(_ request: BotRequest) -> Effect { .feature(request) }
}

extension ServiceReport {
    /// Bots have come or gone, or were refused.
    static func bots(_ report: BotReport) -> ServiceReport {
        .feature(AnyFeatureReport(report))
    }
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
    let name: String
    /// The channel.
    let channel: ChannelName
    /// The number of its connections.
    let connections: Int
    /// Whether it drops out again and again.
    let isFlapping: Bool
    /// Whether it sends messages from time to time.
    let isChattering: Bool
}

/// What has become of the bots.
package struct BotReport: FeatureReport {
    /// Something worth telling.
    package struct Remark: Hashable, Sendable {
        /// The sentence, without a full stop. It may contain strings of a peer.
        package let text: String
        /// Whether something went wrong.
        package let isProblem: Bool

        /// Creates a remark.
        init(_ text: String, isProblem: Bool) {
            self.text = text
            self.isProblem = isProblem
        }
    }

    /// When it happened.
    let time: Timestamp
    /// The bots that are there, in the order in which they were added.
    package let bots: [BotStatus]
    /// What happened; `nil` if only the list has changed.
    package let remark: Remark?

    /// Creates a report.
    init(at time: Timestamp, _ bots: [BotStatus], remark: Remark? = nil) {
        self.time = time
        self.bots = bots
        self.remark = remark
    }
}
