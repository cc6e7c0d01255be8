import BuoyDashboard
import ChannelsEventWords
import ChannelsProtocol

/// What buoy did to a message on its way.
struct HeldNote: Hashable, Sendable {
    let time: ChannelsTimestamp
    /// `nil` for a frame that is not an event.
    let event: ChannelsEvent?
    let isSent: Bool
    /// `nil` when it was stopped.
    let outcome: HeldOutcome?

    init(
        time: ChannelsTimestamp, event: ChannelsEvent?, isSent: Bool, _ outcome: HeldOutcome?
    ) {
        (self.time, self.event, self.isSent, self.outcome) = (time, event, isSent, outcome)
    }

    /// `order.paid on private-orders`. Parts of it come from others.
    private var subject: String {
        guard let event = self.event else { return "a frame" }
        return event.name.text + (event.channel.map { " on \($0.text)" } ?? "")
    }

    var text: String {
        if self.outcome == .injected {
            let (target, source) = self.isSent ? ("server", "client") : ("client", "server")
            return "\(self.subject) was sent to the \(target) by buoy, not by the \(source)"
        }
        return self.subject + (self.isSent ? ", sent by the client, " : " ") + self.verb
    }

    private var verb: String {
        switch self.outcome {
        case nil: "is held"
        case .decided(let decision): Self.verb(decision, by: "")
        case .ruled(let decision): Self.verb(decision, by: " by a rule")
        case .letGoByItself: "was released without a decision"
        case .lost: "was lost with its connection"
        case .injected: "was sent by buoy"
        }
    }

    private static func verb(_ decision: HeldDecision, by source: String) -> String {
        switch decision {
        case .letGo: "was released\(source)"
        case .change(let data): "was changed\(source): \(data)"
        case .drop: "was dropped\(source)"
        case .sendTwice: "was sent twice\(source)"
        }
    }

    var notice: String {
        "\(self.text): L releases it, M changes it, ~ drops it, @ sends it twice"
    }

    /// Whether what passed is not what was sent.
    var isChange: Bool {
        switch self.outcome {
        case .decided(.letGo), .ruled(.letGo), .letGoByItself, nil: false
        case .decided, .ruled, .lost, .injected: true
        }
    }

    /// The body is the data as it was sent.
    var row: LogNote {
        LogNote(
            at: self.time, self.outcome == .injected ? "frame" : "held",
            self.isChange ? .warning : .neutral, text: self.text,
            facts: [.init("direction", self.isSent ? "to the server" : "to the client")],
            body: self.event?.data)
    }
}
