import ChannelsBasics
import ChannelsProtocol
import ChannelsTransport

/// Plays the steps of one case. What the subject sends is kept until a step expects it.
final class Stage {
    /// A connection by its name in the case.
    final class Seat {
        let peer: Peer
        var unread: [String] = []
        var closure: (code: Int?, reason: String)?

        init(_ peer: Peer) { self.peer = peer }
    }

    let subject: Subject
    var text: StageText
    var seats: [String: Seat] = [:]
    let trace: Trace
    /// Whether a case may wait for longer than a minute.
    let isPatient: Bool
    private(set) var hasPlayed = false
    /// When a step closed a connection.
    private(set) var closing: ContinuousClock.Instant?
    var answers: [String: AutomaticAnswers] = [:]
    /// Ends the host's connections at the end of the case.
    var ends: [AsyncStream<Never>.Continuation] = []
    private var readers: [Task<Void, Never>] = []

    init(_ subject: Subject, _ text: StageText, _ trace: Trace, isPatient: Bool) {
        self.subject = subject
        self.text = text
        self.trace = trace
        self.isPatient = isPatient
    }

    func play(_ steps: [CaseStep]) async throws(StepFailure) {
        for step in steps {
            defer { self.hasPlayed = true }
            do throws(StepFailure) {
                try await self.play(step)
            } catch {
                guard !error.isObstacle else { throw error }
                let place = (try? self.text.expand(step.connection)) ?? ""
                var failure = StepFailure(
                    "\(step.line.prefix(160)): \(error.text)", connection: place)
                failure.lostConnection = error.lostConnection
                throw failure
            }
        }
    }

    var hasLostConnection: Bool {
        self.seats.values.contains { $0.closure.map { $0.code == nil } ?? false }
    }

    func finish() async {
        for seat in self.seats.values where seat.closure == nil { await seat.peer.close(1000) }
        for end in self.ends { end.finish() }
        for reader in self.readers { reader.cancel() }
    }

    private func play(_ step: CaseStep) async throws(StepFailure) {
        if step.verb == .times { return try await self.repeatStep(step.text) }
        let text = try self.text.expand(step.text)
        switch step.verb {
        case .wait: try await self.wait(text)
        case .api, .publish, .webhook:
            try await self.playAPI(step, text)
        case .connect, .open, .subscribe, .unsubscribe, .signIn, .refused, .rejected:
            try await self.playClient(step, text)
        case .answers:
            self.answers[try self.text.expand(step.connection)]?.turn(on: text == "on")
        case .accept, .take, .meet, .quiet, .auth:
            try await self.playServer(step, text)
        default:
            let name = try self.text.expand(step.connection)
            try await self.playMessage(step, text, at: self.seat(name))
        }
    }

    /// `times 12 a send …`, in which `$i` counts from 1.
    private func repeatStep(_ text: String) async throws(StepFailure) {
        let words = text.split(separator: " ", maxSplits: 1)
        guard words.count == 2, let count = Int(words[0]), (1...1000).contains(count) else {
            throw StepFailure("times needs a number up to 1000 and a step")
        }
        let step = try CaseStep(String(words[1]))
        for number in 1...count {
            self.text.words["i"] = String(number)
            try await self.play(step)
        }
    }

    private func wait(_ text: String) async throws(StepFailure) {
        guard let time = Duration(typed: text) else { throw StepFailure("wait needs a time") }
        try? await Task.sleep(for: time)
    }

    func seat(_ name: String) throws(StepFailure) -> Seat {
        guard let seat = self.seats[name] else {
            throw StepFailure("there is no connection called \(name)")
        }
        return seat
    }

    func add(_ peer: Peer, as name: String) -> Seat {
        let seat = Seat(peer)
        self.seats[name] = seat
        self.readers.append(Task { await peer.read() })
        return seat
    }

    static let patience = Duration.seconds(5)
    /// How long nothing must arrive that must not.
    static let silence = Duration.milliseconds(700)

    func deadline(_ step: CaseStep) -> ContinuousClock.Instant {
        .now + (step.limit ?? Self.patience)
    }
}

// MARK: Messages

extension Stage {
    private func playMessage(
        _ step: CaseStep, _ text: String, at seat: Seat
    ) async throws(StepFailure) {
        switch step.verb {
        case .send: seat.peer.send(text)
        case .fragments:
            let bytes = Array(text.utf8)
            let half = bytes.count / 2
            seat.peer.send(frame: .text, isFinal: false, Array(bytes[..<half]))
            seat.peer.send(frame: .continuation, isFinal: true, Array(bytes[half...]))
        case .binary: seat.peer.send(frame: .binary, isFinal: true, Array(text.utf8))
        case .ping: seat.peer.ping()
        case .expect:
            try await self.expect(try MessagePattern(text), at: seat, self.deadline(step))
        case .next: try await self.next(try MessagePattern(text), at: seat, self.deadline(step))
        case .idle: try await self.idle(try MessagePattern(text), at: seat)
        case .never:
            try await self.never(
                try MessagePattern(text), at: seat, .now + (step.limit ?? Self.silence))
        case .alive: try await self.alive(seat, step.limit)
        case .settled: try? await self.alive(seat, step.limit)
        case .stays: try await self.stays(seat)
        case .closed: try await self.closed(text, at: seat, self.deadline(step))
        case .close:
            let words = text.split(separator: " ", maxSplits: 1)
            self.closing = .now
            await seat.peer.close(
                words.first.flatMap { UInt16($0) } ?? 1000,
                reason: words.count > 1 ? String(words[1]) : "")
        default: text == "silently" ? await seat.peer.fallSilent() : await seat.peer.close(nil)
        }
    }

    /// Not in the packet of what was sent before: some servers read nothing behind an error.
    func alive(_ seat: Seat, _ limit: Duration? = nil) async throws(StepFailure) {
        try? await Task.sleep(for: .milliseconds(200))
        seat.unread.removeAll { Self.pong.matches($0) }
        seat.peer.send(#"{"event":"pusher:ping","data":{}}"#)
        try await self.expect(Self.pong, at: seat, .now + (limit ?? Self.patience))
    }

    /// Pings for longer than the activity timeout.
    private func stays(_ seat: Seat) async throws(StepFailure) {
        let activity = try self.patientActivity()
        for _ in 1...5 {
            try? await Task.sleep(for: .seconds(activity) / 4)
            do throws(StepFailure) { try await self.alive(seat) } catch {
                throw self.unauthorized(seat) ?? error
            }
        }
    }

    /// An app may close connections that neither sign in nor subscribe with a signature.
    private func unauthorized(_ seat: Seat) -> StepFailure? {
        guard seat.closure?.code == 4009 else { return nil }
        return StepFailure(
            "the app closes connections without an authorized user (4009)", isObstacle: true)
    }

    private func patientActivity() throws(StepFailure) -> Int {
        let activity = self.text.words["activity"].flatMap { Int($0) } ?? 120
        guard self.isPatient || activity <= 45 else {
            throw StepFailure(
                "its activity timeout is \(activity)s: add --slow", isObstacle: true)
        }
        return activity
    }

    /// Expects what the subject must send when the activity timeout is over. Reverb looks for
    /// silent connections only once a minute.
    private func idle(_ pattern: MessagePattern, at seat: Seat) async throws(StepFailure) {
        let activity = try self.patientActivity()
        let end = ContinuousClock.now + .seconds(activity + max(10, min(61, activity * 2 + 1)))
        while seat.closure == nil, let input = await self.pull(seat, end) {
            guard case .text(let text) = input else { break }
            if pattern.matches(text) { return }
            guard text != Peer.pingMark else {
                throw StepFailure(
                    "its pings are WebSocket frames, which are answered at once",
                    isObstacle: true)
            }
            seat.unread.append(text)
        }
        throw self.unauthorized(seat) ?? self.missing(seat)
    }

    private static let pong = MessagePattern(["event": "pusher:pong"])

    /// The next text or the end.
    func pull(_ seat: Seat, _ deadline: ContinuousClock.Instant) async -> PeerInput? {
        while let input = await seat.peer.inbox.next(before: deadline) {
            switch input {
            case .closed(let code, let reason):
                seat.closure = (code, reason)
            case .text: break
            case .other: continue
            }
            return input
        }
        return nil
    }

    func expect(
        _ pattern: MessagePattern, at seat: Seat, _ deadline: ContinuousClock.Instant
    ) async throws(StepFailure) {
        if let index = seat.unread.firstIndex(where: pattern.matches) {
            seat.unread.remove(at: index)
            return
        }
        while seat.closure == nil, let input = await self.pull(seat, deadline) {
            guard case .text(let text) = input else { break }
            if pattern.matches(text) { return }
            seat.unread.append(text)
        }
        throw self.missing(seat)
    }

    /// Except pings, pongs and counts, which may come between any two messages.
    private func next(
        _ pattern: MessagePattern, at seat: Seat, _ deadline: ContinuousClock.Instant
    ) async throws(StepFailure) {
        seat.unread.removeAll(where: Self.isAside)
        if seat.unread.isEmpty, seat.closure == nil {
            while let input = await self.pull(seat, deadline) {
                guard case .text(let text) = input else { break }
                guard !Self.isAside(text) else { continue }
                seat.unread.append(text)
                break
            }
        }
        guard let first = seat.unread.first, pattern.matches(first) else {
            throw self.missing(seat)
        }
        seat.unread.removeFirst()
    }

    static func isAside(_ text: String) -> Bool {
        guard case .string(let event)? = JSONValue.parse(text)?["event"] else {
            return text == Peer.pingMark || text == Peer.pongMark
        }
        return ["pusher:ping", "pusher:pong", "pusher_internal:subscription_count"].contains(event)
    }

    private func never(
        _ pattern: MessagePattern, at seat: Seat, _ deadline: ContinuousClock.Instant
    ) async throws(StepFailure) {
        while seat.closure == nil, let input = await self.pull(seat, deadline) {
            if case .text(let text) = input { seat.unread.append(text) }
        }
        guard let found = seat.unread.first(where: pattern.matches) else { return }
        throw StepFailure("received \(Self.excerpt(found, ofClient: seat.peer.isClient))")
    }

    /// - Parameter text: a code, a range, several, or `any`; `none` for no close frame.
    func closed(
        _ text: String, at seat: Seat, _ deadline: ContinuousClock.Instant
    ) async throws(StepFailure) {
        while seat.closure == nil, let input = await self.pull(seat, deadline) {
            if case .text(let message) = input { seat.unread.append(message) }
        }
        guard let closure = seat.closure else {
            throw StepFailure("the connection stays open. \(self.missing(seat).text)")
        }
        guard Self.codes(text, contain: closure.code) else { throw self.missing(seat) }
    }

    static func codes(_ text: String, contain code: Int?) -> Bool {
        if text == "any" { return true }
        return text.split(separator: ",").contains { part in
            part == "none"
                ? code == nil
                : code.map { MessagePattern.range(part)?.contains($0) ?? false } ?? false
        }
    }

    private static func words(_ closure: (code: Int?, reason: String)) -> String {
        let code = closure.code.map { "close code \($0)" } ?? "no close code"
        return closure.reason.isEmpty ? code : "\(code), \"\(Self.excerpt(closure.reason))\""
    }

    func missing(_ seat: Seat) -> StepFailure {
        let texts = seat.unread.suffix(3).map { Self.excerpt($0, ofClient: seat.peer.isClient) }
        let received =
            texts.isEmpty ? "received nothing" : "received \(texts.joined(separator: " "))"
        guard let closure = seat.closure else { return StepFailure(received) }
        return StepFailure("\(received); closed with \(Self.words(closure))")
    }

    /// What the subject said, without signatures and on one line.
    static func excerpt(_ text: String, ofClient: Bool = false) -> String {
        let bytes = Array(text.utf8)
        let masked = ofClient ? SecretMask().text(ofSent: bytes) : SecretMask().text(of: bytes)
        return masked.trimmed.oneLine()
    }
}
