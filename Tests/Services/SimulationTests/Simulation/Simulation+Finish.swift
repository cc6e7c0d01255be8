import ChannelsProtocol

@testable import BuoyServers
@testable import Channels
@testable import ChannelsTesting

// The end of a simulation: faults stop, and then the client must know everything.
extension Simulation {
    func finish() {
        self.stopFaults()
        self.waitForConnection()
        guard self.oracle.violation == nil else { return }
        for place in Script.Place.allCases { self.publish(on: place, bytes: 0) }
        self.advance(to: self.now + .second)
        guard self.oracle.violation == nil else { return }
        self.compareWithHub()
        self.compareGaps()
        self.compareEvents()
        self.compareBounds()
        guard self.oracle.violation == nil else { return }
        self.stop()
    }

    private func stopFaults() {
        if let wake = self.wakeAt { self.advance(to: wake) }
        self.perform(.readPausing(true))
        self.server.refusal = nil
        self.server.downUntil = self.now
        self.server.latency = 20 * .millisecond
        self.cut = 1 << 16
        self.authorizeAfter = 20 * .millisecond
        for index in self.waitingWishes.indices where self.waitingWishes[index].due == nil {
            self.waitingWishes[index].due = self.now
        }
        self.settle()
    }

    /// How long a client may take to be connected and subscribed to everything again.
    private static let patience = 200 * Int64.second

    private func waitForConnection() {
        let limit = self.now + Self.patience
        while self.oracle.violation == nil, !self.isThere {
            guard self.now < limit else {
                let channels = self.oracle.subscriptions.map { "\($0.key) \($0.value)" }
                return self.oracle.fail(
                    "recovery", "\(self.oracle.state), \(channels), wanted \(self.wanted)",
                    at: self.now)
            }
            switch self.oracle.state {
            case .initialized, .failed, .disconnected: self.perform(.connect)
            case .connected: self.tryFailedAgain()
            case .connecting, .unavailable: break
            }
            self.settle()
            self.advance(to: self.now + .second)
        }
    }

    private func tryFailedAgain() {
        for place in self.wanted {
            if case .failed = self.oracle.subscriptions[place.channel] {
                self.perform(.resubscribe(place))
            }
        }
    }

    /// Whether the client is connected, with a connection that works, and has what it wants.
    private var isThere: Bool {
        guard self.oracle.state == .connected, let id = self.oracle.current,
            let end = self.server.ends[id], !end.isSilent, !end.isClosed, end.closeAt == nil,
            !end.isCorrupt, end.toClient.next == nil, end.toServer.next == nil,
            max(self.server.lastArrival, self.server.stalledUntil) <= self.now
        else { return false }
        return self.oracle.subscriptions.count == self.wanted.count
            && self.wanted.allSatisfy { self.oracle.subscriptions[$0.channel] == .subscribed }
    }

    // MARK: Comparisons

    private func compareWithHub() {
        guard let id = self.oracle.current, let hub = self.server.hub.connections[id] else {
            return self.oracle.fail("hub", "the connection is not known there")
        }
        let there = Set(hub.subscriptions.keys)
        let here = Set(self.wanted.map(\.channel))
        if there != here { self.oracle.fail("hub", "subscribed there: \(there), here: \(here)") }
        self.ask {
            await $0.machine
        } onAnswer: { machine in
            for (channel, _) in machine.subscriptions {
                self.compare(channel, machine)
            }
        }
    }

    private func compare(_ channel: ChannelName, _ machine: ClientStateMachine) {
        let status = self.server.hub.status(of: channel, at: .nanoseconds(self.now))
        if channel.kind.hasMembers {
            let here = Set(machine.members(of: channel)?.ordered.map(\.id) ?? [])
            let there = Set(self.server.hub.members(of: channel).map(\.id))
            if here != there {
                self.oracle.fail("members", "\(here) here, \(there) there", at: self.now)
            }
        } else if machine.subscriptionCount(of: channel) != status.subscriptionCount {
            let here = machine.subscriptionCount(of: channel).map { "\($0)" } ?? "none"
            self.oracle.fail(
                "counts", "\(channel): \(here) here, \(status.subscriptionCount) there",
                at: self.now)
        }
    }

    /// Each gap of each channel was reported once, and starts and ends when it must.
    private func compareGaps() {
        var reported = self.oracle.reportedGaps
        for expected in self.oracle.expectedGaps {
            let found = reported.firstIndex {
                $0.channel == expected.channel && $0.end == expected.end
                    && $0.noticed == expected.loss.noticed
            }
            guard let found else {
                return self.oracle.fail("gaps", "none was reported: \(expected)", at: self.now)
            }
            let gap = reported.remove(at: found)
            if gap.begin < expected.loss.earliest || gap.begin > expected.loss.latest {
                self.oracle.fail("gaps", "\(gap) begins at a wrong time: \(expected)", at: self.now)
            }
        }
        if let extra = reported.first {
            self.oracle.fail("gaps", "nothing was lost, but reported: \(extra)", at: self.now)
        }
    }

    /// Each event that a channel had to bring was received, or is covered by a gap.
    private func compareEvents() {
        let received = Set(self.oracle.received)
        for (number, event) in self.server.published.enumerated() where !received.contains(number) {
            let channel = event.place.channel
            let isDue = (self.oracle.duties[channel] ?? []).contains {
                $0.begin <= event.time && event.due < $0.end
            }
            let isCovered = self.oracle.expectedGaps.contains { gap in
                gap.channel == channel && gap.loss.earliest <= event.due && event.time <= gap.end
            }
            if isDue, !isCovered {
                self.oracle.fail(
                    "events", "event \(number) of \(channel) is missing, and in no gap",
                    at: self.now)
            }
        }
    }

    private func compareBounds() {
        let sent = self.oracle.triggered
        var rest = sent[...]
        for number in self.server.heard {
            guard let index = rest.firstIndex(of: number) else {
                return self.oracle.fail("triggers", "\(number) came twice, late, or from nobody")
            }
            rest = rest[(index + 1)...]
        }
        // After 4200, pusher-js tries ten times a second, and each attempt has a limit of 10 s.
        if self.clock.pending.count > 150 {
            self.oracle.fail("bounds", "\(self.clock.pending.count) timers", at: self.now)
        }
        self.ask {
            await ($0.sockets.count, $0.authorizations.count)
        } onAnswer: { counts in
            if counts.0 != 1 || counts.1 != 0 {
                self.oracle.fail(
                    "bounds", "\(counts.0) sockets, \(counts.1) authorizations", at: self.now)
            }
        }
    }

    /// Asks the client, and returns to the simulation.
    private func ask<Answer: Sendable>(
        _ question: @escaping @Sendable (ChannelsClient) async -> Answer,
        onAnswer: (Answer) -> Void
    ) {
        let box = Mailbox<Answer>()
        let client = self.client
        self.spawn { box.put(await question(client)) }
        self.settle()
        guard let answer = box.takeIfAny() else {
            return self.oracle.fail("rest", "the client does not answer", at: self.now)
        }
        onAnswer(answer)
    }

    // MARK: The end

    private func stop() {
        let client = self.client
        self.spawn { await client.stop() }
        self.settle()
        self.advance(to: self.now + 2 * .second)
        guard self.oracle.violation == nil else { return }
        for _ in 0..<3 { self.perform(.read) }
        self.settle()
        if !self.log.isFinished || !self.ending.isFinished {
            self.oracle.fail("end", "the client does not end", at: self.now)
        }
        if !self.clock.pending.isEmpty {
            self.oracle.fail("end", "timers run after the end", at: self.now)
        }
        self.compareSlow()
        let last = self.oracle.lastNumber
        self.perform(.connect)
        self.perform(.subscribe(.prices))
        self.settle()
        self.advance(to: self.now + 20 * .second)
        if self.oracle.lastNumber != last {
            self.oracle.fail("end", "a report after the end", at: self.now)
        }
    }

    /// The slow listener got every event, or was told how many it missed.
    private func compareSlow() {
        let all = self.oracle.received.count
        if self.slowEvents.count + self.slowSkipped != all {
            self.oracle.fail(
                "slow", "\(self.slowEvents.count) and \(self.slowSkipped) skipped of \(all)",
                at: self.now)
        }
        if self.client.skippedEvents != self.slowSkipped {
            self.oracle.fail(
                "slow", "\(self.client.skippedEvents) skipped, \(self.slowSkipped) told",
                at: self.now)
        }
        var rest = self.oracle.received[...]
        for number in self.slowEvents {
            guard let index = rest.firstIndex(of: number) else {
                return self.oracle.fail("slow", "\(number) came in another order", at: self.now)
            }
            rest = rest[(index + 1)...]
        }
    }
}
