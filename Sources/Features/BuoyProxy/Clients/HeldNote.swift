import BuoyDashboard
import ChannelsEventWords
import ChannelsProtocol

struct HeldNote: Hashable, Sendable {
    let time: ChannelsTimestamp
    let message: HeldMessage
    /// `nil` when it was stopped.
    let outcome: HeldOutcome?

    /// `order.paid on private-orders, sent by the client`. Parts of it come from others.
    private var subject: String {
        let event = self.message.content.event
        return event.name.text + (event.channel.map { " on \($0.text)" } ?? "")
            + (self.message.isSent ? ", sent by the client," : "")
    }

    var text: String {
        switch self.outcome {
        case nil: "\(self.subject) is held"
        case .decided(.letGo): "\(self.subject) was released"
        case .decided(.change(let data)): "\(self.subject) was changed: \(data)"
        case .decided(.drop): "\(self.subject) was dropped"
        case .decided(.sendTwice): "\(self.subject) was sent twice"
        case .letGoByItself: "\(self.subject) was released without a decision"
        case .lost: "\(self.subject) was lost with its connection"
        }
    }

    var notice: String {
        "\(self.text): L releases it, M changes it, ~ drops it, @ sends it twice"
    }

    /// Whether what passed is not what was sent.
    var isChange: Bool {
        switch self.outcome {
        case .decided(.change), .decided(.drop), .decided(.sendTwice), .lost: true
        case nil, .decided(.letGo), .letGoByItself: false
        }
    }

    /// The body is the data as it was sent.
    var row: LogNote {
        LogNote(
            at: self.time, "held", self.isChange ? .warning : .neutral, text: self.text,
            facts: [
                .init("direction", self.message.isSent ? "to the server" : "to the client")
            ], body: self.message.content.event.data)
    }
}
