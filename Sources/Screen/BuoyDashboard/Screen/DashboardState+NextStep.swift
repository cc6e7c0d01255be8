import BuoyTextScreen
import ChannelsEventWords
import ChannelsProtocol
import OrderedCollections

extension DashboardState {
    /// What to do now; `nil` if nothing is wrong, or if nothing in particular is known. Parts may
    /// come from a peer.
    var nextStep: String? {
        guard self.connection.canConnect, !self.facesAudience, !self.isExplained else { return nil }
        return switch self.connection.state {
        case .connecting, .unavailable, .failed: self.connection.lastEnd?.advice
        case .connected: self.refusalStep ?? self.silenceStep
        case .initialized, .disconnected: nil
        }
    }

    /// Whether the open pane of the connection already says it.
    private var isExplained: Bool {
        self.connection.state != .connected && self.panes.details.view == .why
            && self.layout.rect(of: .connection) != nil
    }

    /// The advice for the selected channel, or for the first that was refused.
    private var refusalStep: String? {
        if let row = self.channels.selectedRow, let step = row.refusalStep { return step }
        return self.channels.refused.lazy.compactMap { self.channels.rows[$0]?.refusalStep }.first
    }

    private static let quietTime = Duration.seconds(10)

    /// Connected and subscribed, and nothing has come.
    private var silenceStep: String? {
        let since = self.connection.since
        guard self.now.duration(since: since) >= Self.quietTime,
            self.channels.lastEvent.map({ $0 < since }) ?? true
        else { return nil }
        let subscribed = self.channels.rows.values.filter { $0.state == .subscribed }
        let names = subscribed.map(\.name)
        let latest = subscribed.map(\.since).max() ?? since
        let time = self.now.duration(since: latest)
        guard !names.isEmpty, time >= Self.quietTime else { return nil }
        let channels = Figures.counted(names.count, "channel")
        let steps = [
            self.otherKind(of: names).map { "\($0.text) exists: s subscribes." },
            self.publishes ? "P publishes a test." : nil,
            "In a shell, buoy check tests every step.",
        ]
        return "No event for \(Figures.duration(time)) on \(channels). "
            + steps.compactMap(\.self).joined(separator: " ")
    }

    private var publishes: Bool {
        self.catalog.command("publish").map { self.unavailableReason(for: $0) == nil } ?? false
    }

    /// An existing channel of the same name, but private or for presence: an app's code often
    /// leaves that part out.
    private func otherKind(of names: [ChannelName]) -> ChannelName? {
        let existing = Set(self.panes.knownChannels)
        for name in names where name.kind == .public {
            for prefix in ["private-", "presence-"] {
                let other = ChannelName(wire: prefix + name.text)
                if existing.contains(other), !names.contains(other) { return other }
            }
        }
        return nil
    }
}

extension ChannelsPane.Row {
    fileprivate var refusalStep: String? {
        guard case .failed(let failure) = self.state else { return nil }
        return failure.advice.map { "\(self.name.text): \($0)" }
    }
}
