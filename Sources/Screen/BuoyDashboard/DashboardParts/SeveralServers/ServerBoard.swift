package import BuoyTextScreen
package import ChannelsProtocol

/// Which servers are on the screen and where, which one has the keys, and what their events have in
/// common. The dashboards are elsewhere; this knows only their places.
package struct ServerBoard: Hashable, Sendable {
    package enum Place: Hashable, Sendable {
        case server(Int)
        case merged
    }

    package private(set) var tabs: [ServerTab]
    package private(set) var focus = Place.server(0)
    private(set) var arrangement = ServersArrangement.tabs
    package private(set) var isMerged = false
    package private(set) var size: ScreenSize
    var comparison: BoardComparison?
    private var merge = ServerMerge()
    package var glyphs = GlyphSet.unicode
    package private(set) var revision = 0

    package init(_ labels: [ServerLabel], size: ScreenSize) {
        self.tabs = labels.map(ServerTab.init)
        self.size = size
    }

    package var labels: [ServerLabel] { self.tabs.map(\.label) }

    package mutating func resized(_ size: ScreenSize) {
        self.revision += 1
        self.size = size
        self.noteShown()
    }

    package mutating func received(_ batch: [ClientReport], from server: Int) {
        guard self.tabs.indices.contains(server), !batch.isEmpty else { return }
        self.revision += 1
        let isShown = self.parts.contains { $0.place == .server(server) || $0.place == .merged }
        self.tabs[server].received(batch, isShown: isShown)
        if self.isMerged { self.merge.received(batch, from: server) }
    }

    /// Events wait to be merged; `merged(at:)` is due soon.
    package var isWaiting: Bool { self.merge.isWaiting }

    package mutating func merged(at now: ChannelsTimestamp) -> ServersReport? {
        guard self.isMerged else { return nil }
        let report = self.report(of: self.merge.due(at: now), at: now)
        return report.events.isEmpty && report.findings.isEmpty ? nil : report
    }

    package struct Logged: Sendable {
        let isConnected: Bool
        let channels: Set<ChannelName>
        let events: [ClientReport]

        package init(isConnected: Bool, channels: Set<ChannelName>, events: [ClientReport]) {
            self.isConnected = isConnected
            self.channels = channels
            self.events = events
        }
    }

    package mutating func filled(with logs: [Logged], at now: ChannelsTimestamp) -> ServersReport {
        self.merge = ServerMerge()
        for (server, log) in logs.enumerated() { self.merge.received(log.events, from: server) }
        let report = self.report(of: self.merge.due(at: nil), at: now)
        self.comparison?.assume(logs)
        return report
    }

    package mutating func compared(
        _ events: [ServerEvent], _ logs: [Logged], at now: ChannelsTimestamp
    ) -> ServersReport {
        var report = self.report(of: events, at: now)
        self.comparison?.assume(logs)
        report.events = []
        report.endsComparison = true
        return report
    }

    private mutating func report(of events: [ServerEvent], at now: ChannelsTimestamp)
        -> ServersReport
    {
        var report = ServersReport(events: events)
        guard var comparison = self.comparison else { return report }
        for event in events { report.findings += comparison.handle(event) }
        report.findings += comparison.values.passed(
            to: now.advanced(by: .zero - ServerMerge.patience))
        self.revision += 1
        self.comparison = comparison
        return report
    }

    package enum RequestOutcome: Hashable, Sendable {
        case done
        case fill
        case compareLog
        case unmarked
        case showDifferences
        case refused(String)
    }

    package mutating func perform(_ request: ServersRequest) -> RequestOutcome {
        self.revision += 1
        defer { self.noteShown() }
        switch request {
        case .cycle(let step): return self.cycle(by: step)
        case .show(let index): return self.show(index)
        case .showNamed(let name): return self.show(named: name)
        case .arrange(let arrangement): return self.arrange(arrangement)
        case .merge(let isWanted): return self.merge(isWanted ?? !self.isMerged)
        case .compare(let first, let second, let window):
            return self.compare(first, second, window)
        case .toggleComparison:
            return self.comparison == nil ? self.compare(nil, nil, nil) : self.endComparison()
        case .endComparison: return self.endComparison()
        case .differences:
            return self.comparison == nil
                ? .refused("not comparing; :compare compares the first two servers")
                : .showDifferences
        }
    }

    private mutating func cycle(by step: Int) -> RequestOutcome {
        let places = self.places
        let index = places.firstIndex(of: self.focus) ?? 0
        self.focus = places[(index + step + places.count) % places.count]
        return .done
    }

    var places: [Place] {
        self.tabs.indices.map(Place.server) + (self.isMerged ? [.merged] : [])
    }

    private mutating func show(_ index: Int) -> RequestOutcome {
        let places = self.places
        guard places.indices.contains(index) else {
            return .refused("there are only \(places.count) tabs")
        }
        self.focus = places[index]
        return .done
    }

    private mutating func show(named name: String) -> RequestOutcome {
        // A server may be called so too; then the key of the combined log is left.
        if let index = self.tabs.firstIndex(where: { $0.label.name == name }) {
            return self.show(index)
        }
        guard name == ServersRequest.mergedName else {
            return .refused("\(name) is not an open server")
        }
        guard self.isMerged else { return self.merge(true) }
        self.focus = .merged
        return .done
    }

    package mutating func enter(_ place: Place) {
        guard self.places.contains(place), place != self.focus else { return }
        self.revision += 1
        self.focus = place
        self.noteShown()
    }

    private mutating func arrange(_ wanted: ServersArrangement?) -> RequestOutcome {
        let other: ServersArrangement = self.arrangement == .tabs ? .beside : .tabs
        let arrangement = wanted ?? other
        if arrangement == .beside {
            if case .merged = self.focus { self.focus = .server(0) }
            guard self.besideParts != nil else {
                return .refused(
                    "no room for two servers: \(Self.leastSize) needed, "
                        + "\(self.size.columns)x\(self.size.rows) available")
            }
        }
        self.arrangement = arrangement
        return .done
    }

    private mutating func merge(_ isWanted: Bool) -> RequestOutcome {
        guard isWanted != self.isMerged else {
            if isWanted { self.focus = .merged }
            return .done
        }
        self.isMerged = isWanted
        self.focus = isWanted ? .merged : .server(0)
        if !isWanted {
            self.comparison = nil
            self.merge = ServerMerge()
        }
        return isWanted ? .fill : .done
    }

    private mutating func compare(
        _ first: String?, _ second: String?, _ window: Duration?
    ) -> RequestOutcome {
        let names = self.tabs.map(\.label.name)
        let index = { (name: String?, usual: Int) in
            name.map { names.firstIndex(of: $0) } ?? usual
        }
        guard let one = index(first, 0), let other = index(second, 1), one != other,
            names.indices.contains(other)
        else { return .refused("specify two open servers to compare") }
        self.comparison = BoardComparison(
            first: one, second: other,
            values: ServerComparison(window: window ?? ServerComparison.standardWindow))
        self.focus = .merged
        defer { self.isMerged = true }
        return self.isMerged ? .compareLog : .fill
    }

    private mutating func endComparison() -> RequestOutcome {
        guard self.comparison != nil else { return .refused("no comparison is running") }
        self.comparison = nil
        return .unmarked
    }

    private mutating func noteShown() {
        for part in self.parts {
            switch part.place {
            case .server(let index): self.tabs[index].shown()
            case .merged: for index in self.tabs.indices { self.tabs[index].shown() }
            }
        }
    }
}

struct BoardComparison: Hashable, Sendable {
    let first: Int
    let second: Int
    var values: ServerComparison

    fileprivate mutating func assume(_ logs: [ServerBoard.Logged]) {
        for (index, side) in [(self.first, ServerComparison.Side.first), (self.second, .second)] {
            self.values.assume(
                isConnected: logs[index].isConnected, channels: logs[index].channels, on: side)
        }
    }

    mutating func handle(_ event: ServerEvent) -> [ComparisonFinding] {
        guard event.server == self.first || event.server == self.second else { return [] }
        return self.values.handle(
            event.event, number: event.event.number,
            on: event.server == self.first ? .first : .second)
    }
}
