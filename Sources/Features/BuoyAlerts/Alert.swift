import ChannelsBasics
import ChannelsEventWords
import ChannelsProtocol

struct Alert: Hashable, Sendable {
    enum Phase: Hashable, Sendable {
        case began
        /// How long it lasted. Only the log tells it.
        case ended(after: Duration)
    }

    let rule: AlertRule
    let phase: Phase
    let time: ChannelsTimestamp
    let event: ClientReport?
    /// How often the rule applied since its last alert, and was only counted.
    let uncounted: Int

    init(
        of rule: AlertRule, _ phase: Phase = .began, at time: ChannelsTimestamp,
        event: ClientReport? = nil,
        uncounted: Int = 0
    ) {
        self.rule = rule
        self.phase = phase
        self.time = time
        self.event = event
        self.uncounted = uncounted
    }

    /// May contain names from the network.
    var sentence: String {
        let more = self.uncounted > 0 ? " (and \(self.uncounted) more since the last alert)" : ""
        return "\(self.rule.name): \(self.reason)\(more)"
    }

    private var reason: String {
        switch (self.rule.condition, self.phase) {
        case (.event, _): self.event.map(Self.words) ?? "an event"
        case (.rate(_, let rate), .began):
            "more than \(Figures.counted(rate.limit, "event")) in \(rate.period.typed)"
        case (.rate(_, let rate), .ended(let duration)):
            "back to at most \(Figures.counted(rate.limit, "event")) in \(rate.period.typed) "
                + "after \(Figures.duration(duration))"
        case (.silence(_, let limit), .began): "no event for \(limit.typed)"
        case (.silence, .ended(let duration)):
            "an event arrived after \(Figures.duration(duration))"
        case (.gap, _): self.event.map(Self.words) ?? "a gap"
        case (.state(let state, let limit), .began):
            limit == .zero ? state.rawValue : "\(state.rawValue) for \(limit.typed)"
        case (.state(let state, _), .ended(let duration)):
            "no longer \(state.rawValue), after \(Figures.duration(duration))"
        }
    }

    /// `order.failed on private-orders`, `joined on presence-lobby: ana`; the sentence of a report
    /// that concerns no channel.
    private static func words(of event: ClientReport) -> String {
        if case .received(let event) = event.kind { return Self.words(of: event) }
        if case .triggered(let event) = event.kind { return Self.words(of: event) }
        let words = event.words
        guard let channel = words.channel else {
            return words.sentence.isEmpty ? words.name : words.sentence
        }
        return "\(words.name) on \(channel.text)"
            + (words.sentence.isEmpty ? "" : ": \(words.sentence)")
    }

    private static func words(of event: ChannelsEvent) -> String {
        event.name.text + (event.channel.map { " on \($0.text)" } ?? "")
    }
}
