import BuoyTextScreen
package import ChannelsProtocol
import OrderedCollections

// One of several dashboards, and the log of several servers.
extension DashboardState {
    /// Events of several servers, and what was found about them.
    mutating func handle(_ report: ServersReport) {
        self.revision &+= 1
        self.events.received(report)
        for event in report.events {
            if case .received(let received) = event.event.kind { self.remember(received.name) }
        }
        if let time = report.events.last?.event.time, time > self.now { self.now = time }
        self.arrangeLists()
        self.scan()
    }

    /// Other dashboards are on the same screen, or have the keys.
    mutating func place(isBehind: Bool, isBeside: Bool) {
        self.revision &+= 1
        self.isBehind = isBehind
        let hasOnePane = isBeside && !self.layout.tabs.isEmpty
        defer { self.hasOnePaneBeside = hasOnePane }
        // If only one pane becomes visible there, the events are the most useful.
        if hasOnePane, !self.hasOnePaneBeside, self.focus == .channels {
            self.focus(on: self.settings.layout.preset.mainPane)
        }
    }

    /// Whether the client is connected.
    package var isConnected: Bool { self.connection.state == .connected }

    /// The channels with their members or subscriptions, if these are counted.
    package var channelFacts: [(name: ChannelName, isSubscribed: Bool, population: Int?)] {
        self.channels.rows.values.map {
            (name: $0.name, isSubscribed: $0.state == .subscribed, population: $0.population)
        }
    }

    /// The events of the log, the oldest first.
    package var loggedEvents: [ClientReport] {
        let ring = self.events.ring
        return (ring.first..<ring.next).compactMap { ring[$0] }
    }

    /// The events of the log of several servers, the oldest first.
    package var loggedServerEvents: [ServerEvent] {
        guard let origins = self.events.origins else { return [] }
        return self.loggedEvents.compactMap { event in
            origins.place(of: event.number).map { ServerEvent(event, from: $0) }
        }
    }
}
