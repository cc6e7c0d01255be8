package import BuoyDashboard
package import ChannelsProtocol

package struct BotRequest: FeatureRequest {
    let botOrder: BotOrder
    let channel: ChannelName?

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
    static func bots(_ request: BotRequest) -> Effect { .feature(request) }
}

extension ServiceReport {
    static func bots(_ report: BotReport) -> ServiceReport {
        .feature(AnyFeatureReport(report))
    }
}

package enum BotAccess: Hashable, Sendable {
    case available
    /// Which option would help, in a sentence or two.
    case missing(String)
}

package struct BotStatus: Hashable, Sendable {
    let name: String
    let channel: ChannelName
    let connections: Int
    let isFlapping: Bool
    let isChattering: Bool
}

package struct BotReport: FeatureReport {
    package struct Remark: Hashable, Sendable {
        /// Without a full stop. May contain strings of a peer.
        package let text: String
        package let isProblem: Bool

        init(_ text: String, isProblem: Bool) {
            self.text = text
            self.isProblem = isProblem
        }
    }

    let time: ChannelsTimestamp
    package let bots: [BotStatus]
    package let remark: Remark?

    init(at time: ChannelsTimestamp, _ bots: [BotStatus], remark: Remark? = nil) {
        self.time = time
        self.bots = bots
        self.remark = remark
    }
}
