package import BuoyDashboard
package import ChannelsProtocol

/// Routes reports to the parts that decide, and their answers to the program.
package struct AppInspector: Hashable, Sendable {
    package enum Step: Hashable, Sendable {
        case request(APIRequest)
        case subscribe(ChannelName)
        case unsubscribe(ChannelName)
        case done(String)
        case failed(String)
        case compared(MemberComparison)
        case probed(ProbeResult)
    }

    package struct Situation {
        let now: ChannelsTimestamp
        let isConnected: Bool
        let isShown: Bool
        let gap: GapRecord?
        let server: ServerProfile.Kind
        let isListed: (ChannelName) -> Bool
        let members: (ChannelName) -> Set<UserID>?

        package init(
            now: ChannelsTimestamp, isConnected: Bool, isShown: Bool, gap: GapRecord? = nil,
            server: ServerProfile.Kind = .unknown,
            isListed: @escaping (ChannelName) -> Bool,
            members: @escaping (ChannelName) -> Set<UserID>?
        ) {
            self.now = now
            self.isConnected = isConnected
            self.isShown = isShown
            self.gap = gap
            self.server = server
            self.isListed = isListed
            self.members = members
        }
    }

    package private(set) var channels = OccupiedChannels()
    private(set) var refresh = RefreshSchedule()
    private(set) var watch = ChannelWatch()
    package private(set) var probe: PublishProbe?
    package private(set) var failure: APIFailure?
    let isLocal: Bool

    /// The first half of a listing: all channels, before the users of presence channels are known.
    private var half: [ListedChannel]?
    private var listingStarted = ChannelsTimestamp.zero
    private var countsSubscriptions = true
    private var audits = MemberAudits()
    private(set) var connections = ConnectionCount()
    private var history = HistoryQuestions()

    package init(isLocal: Bool) { self.isLocal = isLocal }

    func need(isShown: Bool) -> RefreshSchedule.Need {
        if self.watch.isActive { return .watched(isLocal: self.isLocal) }
        return isShown ? .shown : .none
    }

    package func next(isShown: Bool) -> ChannelsTimestamp? {
        self.refresh.next(for: self.need(isShown: isShown))
    }

    // MARK: Time

    package mutating func timePassed(_ situation: Situation) -> [Step] {
        let now = situation.now
        self.channels.forget(at: now)
        var steps: [Step] = []
        if situation.isConnected {
            steps += self.watch.timePassed(now).map(Step.unsubscribe)
            steps += self.audits.timePassed(now, members: situation.members)
                .map { .request(.users(of: $0)) }
            if let question = self.history.due(situation.gap, at: now) {
                steps.append(.request(.history(question)))
            }
        } else {
            self.watch.disconnected()
            self.audits.disconnected()
        }
        if let step = self.probe?.timePassed(now) { steps += self.steps(for: step) }
        if self.refresh.timePassed(now, self.need(isShown: situation.isShown)) {
            self.listingStarted = now
            self.half = nil
            steps.append(.request(self.listing(isOfPresence: false)))
            if situation.isShown, let source = self.connections.source(situation.server) {
                steps.append(.request(.connections(source)))
            }
        }
        return steps
    }

    private func listing(isOfPresence: Bool) -> APIRequest {
        .list(
            .init(isOfPresence: isOfPresence, wantsSubscriptionCounts: self.countsSubscriptions))
    }

    // MARK: Answers

    package mutating func answered(_ report: APIReport, _ situation: Situation) -> [Step] {
        switch (report.request, report.outcome) {
        case (.list(let listing), .channels(let channels)):
            return self.listed(channels, listing, report, situation)
        case (.list(let listing), .failed(let failure)):
            return self.listingFailed(failure, listing, report, situation)
        case (.users(let channel), .users(let users)):
            let answer = self.audits.answered(
                channel, users: users, after: situation.members(channel) ?? [],
                at: situation.now)
            if case .compared(let comparison) = answer { return [.compared(comparison)] }
            return []
        case (.connections, .connections(let count)):
            self.connections.answered(count)
            return []
        case (.connections(let source), .failed(let failure)):
            self.connections.failed(source, failure)
            return []
        case (.history, .failed(let failure)):
            self.history.failed(failure)
            return []
        case (.publish(let publication), _) where publication.purpose != .message:
            return (self.probe?.answered(report)).map { self.steps(for: $0) } ?? []
        case (let request, .failed(let failure)):
            if case .users(let channel) = request, !self.audits.failed(channel) { return [] }
            return [.failed("\(request.words): \(failure.text)")]
        case (.publish(let publication), _):
            return [.done("\(publication.event.text) was published to \(publication.target.words)")]
        case (.terminate(let user), _):
            return [.done("asked the server to close all connections of \(user.text)")]
        case (.list, _), (.users, _), (.connections, _), (.history, _): return []
        }
    }

    private mutating func listed(
        _ channels: [ListedChannel], _ listing: APIRequest.Listing, _ report: APIReport,
        _ situation: Situation
    ) -> [Step] {
        guard listing.isOfPresence else {
            guard channels.contains(where: { $0.name.kind.hasMembers && $0.users == nil }) else {
                return self.complete(channels, situation)
            }
            self.half = channels
            return [.request(self.listing(isOfPresence: true))]
        }
        let users = Dictionary(
            channels.map { ($0.name, $0) }, uniquingKeysWith: { first, _ in first })
        let merged = (self.half ?? []).map { channel in
            var channel = channel
            channel.users = channel.users ?? users[channel.name]?.users
            return channel
        }
        return self.complete(merged, situation)
    }

    private mutating func complete(
        _ channels: [ListedChannel], _ situation: Situation
    ) -> [Step] {
        self.half = nil
        self.failure = nil
        self.refresh.succeeded()
        _ = self.channels.listed(channels, at: self.listingStarted)
        for channel in channels {
            if let count = channel.users ?? channel.subscriptions, situation.isListed(channel.name)
            {
                self.watch.counted(channel.name, count, at: situation.now)
            }
        }
        let wanted = self.watch.occupied(
            channels.lazy.map(\.name), at: self.listingStarted, isListed: situation.isListed)
        return wanted.map(Step.subscribe)
    }

    private mutating func listingFailed(
        _ failure: APIFailure, _ listing: APIRequest.Listing, _ report: APIReport,
        _ situation: Situation
    ) -> [Step] {
        // Not every server counts subscriptions here, and then it refuses a request for them.
        if failure.kind == .badRequest, listing.wantsSubscriptionCounts {
            self.countsSubscriptions = false
            return [.request(self.listing(isOfPresence: listing.isOfPresence))]
        }
        // The names are known, only the numbers of users are not.
        if failure.kind == .badRequest, listing.isOfPresence, let half = self.half {
            return self.complete(half, situation)
        }
        self.half = nil
        self.failure = failure
        self.refresh.failed(failure, at: report.answered)
        return []
    }

    private mutating func steps(for step: PublishProbe.Step) -> [Step] {
        switch step {
        case .none: return []
        case .subscribe(let channel): return [.subscribe(channel)]
        case .publish(let publication): return [.request(.publish(publication))]
        case .end(let result, let channel):
            self.probe = nil
            return (channel.map { [.unsubscribe($0)] } ?? []) + [.probed(result)]
        }
    }
}

// MARK: Reports of the client

extension AppInspector {
    package mutating func handle(_ event: ClientReport) -> [Step] {
        switch event.kind {
        case .subscriptionChanged(let name, let state):
            if state == .requested { self.watch.requested(name) }
            if state == .unsubscribed {
                self.watch.unsubscribed(name, at: event.time)
                self.audits.unsubscribed(name)
            }
            return self.subscriptionChanged(name, state, at: event.time)
        case .skipped: self.history.skipped()
        case .subscriptionCount(let name, let count) where !name.kind.hasMembers:
            self.watch.counted(name, count, at: event.time)
        case .membersReplaced(let name, let members, let difference):
            self.watch.counted(name, members.count, at: event.time)
            // A request costs nothing on this machine.
            if self.isLocal, difference?.isAfterAbsence == true {
                self.audits.subscribedAgain(name, at: event.time)
            }
        case .memberAdded(let name, _): self.watch.changed(name, by: 1, at: event.time)
        case .memberRemoved(let name, _): self.watch.changed(name, by: -1, at: event.time)
        default: break
        }
        return []
    }

    private mutating func subscriptionChanged(
        _ name: ChannelName, _ state: SubscriptionState, at time: ChannelsTimestamp
    ) -> [Step] {
        guard self.probe?.channel == name else { return [] }
        let step: PublishProbe.Step? =
            switch state {
            case .subscribed: self.probe?.subscription(isMade: true, at: time)
            case .failed: self.probe?.subscription(isMade: false, at: time)
            default: nil
            }
        return step.map { self.steps(for: $0) } ?? []
    }

    package mutating func received(_ event: ChannelsEvent, at time: ChannelsTimestamp) -> [Step] {
        guard event.name == PublishProbe.event, let step = self.probe?.received(event, at: time)
        else { return [] }
        return self.steps(for: step)
    }
}

// MARK: Requests of the user

extension AppInspector {
    mutating func refreshNow() { self.refresh.request() }

    mutating func refresh(every interval: Duration) {
        self.refresh.choose(interval)
        self.refresh.request()
    }

    package mutating func watch(_ pattern: String) -> Bool {
        guard self.watch.watch(pattern) else { return false }
        self.refresh.request()
        return true
    }

    mutating func unwatch(_ pattern: String?) -> Bool { self.watch.unwatch(pattern) }

    /// Compares with the users that the HTTP API lists, twice if they differ.
    package mutating func compare(_ channel: ChannelName, members: Set<UserID>) -> [Step] {
        self.audits.begin(channel, members: members)
        return [.request(.users(of: channel))]
    }

    package mutating func start(_ probe: PublishProbe, at now: ChannelsTimestamp) -> [Step] {
        var steps: [Step] = []
        if let step = self.probe?.cancel() { steps += self.steps(for: step) }
        var probe = probe
        let first = probe.start(at: now)
        self.probe = probe
        return steps + self.steps(for: first)
    }
}
