import BuoyDashboard
import BuoyDashboardTesting
import BuoyFeatureList
import BuoyScripts
import BuoyServers
import BuoyTestSupport
import BuoyTextScreen

@testable import ChannelsProtocol

/// A dashboard and the sandbox's own bots, in simulated time: what the program shows without a
/// server, while its connection is lost and made again.
struct SandboxStory {
    private(set) var state: DashboardState
    private var session = RecordedEvents()
    private var scenario = Scenario(seed: 1)
    private var next: ScenarioStep?
    private let start: ChannelsTimestamp
    private var shown = 0
    private var isConnected = false
    private var lastReceived: ChannelsTimestamp
    private var lost: ChannelsTimestamp
    private var faults = FaultSchedule()
    /// The other members of each presence channel.
    private var bots: [ChannelName: [PresenceMember]] = [:]
    private var seen: [ChannelName: [PresenceMember]] = [:]
    private var missed: [MissedEvents.Event] = []

    private static let socketIDs = (first: "1183.9920", second: "1184.7029")
    private static let me = PresenceMember(
        id: "you",
        info: EventData(json: .object(JSONValue.Object([.init(key: "name", value: "You")]))))

    init(_ columns: Int, _ rows: Int) {
        self.state = DashboardFixture.empty(columns, rows, catalog: .whole) {
            $0.isDemonstration = true
            $0.isSandbox = true
            $0.policy = "standard"
        }
        self.start = self.session.time
        self.lastReceived = self.start
        self.lost = self.start
        self.next = self.scenario.next()
        self.session.connect(socketID: Self.socketIDs.first)
        self.session.add(.pingSent(.sample))
        self.session.wait(.milliseconds(2))
        self.session.add(.pongReceived(roundTrip: .milliseconds(2)))
        self.isConnected = true
        self.subscribe(isAgain: false)
        self.run(for: .zero)
    }

    /// Lets the bots act, and faults end.
    mutating func run(for duration: Duration) {
        let end = self.session.time.advanced(by: duration)
        while let step = self.next, self.start.advanced(by: step.at) <= end {
            let time = self.start.advanced(by: step.at)
            if time > self.session.time {
                self.session.wait(time.duration(since: self.session.time))
            }
            self.perform(step.action)
            self.next = self.scenario.next()
        }
        if end > self.session.time { self.session.wait(end.duration(since: self.session.time)) }
        self.report(self.faults.due(at: end))
        self.show()
    }

    /// Gives the dashboard what has happened since it was last given something.
    private mutating func show() {
        let events = Array(self.session.events[self.shown...])
        self.shown = self.session.events.count
        var effects = self.state.handle(.client(events))
        effects += self.state.handle(.tick(self.session.time))
        for case .missedEvents(let question) in effects {
            let answer = MissedEvents(recovered: self.missed)
            _ = self.state.handle(.service(.missedEvents(answer, gap: question.gap)))
        }
    }
}

// MARK: The user

extension SandboxStory {
    mutating func press(_ names: String...) {
        for name in names { self.state.press(name) }
    }

    /// Types a command without confirming it.
    mutating func type(_ line: String) {
        self.state.press(":")
        self.state.type(line)
    }

    /// Confirms the faults that were typed, which then start or happen.
    mutating func makeFault(_ line: String) throws {
        self.state.press("Enter")
        self.faults.plan(try FaultLine.steps(line), at: self.session.time)
        self.report(self.faults.due(at: self.session.time))
    }

    private mutating func report(_ changes: [FaultSchedule.Change]) {
        guard !changes.isEmpty else { return }
        let report = FaultReport(
            at: self.session.time, changes, inForce: self.faults.inForce)
        _ = self.state.handle(.service(.faults(report)))
    }
}

// MARK: The connection

extension SandboxStory {
    /// The connection is lost, as by the fault `cut`.
    mutating func lose(retryAfter delay: Duration) {
        self.isConnected = false
        self.lost = self.session.time
        self.missed = []
        let failure = ConnectFailure(
            kind: .unreachable, what: "The connection is closed", cause: "it was cut")
        self.session.add(
            .stateChanged(
                StateChange(
                    previous: .connected, current: .connecting, cause: .ended(.injected(failure)),
                    socketID: SocketID(Self.socketIDs.first), lastReceived: self.lastReceived)))
        self.retry(1, after: delay, since: failure)
    }

    /// The next attempt is refused, as by the fault `refuse`.
    mutating func failAttempt(_ number: Int, retryAfter delay: Duration) {
        self.session.startAttempt(number)
        self.session.wait(.milliseconds(1))
        let failure = ConnectFailure(
            kind: .refused, what: "No connection to 127.0.0.1:6001", cause: "connection refused")
        self.session.add(.attemptFailed(attempt: number, .injected(failure)))
        self.retry(number + 1, after: delay, since: failure)
    }

    /// The client's own policy says by which rule it waits, and what would follow.
    private mutating func retry(
        _ attempt: Int, after delay: Duration, since failure: ConnectFailure
    ) {
        let policy = ReconnectionPolicy.standard
        let history = ReconnectionHistory(
            attempt: attempt, retry: attempt, everConnected: true, wasConnected: attempt == 1,
            end: .failed(failure), failedAttempts: attempt - 1,
            lastConnectionDuration: self.lost.duration(since: self.start))
        let rule = policy.schedule(after: history, count: 1).first?.rule ?? ""
        self.session.add(
            .retryScheduled(
                ScheduledRetry(
                    attempt: attempt, delay: delay, attemptLimit: nil,
                    rule: "\(policy.name): \(rule)",
                    forecast: policy.forecast(after: history, delay: delay, attempt: attempt))))
        self.show()
    }

    /// The next attempt succeeds, and all channels are subscribed again.
    mutating func connect(attempt: Int) {
        self.session.startAttempt(attempt)
        self.session.wait(.milliseconds(3))
        self.session.establish(
            socketID: Self.socketIDs.second, attempt: attempt, from: .connecting)
        let reconnected = self.session.time
        self.isConnected = true
        self.subscribe(isAgain: true)
        let channels = SandboxDirectory.demoChannels.map {
            ConnectionGap.Channel(name: $0, subscribedAgain: self.session.time)
        }
        self.session.add(
            .gap(
                ConnectionGap(
                    lastReceived: self.lastReceived, lossNoticed: self.lost,
                    reconnected: reconnected, channels: channels)))
        self.show()
    }

    private mutating func subscribe(isAgain: Bool) {
        for channel in SandboxDirectory.demoChannels {
            self.session.add(.subscriptionChanged(channel, .requested))
            self.session.add(.subscriptionChanged(channel, .subscribing))
            self.session.wait(.milliseconds(1))
            self.session.add(.subscriptionChanged(channel, .subscribed))
            guard channel.kind.hasMembers else {
                self.session.add(.subscriptionCount(channel, 1))
                continue
            }
            let bots = self.bots[channel] ?? []
            let members = PresenceMembers(roster: Roster(members: [Self.me] + bots), me: Self.me.id)
            let before = self.seen[channel] ?? []
            let difference = MemberDifference(
                joined: bots.filter { !before.contains($0) },
                left: before.filter { !bots.contains($0) })
            self.session.add(
                .membersReplaced(channel, members, difference: isAgain ? difference : nil))
            self.seen[channel] = bots
        }
    }
}

// MARK: The bots

extension SandboxStory {
    private mutating func perform(_ action: BotAction) {
        switch action {
        case .publish(let publication): self.publish(publication)
        case .burst(let publications): for one in publications { self.publish(one) }
        case .trigger(let event): self.receive(event)
        case .join(let member, let channel):
            self.bots[channel, default: []].append(member)
            guard self.isConnected else { return }
            self.seen[channel, default: []].append(member)
            self.session.add(.memberAdded(channel, member))
        case .leave(let id, let channel):
            let member = self.bots[channel]?.first { $0.id == id }
            self.bots[channel]?.removeAll { $0.id == id }
            guard self.isConnected, let member else { return }
            self.seen[channel]?.removeAll { $0.id == id }
            self.session.add(.memberRemoved(channel, member))
        case .seal: break
        }
    }

    private mutating func publish(_ publication: Publication) {
        for channel in publication.channels {
            self.receive(
                ChannelsEvent(name: publication.event, channel: channel, data: publication.data))
        }
    }

    /// Receives an event of a subscribed channel, or misses it while there is no connection.
    private mutating func receive(_ event: ChannelsEvent) {
        guard let channel = event.channel, SandboxDirectory.demoChannels.contains(channel) else {
            return
        }
        guard self.isConnected else {
            self.missed.append(
                MissedEvents.Event(
                    channel: channel, name: event.name, data: event.data,
                    published: self.session.time.wallMicroseconds / 1000))
            return
        }
        self.lastReceived = self.session.time
        self.session.receive(event.name, on: channel.text, event.data.text, from: event.userID)
    }
}

extension ConnectionEnd {
    /// As the fault injector ends a connection or an attempt.
    fileprivate static func injected(_ failure: ConnectFailure) -> ConnectionEnd {
        var end = ConnectionEnd.failed(failure)
        end.isInjected = true
        end.advice = nil
        return end
    }
}
