import BuoyTextScreen
package import ChannelsProtocol
import OrderedCollections

extension DashboardState {
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

    package var isConnected: Bool { self.connection.state == .connected }

    package var channelFacts: [(name: ChannelName, isSubscribed: Bool, population: Int?)] {
        self.channels.rows.values.map {
            (name: $0.name, isSubscribed: $0.state == .subscribed, population: $0.population)
        }
    }

    package var loggedEvents: [ClientReport] {
        let ring = self.events.ring
        return (ring.first..<ring.next).compactMap { ring[$0] }
    }

    package var loggedServerEvents: [ServerEvent] {
        guard let origins = self.events.origins else { return [] }
        return self.loggedEvents.compactMap { event in
            origins.place(of: event.number).map { ServerEvent(event, from: $0) }
        }
    }
}
