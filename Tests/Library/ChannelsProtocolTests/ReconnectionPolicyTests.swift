import BuoyTestBasics
import ChannelsDiagnostics
import ChannelsProtocol
import Testing

@Suite("The reconnection policy")
struct ReconnectionPolicyTests {
    static let unreachable = ConnectionEnd.failed(ConnectFailure(kind: .unreachable, what: ""))

    static func refused(_ status: Int, _ retryAfter: Duration? = nil) -> ConnectionEnd {
        .failed(ConnectFailure(kind: .httpStatus(status, retryAfter: retryAfter), what: ""))
    }

    /// The delay in seconds; `nil` when there is no retry.
    static func delay(
        _ end: ConnectionEnd, attempt: Int, retry: Int? = nil, seed: UInt64
    ) -> Double? {
        var generator = Dice(seed: seed)
        let history = ReconnectionHistory(attempt: attempt, retry: retry ?? attempt, end: end)
        let decision = ReconnectionPolicy.standard.decide(after: history, using: &generator)
        guard case .retry(let delay, nil, _) = decision else { return nil }
        return delay.inSeconds
    }

    @Test("the delay lies between the floor and a cap that doubles up to 30 s")
    func bounds() throws {
        let caps: [Double] = [1, 2, 4, 8, 16, 30, 30, 30]
        let ends: [(ConnectionEnd, floor: Double)] = [
            (Self.unreachable, 0.1), (.closed(4100, reason: ""), 1), (.closed(4199, reason: ""), 1),
            (.closed(nil, reason: ""), 0.1), (.pongMissing(after: .seconds(30)), 0.1),
            (Self.refused(500), 0.1), (Self.refused(429), 1), (Self.refused(503), 1),
            (.timedOut(in: .tcp, address: "x", limit: .seconds(10)), 0.1),
        ]
        for (end, floor) in ends {
            for (index, cap) in caps.enumerated() {
                let delays = try (0..<200).map { seed in
                    try #require(Self.delay(end, attempt: index + 1, seed: UInt64(seed)))
                }
                #expect(delays.allSatisfy { $0 >= floor && $0 <= cap })
                // Full jitter: the whole width is used.
                let width = cap - floor
                #expect(delays.contains { $0 <= floor + 0.1 * width })
                #expect(delays.contains { $0 >= cap - 0.1 * width })
            }
        }
    }

    @Test("an attempt number without bounds has the last cap", arguments: [100, .max, 0, -5, .min])
    func oddNumbers(attempt: Int) throws {
        let delay = try #require(Self.delay(Self.unreachable, attempt: attempt, seed: 1))
        #expect((0.1...30).contains(delay))
    }

    @Test("after 4200 to 4299 the first retry is immediate, the next are not")
    func immediate() throws {
        for code in [4200, 4201, 4202, 4250, 4299] as [CloseCode] {
            let end = ConnectionEnd.closed(code, reason: "")
            #expect(Self.delay(end, attempt: 1, retry: 1, seed: 1) == 0)
            #expect(Self.delay(end, attempt: 2, retry: 1, seed: 1) == 0)
            #expect(try #require(Self.delay(end, attempt: 2, retry: 2, seed: 1)) >= 0.1)
        }
    }

    @Test("HTTP refusals stop, or back off")
    func refusals() {
        for status in [301, 302, 307, 400, 401, 403, 404, 405, 407, 410, 426] {
            #expect(Self.delay(Self.refused(status), attempt: 2, seed: 1) == nil)
        }
        for status in [200, 204, 408, 425, 429, 500, 502, 503, 504, 599, 999, -1] {
            #expect(Self.delay(Self.refused(status), attempt: 2, seed: 1) != nil)
        }
    }

    @Test("Retry-After is kept to, up to five minutes")
    func retryAfter() throws {
        for status in [429, 503] {
            #expect(Self.delay(Self.refused(status, .seconds(7)), attempt: 1, seed: 1) == 7)
            #expect(Self.delay(Self.refused(status, .seconds(9999)), attempt: 1, seed: 1) == 300)
            let negative = Self.delay(Self.refused(status, .seconds(-9)), attempt: 2, seed: 1)
            #expect(try #require(negative) >= 1)
            // A short one does not make the back-off shorter.
            let short = Self.delay(Self.refused(status, .zero), attempt: 9, seed: 5)
            #expect(short == Self.delay(Self.refused(status), attempt: 9, seed: 5))
        }
    }

    @Test("settings that cannot work stop, TLS failures and violations are tried again")
    func failures() {
        let kinds: [(ConnectFailure.Kind, Bool)] = [
            (.settings, false), (.tls(reason: "expired", isCertificate: true), true),
            (.protocolViolation, true), (.nameNotResolved, true), (.refused, true),
            (.unreachable, true),
        ]
        for (kind, isRetried) in kinds {
            let end = ConnectionEnd.failed(ConnectFailure(kind: kind, what: ""))
            #expect((Self.delay(end, attempt: 3, seed: 1) != nil) == isRetried)
            #expect(end.isRefusal == !isRetried)
        }
    }

    @Test("the rule names the reason")
    func rules() {
        var generator = Dice(seed: 1)
        let history = ReconnectionHistory(
            attempt: 3, retry: 2,
            end: .failed(
                ConnectFailure(kind: .tls(reason: "", isCertificate: false), what: "")))
        guard
            case .retry(_, _, let rule) = ReconnectionPolicy.standard.decide(
                after: history, using: &generator)
        else {
            Issue.record("no retry")
            return
        }
        #expect(rule == "TLS failed: back-off up to 4s")
    }

    @Test("a server that closes with 4200 in a loop gets at most 20 attempts in 60 s")
    func loop() {
        for seed in 0..<200 as Range<UInt64> {
            for established in [true, false] {
                var scene = MachineScene(seed: seed)
                scene.connect()
                while scene.now < .at(60) {
                    if scene.opened.count > scene.closed.count {
                        scene.open()
                        if established { scene.establish() }
                        scene.close(4200)
                        scene.closed.append(scene.socket)
                    }
                    scene.wait(0.05)
                }
                #expect(scene.starts.count <= 20)
                #expect(scene.delays.first == .zero)
                #expect(scene.delays.dropFirst().allSatisfy { $0 >= .milliseconds(100) })
            }
        }
    }

    @Test("the delays grow until a connection has been stable for 30 s")
    func stableTime() {
        let policy = ReconnectionPolicy(name: "count") { history, _ in
            .retry(after: .seconds(history.attempt), rule: "")
        }
        var scene = MachineScene(ClientMachineOptions(address: "host:80", policy: policy))
        scene.connect()
        for lifetime in [2, 2, 29.9, 30, 2] as [Double] {
            scene.establish()
            scene.wait(lifetime)
            scene.close(1006)
            scene.wait((scene.delays.last ?? .zero).inSeconds)
        }
        #expect(scene.delays == [2, 3, 4, 1, 2].map { .seconds($0) })
    }

    @Test("flapping a hundred times leaves one socket, and everything restored")
    func flapping() {
        var scene = MachineScene()
        scene.subscribe(.a)
        scene.connect()
        for number in 1...100 {
            scene.establish(number)
            scene.receive(.subscriptionSucceeded(.a, roster: nil))
            scene.wait(0.05)
            scene.close(1006)
            scene.wait((scene.delays.last ?? .zero).inSeconds)
        }
        scene.establish(101)
        scene.receive(.subscriptionSucceeded(.a, roster: nil))
        #expect(scene.machine.subscription(to: .a) == .subscribed)
        #expect(Set(scene.opened).count == 101)
        #expect(scene.sent.count { $0.message == .subscribe(.a, nil) } == 101)
    }

    // MARK: Policies of another shape

    @Test("slots that a refused attempt waits out can be expressed")
    func slots() {
        let policy = ReconnectionPolicy(
            name: "slots", stableTime: .zero, firstTimeLimit: .seconds(15)
        ) { history, _ in
            let slots: [Duration] = [.seconds(15), .seconds(30), .seconds(60)]
            let next = slots[min(history.retry, 2)]
            if history.wasConnected {
                return .retry(after: .seconds(1), timeLimit: slots[0], rule: "a second")
            }
            let slot = slots[min(history.retry - 1, 2)]
            return .retry(after: slot - history.timeSpent, timeLimit: next, rule: "slot")
        }
        for isRefused in [true, false] {
            var scene = MachineScene(ClientMachineOptions(address: "host:80", policy: policy))
            scene.connect()
            while scene.now < .at(170) {
                if isRefused, scene.starts.last == scene.now.seconds { scene.fail() }
                scene.wait(0.5)
            }
            #expect(scene.starts == [0, 15, 45, 105, 165])
            let unavailable = scene.published.filter {
                if case .stateChanged(let change) = $0.kind {
                    change.current == .unavailable
                } else {
                    false
                }
            }
            #expect(unavailable.map(\.time.seconds) == [10])
        }
    }

    @Test("giving up after a first failure can be expressed")
    func neverConnected() {
        let policy = ReconnectionPolicy(name: "no first", stableTime: .zero) { history, _ in
            guard history.everConnected, history.retry <= 3 else { return .giveUp }
            return .retry(after: .seconds(5 * history.retry), rule: "linear")
        }
        var never = MachineScene(ClientMachineOptions(address: "host:80", policy: policy))
        never.connect()
        never.fail()
        #expect(never.machine.state == .failed)

        var scene = MachineScene(policy: policy).connected()
        scene.close(1006)
        for _ in 1...3 {
            scene.wait((scene.delays.last ?? .zero).inSeconds)
            scene.fail()
        }
        #expect(scene.delays == [5, 10, 15].map { .seconds($0) })
        #expect(scene.machine.state == .failed)
    }

    @Test("a delay or a limit without sense does no harm")
    func oddPolicy() {
        let policy = ReconnectionPolicy(name: "odd") { history, _ in
            history.attempt > 4 ? .switchToTLS : .retry(after: .seconds(-5), rule: "odd")
        }
        let options = ClientMachineOptions(address: "host:80", usesTLS: true, policy: policy)
        var scene = MachineScene(options)
        scene.connect()
        for _ in 1...5 {
            scene.fail()
            scene.wait(0)
        }
        #expect(scene.delays == [.zero, .zero, .zero])
        #expect(scene.machine.state == .failed)
    }
}
