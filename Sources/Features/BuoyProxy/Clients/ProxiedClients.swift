import BuoyDashboard
import ChannelsEventWords
import ChannelsProtocol
import OrderedCollections

struct ProxiedClients: Sendable {
    enum News: Sendable {
        case attempted(ProxiedRequest, ClientDirectory.Assignment)
        case triedTLS(peer: String)
        case authorization(PassedAuthorization)
        case upgraded
        case received([UInt8], [Range<UInt32>])
        case sent([UInt8])
        case binary(Int)
        case control(isPing: Bool, isSent: Bool)
        case unreadable(String)
        case skipped(Int)
        case held(HeldMessage)
        case settled(Int, HeldOutcome)
        case ruled(PassingMessage, HeldDecision, isSent: Bool)
        case injected([UInt8], FrameTarget)
        case ended(LinkEnd)
    }

    let upstream: String
    let usesTLS: Bool
    private(set) var clients: OrderedDictionary<ClientNumber, ProxiedClient> = [:]
    private(set) var attempts = RateCounter()

    /// What the frames of all clients take, in bytes; at most `frameLimit`.
    private(set) var frameBytes = 0
    private let frameLimit: Int

    /// Attempts with TLS on a port without it, of which no client is known, since they were taken.
    private var strays: [FailedHandshake] = []

    private var links: [Int: ClientNumber] = [:]
    private var changed: OrderedSet<ClientNumber> = []

    init(upstream: String, usesTLS: Bool, frameLimit: Int = 16 << 20) {
        self.frameLimit = frameLimit
        self.upstream = upstream
        self.usesTLS = usesTLS
    }

    mutating func handle(_ news: News, ofLink link: Int, at time: ChannelsTimestamp) {
        switch news {
        case .attempted(let request, let assignment):
            return self.attempted(request, assignment, link: link, at: time)
        case .triedTLS(let peer): return self.triedTLS(from: peer, at: time)
        case .authorization(let authorization): return self.passed(authorization, at: time)
        default: break
        }
        // News of a connection that the client has left for another one no longer counts.
        guard let number = self.links[link], self.clients[number]?.link == link else { return }
        self.changed.append(number)
        // In place, because changing a copy would copy everything that it keeps.
        guard let index = self.clients.index(forKey: number) else { return }
        let before = self.clients.values[index].frames.bytes
        defer { self.countFrames(of: index, before: before) }
        switch news {
        case .attempted, .triedTLS, .authorization: break
        case .upgraded: self.clients.values[index].upgraded(at: time)
        case .received(let text, let places):
            self.clients.values[index].received(text, places, at: time)
        case .sent(let text): self.clients.values[index].sent(text, at: time)
        case .binary(let count): self.clients.values[index].receivedBinary(count: count, at: time)
        case .control(let isPing, let isSent):
            self.clients.values[index].passedControl(isPing: isPing, isSent: isSent, at: time)
        case .unreadable(let text): self.clients.values[index].passedUnreadable(text, at: time)
        case .skipped(let count): self.clients.values[index].skipped(count, at: time)
        case .held(let message): self.clients.values[index].held(message, at: time)
        case .settled(let number, let outcome):
            self.clients.values[index].settled(number, outcome, at: time)
        case .ruled(let message, let decision, let isSent):
            self.clients.values[index].note(
                HeldNote(time: time, event: message.event, isSent: isSent, .ruled(decision)))
        case .injected(let text, let target):
            self.clients.values[index].note(
                HeldNote(
                    time: time, event: PassingMessage(text)?.event, isSent: target == .server,
                    .injected))
        case .ended(let end):
            self.links[link] = nil
            self.clients.values[index].ended(end, at: time)
        }
    }

    /// Of the clients with the most frames in memory, the oldest frames go first.
    private mutating func countFrames(of index: Int, before: Int) {
        self.frameBytes += self.clients.values[index].frames.bytes - before
        guard self.frameBytes > self.frameLimit else { return }
        // A little more than necessary, so that this is not done for each message.
        let sizes = self.clients.values.map(\.frames.bytes)
        let limit = self.frameLimit - self.frameLimit / 16
        guard let level = SharedMemory.level(of: sizes, limit: limit) else { return }
        self.frameBytes = 0
        for index in self.clients.values.indices {
            self.clients.values[index].shrinkFrames(to: level)
            self.frameBytes += self.clients.values[index].frames.bytes
        }
    }

    private mutating func attempted(
        _ request: ProxiedRequest, _ assignment: ClientDirectory.Assignment, link: Int,
        at time: ChannelsTimestamp
    ) {
        if let forgotten = assignment.forgotten { self.forget(forgotten) }
        self.attempts.record(second: time.second)
        let number = assignment.client
        self.links[link] = number
        self.changed.append(number)
        if self.clients[number] == nil {
            self.clients[number] = ProxiedClient(
                number, request, upstream: self.upstream, usesTLS: self.usesTLS)
        }
        guard let index = self.clients.index(forKey: number) else { return }
        let before = self.clients.values[index].frames.bytes
        self.clients.values[index].attempted(request, link: link, at: time)
        self.countFrames(of: index, before: before)
    }

    /// How long after an attempt without TLS a client may try one with it.
    private static let longestTLSDelay = Duration.seconds(15)

    /// A connection that says nothing but its address is of a client there that is not connected.
    /// Of several, it is the one that has waited longest: they try in the order in which they did
    /// without TLS.
    private mutating func triedTLS(from peer: String, at time: ChannelsTimestamp) {
        self.attempts.record(second: time.second)
        let host = ProxiedRequest.host(of: peer)
        let candidates = self.clients.values.filter {
            $0.request.host == host && $0.state != .connected
                && time.duration(since: $0.lastAttempt) < Self.longestTLSDelay
        }
        guard let number = candidates.min(by: { $0.lastAttempt < $1.lastAttempt })?.number,
            let index = self.clients.index(forKey: number)
        else { return self.strays.append(FailedHandshake(ofTLSFrom: peer)) }
        let before = self.clients.values[index].frames.bytes
        self.clients.values[index].triedTLS(at: time)
        self.countFrames(of: index, before: before)
        self.changed.append(number)
    }

    private mutating func passed(_ authorization: PassedAuthorization, at time: ChannelsTimestamp) {
        let index = self.clients.values.firstIndex { $0.socketID == authorization.socketID }
        guard let index else { return }
        self.clients.values[index].passed(authorization, at: time)
        self.changed.append(self.clients.keys[index])
    }

    mutating func takeStrays() -> [FailedHandshake] {
        defer { self.strays = [] }
        return self.strays
    }

    func longGone(at time: ChannelsTimestamp) -> [ClientNumber] {
        self.clients.values.compactMap { client in
            guard let since = client.goneSince,
                time.duration(since: since) >= ProxiedClient.longestAbsence
            else { return nil }
            return client.number
        }
    }

    mutating func forget(_ client: ClientNumber) {
        self.frameBytes -= self.clients[client]?.frames.bytes ?? 0
        self.clients[client] = nil
        self.changed.remove(client)
    }

    mutating func passed(until time: ChannelsTimestamp) {
        for index in self.clients.values.indices {
            guard let next = self.clients.values[index].nextTimer, next <= time else { continue }
            self.clients.values[index].passed(until: time)
            self.changed.append(self.clients.keys[index])
        }
    }

    mutating func takeHeldNotes() -> [(client: ClientNumber, notes: [HeldNote])] {
        self.clients.values.indices.compactMap { index in
            let notes = self.clients.values[index].takeHeldNotes()
            return notes.isEmpty ? nil : (self.clients.keys[index], notes)
        }
    }

    mutating func takeReports() -> [(client: ClientNumber, events: [ClientReport])] {
        defer { self.changed = [] }
        return self.changed.compactMap { number in
            guard let index = self.clients.index(forKey: number) else { return nil }
            let events = self.clients.values[index].takeReports()
            return events.isEmpty ? nil : (number, events)
        }
    }
}
