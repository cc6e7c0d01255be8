import ChannelsProtocol
import ChannelsSigning

@testable import BuoyServers
@testable import Channels
@testable import ChannelsTesting
@testable import ChannelsTransport

// What passes between the client and the rest of the world.
extension Simulation {
    // MARK: Bytes

    /// Reads what has arrived on all connections, in pieces.
    func readAll() {
        for index in self.ends.indices { self.read(index) }
        self.ends.removeAll { $0.isOver && !$0.isActive }
    }

    private func read(_ index: Int) {
        let id = self.ends[index].id
        guard self.ends[index].reads, self.ends[index].isActive else { return }
        guard let bytes = self.server.ends[id]?.toClient.take(at: self.now) else { return }
        self.ends[index].arrival.note(self.server.ends[id]?.toClient.lastTaken)
        var rest = bytes[...]
        var pieces = 0
        while !rest.isEmpty, self.ends[index].isActive {
            let chance = self.chance(UInt64(id.number), UInt64(self.ends[index].fed))
            // Thousands of pieces take time, and show no more than some.
            pieces += 1
            let size = pieces > 40 ? rest.count : 1 + Int(chance % UInt64(self.cut))
            let piece = rest.prefix(size)
            rest = rest.dropFirst(size)
            self.ends[index].feed(piece)
            self.ends[index].fed += piece.count
            self.countFrames(index)
            // Several reads may make one burst.
            if chance >> 32 & 1 == 0 || rest.isEmpty {
                self.ends[index].finishRead()
                self.passFrames(index)
                self.settle()
            }
        }
        self.passFrames(index)
        if let isReset = self.server.ends[id]?.toClient.takeEnd(at: self.now) {
            if !isReset { self.oracle.readEnd(of: id, at: self.now) }
            self.ends[index].ended(isReset: isReset)
            self.server.ends[id]?.toClient.lose()
            self.settle()
        }
    }

    /// Counts the frames that are complete.
    private func countFrames(_ index: Int) {
        let end = self.ends[index]
        guard let frames = self.server.ends[end.id]?.frames else { return }
        var count = end.framesRead
        while count < frames.count, frames[count].end <= end.fed { count += 1 }
        self.ends[index].framesRead = count
    }

    /// Tells the account of the frames that the client can know now.
    private func passFrames(_ index: Int) {
        let end = self.ends[index]
        guard let frames = self.server.ends[end.id]?.frames else { return }
        let arrival = self.server.ends[end.id]?.toClient.lastTaken ?? self.now
        self.oracle.read(
            frames[..<end.framesRead], of: end.id, at: self.now, arrival: arrival)
    }

    /// Sends on what the client has written, and the end of its connections.
    func takeWritten() {
        for index in self.ends.indices {
            let id = self.ends[index].id
            let bytes = self.ends[index].takeWritten()
            let arrival = max(self.now + self.server.latency, self.server.stalledUntil)
            let isSilent = self.server.ends[id]?.isSilent ?? true
            if !bytes.isEmpty, !isSilent {
                _ = self.server.ends[id]?.toServer.send(bytes, arrival: arrival)
            }
            guard !self.ends[index].isActive, !self.ends[index].isOver else { continue }
            self.ends[index].isOver = true
            if !isSilent {
                self.server.ends[id]?.toServer.finish(arrival: arrival, isReset: false)
            }
        }
    }

    // MARK: Attempts

    /// Takes the attempts that the client has started.
    func takeAttempts() {
        while let attempt = self.network.nextAttemptIfAny() {
            // Two round trips: for TCP, and for the upgrade.
            var pending = PendingAttempt(
                attempt: attempt,
                due: max(self.now + 4 * self.server.latency, self.server.stalledUntil))
            if let refusal = self.server.refusal, self.now < refusal.until {
                pending.refusal = refusal.kind
            }
            if self.now < self.server.downUntil { pending.refusal = .refused }
            self.attempts.append(pending)
        }
    }

    /// Answers the attempts that are due.
    func answerAttempts() {
        let due = self.attempts.filter { $0.due <= self.now }
        self.attempts.removeAll { $0.due <= self.now }
        for pending in due {
            self.answer(pending)
            self.settle()
        }
    }

    private func answer(_ pending: PendingAttempt) {
        switch pending.refusal {
        case .refused:
            pending.attempt.fail(
                .connectFailed(address: "example.test:80", cause: "connection refused"))
        case .unavailable:
            pending.attempt.fail(
                .upgradeRefused(
                    HTTPRefusal(
                        status: 503, reason: "Service Unavailable", retryAfter: .seconds(3))))
        case .hang: break
        case .cut:
            let id = self.open(pending)
            self.server.drop(id, isReset: false, at: self.now)
        case .mute: _ = self.open(pending)
        case .error4100: self.refuse(pending, 4100)
        case .error4200: self.refuse(pending, 4200)
        case .garbage:
            let id = self.open(pending)
            self.server.write(.text, Array("hello".utf8), to: id, at: self.now)
        case nil:
            let id = self.open(pending)
            self.server.opened(id, target: pending.attempt.endpoint.target, at: self.now)
        }
    }

    private func refuse(_ pending: PendingAttempt, _ code: CloseCode) {
        let id = self.open(pending)
        self.server.ask(at: self.now) { _ in SandboxHub.refuse(id, code, "not now") }
    }

    private func open(_ pending: PendingAttempt) -> ConnectionID {
        let endpoint = pending.attempt.endpoint
        let id = self.server.accept(target: endpoint.target, at: self.now)
        let (end, connection) = ClientEnd.make(
            id, limits: endpoint.limits, on: self.loop, clock: self.clock)
        self.ends.append(end)
        pending.attempt.answer.put(.success(connection))
        return id
    }

    // MARK: Authorizations

    /// Takes the signatures that the client wants.
    func takeWishes() {
        while let wish = self.wishes.takeIfAny() {
            self.waitingWishes.append((wish, self.authorizeAfter.map { self.now + $0 }))
        }
    }

    /// Answers those that are due.
    func answerWishes() {
        let due = self.waitingWishes.filter { $0.due.map { $0 <= self.now } ?? false }
        self.waitingWishes.removeAll { $0.due.map { $0 <= self.now } ?? false }
        for (wish, _) in due { self.grant(wish) }
    }

    /// Signs as the application's server does.
    func grant(_ wish: AuthWish) {
        let user = PresenceUser(id: UserID("me"))
        let data = wish.channel.kind.hasMembers ? user.channelData : nil
        let signer = ChannelSignature(
            key: SandboxApp.standardKey, secret: AppSecret(SandboxApp.standardSecret))
        guard
            let auth = try? signer.auth(
                socketID: wish.socketID, channel: wish.channel, channelData: data)
        else { return wish.refuse() }
        wish.grant(ChannelAuthorization(auth: auth, channelData: data))
    }
}
