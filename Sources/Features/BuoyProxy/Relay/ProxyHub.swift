import BuoyScripts
import BuoyServers
import BuoySessions
import ChannelsProtocol
import ChannelsTransport
import NIOCore
import Synchronization

/// Shared by all connections of a proxy and by its observers: the clients, the faults in
/// effect, and what has passed but was not read yet.
///
/// A lock and not an actor, because the event loops must never wait for observers.
final class ProxyHub: Sendable {
    struct Report: Sendable {
        let link: Int
        let time: ChannelsTimestamp
        let news: ProxiedClients.News
    }

    fileprivate struct State {
        var directory = ClientDirectory()
        var last = 0
        var links: [Int: ProxyLink] = [:]
        var faultsOfAll: [Fault] = []
        var faults: [ClientNumber: [Fault]] = [:]
        var holds: [ClientNumber: MessageRule] = [:]
        var lastHeld = 0
        var reports: [Report] = []
        var bytes = 0
        var unread: [Int: Int] = [:]
        var failedHandshakes: [FailedHandshake] = []
        var refusedHosts: [RefusedHost] = []
        var knownHosts: Set<String> = []
    }

    private static let handshakeLimit = 100

    let options: ProxyOptions
    let gate: WebPageGate
    let wakeups: AsyncStream<Void>
    private let wake: AsyncStream<Void>.Continuation
    private let state = Mutex(State())
    private let time = SystemTime()

    init(_ options: ProxyOptions) {
        self.options = options
        // Nobody but the server can rebind its own name.
        self.gate = WebPageGate(
            address: options.address,
            allowedHosts: options.allowedHosts + [options.upstream.host])
        (self.wakeups, self.wake) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(1))
    }

    // MARK: Connections

    func close() { self.wake.finish() }

    func opened(_ request: ProxiedRequest, on loop: any EventLoop) -> ProxyLink {
        let now = self.time.now()
        let link = self.state.withLock { state in
            state.last += 1
            let isSilent = state.faultsOfAll.isSilent
            let assignment = state.directory.opened(request, link: state.last) { client in
                isSilent || state.faults[client]?.isSilent == true
            }
            if let forgotten = assignment.forgotten {
                state.faults[forgotten] = nil
                state.holds[forgotten] = nil
            }
            let link = ProxyLink(state.last, assignment.client, on: loop)
            state.links[link.number] = link
            link.faulty.change(to: LinkCondition(state.faults(of: link.client)))
            state.add(
                Report(link: link.number, time: now, news: .attempted(request, assignment)),
                bytes: 64)
            return link
        }
        self.wake.yield()
        return link
    }

    func triedTLS(from peer: String) {
        self.note(.triedTLS(peer: peer))
    }

    func note(_ authorization: PassedAuthorization) {
        self.note(.authorization(authorization))
    }

    private func note(_ news: ProxiedClients.News) {
        let now = self.time.now()
        self.state.withLock { state in
            state.add(Report(link: 0, time: now, news: news), bytes: 64)
        }
        self.wake.yield()
    }

    /// The connection no longer counts as one of its client, which may connect again.
    func left(_ link: ProxyLink) {
        self.state.withLock { $0.directory.closed(link: link.number) }
    }

    func forget(_ client: ClientNumber) -> Bool {
        self.state.withLock { state in
            guard state.directory.forget(client) else { return false }
            state.faults[client] = nil
            state.holds[client] = nil
            return true
        }
    }

    func closed(_ link: ProxyLink) {
        self.state.withLock { state in
            state.directory.closed(link: link.number)
            state.links[link.number] = nil
        }
    }

    // MARK: Faults

    func attemptFault(of client: ClientNumber) -> Fault? {
        self.state.withLock { $0.faults(of: client) }.last(where: \.concernsAttempts)
    }

    var refusesAll: Bool { self.state.withLock { $0.faultsOfAll.contains(.refuse) } }

    func messageFaults(of client: ClientNumber) -> MessageFaults {
        MessageFaults(self.state.withLock { $0.faults(of: client) })
    }

    func carryOut(
        _ changes: [FaultSchedule.Change], _ inForce: [FaultSchedule.InForce], on scope: ProxyScope
    ) {
        let links = self.state.withLock { state in
            switch scope {
            case .all: state.faultsOfAll = inForce.map(\.fault)
            case .client(let client):
                state.faults[client] = inForce.isEmpty ? nil : inForce.map(\.fault)
            }
            return state.links(of: scope).map { (link: $0, faults: state.faults(of: $0.client)) }
        }
        for (link, faults) in links {
            link.change(to: faults)
            for case .strike(let fault) in changes { link.strike(fault) }
        }
    }

    // MARK: Holding

    func now() -> ChannelsTimestamp { self.time.now() }

    func holdRule(of client: ClientNumber) -> MessageRule? {
        self.state.withLock { $0.holds[client] }
    }

    /// The verdicts of the first rule that matches: that of `:hold`, then those of the file.
    func judge(_ rule: MessageRule?, isSent: Bool) -> HoldQueue.Judge? {
        let rules = (rule.map { [$0] } ?? []) + self.options.rules
        guard !rules.isEmpty else { return nil }
        return { message in
            switch rules.first(where: { $0.matches(message, isSent: isSent) })?.action {
            case .hold(let limit)?:
                .held(as: self.nextHeldNumber(), for: limit, isShown: true)
            case .delay(let time, let jitter)?:
                .held(
                    as: self.nextHeldNumber(), for: time + jitter * .random(in: 0...1),
                    isShown: false)
            case .decide(let decision)?: .decided(decision)
            case nil: nil
            }
        }
    }

    private func nextHeldNumber() -> Int {
        self.state.withLock { state in
            state.lastHeld += 1
            return state.lastHeld
        }
    }

    /// Without a rule, what is held is let go.
    func hold(_ rule: MessageRule?, of client: ClientNumber) async {
        let links = self.state.withLock { state in
            state.holds[client] = rule
            return state.links(of: .client(client))
        }
        for link in links { await link.change(to: rule) }
    }

    func settle(_ message: HeldMessage, _ decision: HeldDecision) {
        let text = decision.text(for: message.content)
        self.state.withLock { $0.links[message.link] }?.settle(message.id, decision, text: text)
    }

    // MARK: Injecting

    /// - Returns: the number of connections that got the frame.
    func inject(_ text: [UInt8], _ target: FrameTarget, on scope: ProxyScope) async -> Int {
        var count = 0
        for link in self.state.withLock({ $0.links(of: scope) }) {
            if await link.inject(text, target) { count += 1 }
        }
        return count
    }

    // MARK: Reports

    /// Never waits.
    func report(_ news: [ProxiedClients.News], of link: ProxyLink) {
        let now = self.time.now()
        let isFirst = self.state.withLock { state in
            let isFirst = state.reports.isEmpty
            for news in news {
                let report = Report(link: link.number, time: now, news: news)
                state.add(report, bytes: news.bytes, limit: self.options.unreadLimit)
            }
            return isFirst
        }
        if isFirst { self.wake.yield() }
    }

    func take() -> [Report] {
        let now = self.time.now()
        // Nothing is copied while the event loops may wait.
        let (reports, unread) = self.state.withLock { state in
            defer { (state.reports, state.bytes, state.unread) = ([], 0, [:]) }
            return (state.reports, state.unread)
        }
        return reports
            + unread.map { Report(link: $0.key, time: now, news: .skipped($0.value)) }
    }

    func note(_ failed: FailedHandshake) {
        self.state.withLock { state in
            guard state.failedHandshakes.count < Self.handshakeLimit else { return }
            state.failedHandshakes.append(failed)
        }
        self.wake.yield()
    }

    /// Only the first one for each host is kept.
    func note(_ refused: RefusedHost) {
        let isNew = self.state.withLock { state in
            guard state.knownHosts.count < Self.handshakeLimit,
                state.knownHosts.insert(refused.host).inserted
            else { return false }
            state.refusedHosts.append(refused)
            return true
        }
        if isNew { self.wake.yield() }
    }

    func takeRefusedHosts() -> [RefusedHost] {
        self.state.withLock { state in
            defer { state.refusedHosts = [] }
            return state.refusedHosts
        }
    }

    func takeFailedHandshakes() -> [FailedHandshake] {
        self.state.withLock { state in
            defer { state.failedHandshakes = [] }
            return state.failedHandshakes
        }
    }

    func tick() { self.wake.yield() }
}

extension ProxyHub.State {
    fileprivate func links(of scope: ProxyScope) -> [ProxyLink] {
        self.links.values.filter { link in
            if case .client(let client) = scope { link.client == client } else { true }
        }
    }

    fileprivate func faults(of client: ClientNumber) -> [Fault] {
        self.faultsOfAll + (self.faults[client] ?? [])
    }

    fileprivate mutating func add(_ report: ProxyHub.Report, bytes: Int, limit: Int = .max) {
        guard self.bytes > limit else {
            self.reports.append(report)
            self.bytes += bytes
            return
        }
        // The protocol's own messages are kept, so that states stay right, up to twice the limit.
        let (kept, count) = report.news.essence
        self.unread[report.link, default: 0] += count
        guard let kept, self.bytes < 2 * limit || kept.bytes == 0 else { return }
        self.reports.append(ProxyHub.Report(link: report.link, time: report.time, news: kept))
        self.bytes += kept.bytes
    }
}

extension [Fault] {
    fileprivate var isSilent: Bool { self.contains { $0.silencesConnections } }
}

extension ProxiedClients.News {
    /// How much room it takes, in bytes; 0 for what must not be lost.
    fileprivate var bytes: Int {
        switch self {
        case .received(let text, let places): text.count + 32 * places.count + 64
        case .sent(let text): text.count + 64
        case .binary, .control, .unreadable: 64
        case .ruled(let message, _, _): message.text.count + 64
        case .attempted, .upgraded, .skipped, .ended, .triedTLS, .authorization, .held, .settled,
            .injected:
            0
        }
    }

    fileprivate var essence: (kept: ProxiedClients.News?, left: Int) {
        switch self {
        case .received(let text, let places):
            let kept = places.filter { text.mentionsProtocol($0) }
            let left = places.count - kept.count
            return (kept.isEmpty ? nil : .received(text, kept), left)
        case .sent(let text):
            return text.mentionsProtocol(0..<UInt32(clamping: text.count)) ? (self, 0) : (nil, 1)
        case .binary, .control, .ruled: return (nil, 1)
        case .attempted, .upgraded, .skipped, .ended, .unreadable, .triedTLS, .authorization,
            .held, .settled, .injected:
            return (self, 0)
        }
    }
}

extension [UInt8] {
    /// Whether a message may be one of the protocol's own, whose names start with `pusher`.
    fileprivate func mentionsProtocol(_ place: Range<UInt32>) -> Bool {
        let range = (Int(place.lowerBound)..<Int(place.upperBound)).clamped(to: 0..<self.count)
        let name = "pusher".utf8
        return self.withUnsafeBufferPointer { bytes in
            range.contains { index in
                bytes[index] == UInt8(ascii: "p")
                    && bytes[index..<range.upperBound].starts(with: name)
            }
        }
    }
}
