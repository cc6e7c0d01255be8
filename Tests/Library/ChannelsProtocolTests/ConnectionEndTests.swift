import ChannelsDiagnostics
import ChannelsProtocol
import Testing

@Suite("The end of a connection")
struct ConnectionEndTests {
    enum Outcome { case retried, failed, switchedToTLS }

    static let codes: [(CloseCode?, Outcome)] =
        [4000].map { ($0, .switchedToTLS) }
        + [4001, 4002, 4003, 4004, 4005, 4006, 4007, 4008, 4009, 4010, 4099].map { ($0, .failed) }
        + [4300, 4301, 4302, 4399].map { ($0, .failed) }
        + [4100, 4101, 4150, 4199, 4200, 4201, 4202, 4250, 4299, 4400, 4999].map { ($0, .retried) }
        + [1000, 1001, 1002, 1003, 1005, 1006, 1007, 1008, 1009, 1011, 1012, 1013].map {
            ($0, .retried)
        }
        + [3000, 5000, 0, 65535].map { ($0, .retried) } + [(nil, .retried)]

    @Test("a close code is answered by its range, connected or not", arguments: [true, false])
    func closeCodes(connected: Bool) {
        for (code, outcome) in Self.codes {
            var scene = MachineScene()
            scene.connect()
            scene.open()
            if connected { scene.establish() }
            scene.close(code, reason: "why")
            #expect(
                scene.machine.state == (outcome == .failed ? .failed : .connecting),
                "\(code as Any)")
            if outcome == .failed {
                #expect(scene.changes.last?.cause == .ended(.closed(code, reason: "why")))
            }
            scene.wait(2)
            #expect(scene.opened.count == (outcome == .failed ? 1 : 2), "\(code as Any)")
        }
    }

    @Test("4000 switches to TLS once; with TLS in use it is final")
    func switchesToTLS() {
        var options = ClientMachineOptions(address: "host:80")
        options.tlsAddress = "host:443"
        var scene = MachineScene(options)
        scene.connect()
        scene.open()
        scene.close(4000)
        #expect(scene.delays == [.zero])
        scene.wait(0)
        guard case .attemptStarted(let attempt)? = scene.kinds.last else {
            Issue.record("no attempt followed")
            return
        }
        #expect(attempt.usesTLS)
        #expect(attempt.address == "wss://host:443")
        scene.open()
        scene.close(4000)
        #expect(scene.machine.state == .failed)
    }

    @Test("the code of the last error is used when the close code says nothing")
    func errorCode() {
        let table: [(close: CloseCode?, error: Int?, stops: Bool)] = [
            (nil, 4001, true), (1000, 4001, true), (1005, 4001, true), (1006, 4009, true),
            (1001, 4001, false), (4200, 4001, false), (4001, 4200, true), (nil, nil, false),
            (nil, 200, false), (nil, 70_000, false), (nil, 4200, false),
        ]
        for (close, error, stops) in table {
            for connected in [true, false] {
                var scene = MachineScene()
                scene.connect()
                scene.open()
                if connected { scene.establish() }
                scene.receive(.error(ServerError(code: error, message: "no")))
                #expect(scene.machine.state == (connected ? .connected : .connecting))
                scene.close(close)
                #expect(
                    (scene.machine.state == .failed) == stops, "\(close as Any) \(error as Any)")
            }
        }
    }

    @Test("the code of an error is used when the socket breaks without a close frame")
    func errorBeforeReset() {
        var scene = MachineScene()
        scene.connect()
        scene.open()
        scene.receive(.error(ServerError(code: 4001, message: "no such app")))
        scene.close(nil, failure: ConnectFailure(kind: .unreachable, what: "reset"))
        #expect(scene.changes.last?.cause == .ended(.refused(4001, reason: "no such app")))
    }

    @Test("an error of a connected client that lives on does not explain a later loss")
    func oldErrors() {
        let table: [(code: Int, seconds: Double, followed: Bool)] = [
            (4009, 6, false),  // too old
            (4009, 1, true),  // another message came in between
            (4301, 0, false),  // refuses a client event, ends nothing
        ]
        for (code, seconds, followed) in table {
            var scene = MachineScene().connected()
            scene.receive(.error(ServerError(code: code, message: "no")))
            if followed { scene.receive(.ping) }
            scene.wait(seconds)
            scene.close(1006)
            #expect(scene.machine.state == .connecting)
        }
    }

    @Test("an error alone neither ends a connection nor starts one")
    func errorAlone() {
        var scene = MachineScene().connected()
        for code in [4001, 4009, 4100, 4200, 4301] {
            scene.receive(.error(ServerError(code: code, message: "no")))
        }
        #expect(scene.machine.state == .connected)
        #expect(scene.opened == [1])
        // 4301 is told as the refusal of a client event.
        #expect(scene.problems.count == 4)
    }

    @Test(
        "a refusal that leaves the socket open ends the attempt soon",
        arguments: [4001, 4004, 4009])
    func refusalWithoutClose(code: UInt16) {
        var scene = MachineScene()
        scene.connect()
        scene.wait(2)
        scene.open()
        scene.receive(.error(ServerError(code: Int(code), message: "no")))
        #expect(scene.problems.isEmpty)
        scene.wait(0.4)
        #expect(scene.machine.state == .connecting)
        // Another one does not put the end off.
        scene.receive(.error(ServerError(code: Int(code), message: "no")))
        scene.wait(0.1)
        #expect(scene.machine.state == .failed)
        let refusal = ConnectionEnd.refused(CloseCode(rawValue: code), reason: "no")
        #expect(scene.changes.last?.cause == .ended(refusal))
        #expect(scene.closed == [1])
        scene.wait(60)
        #expect(scene.opened == [1])
    }

    @Test(
        "an error without a code of the protocol, or one that asks to come back, ends the attempt too",
        arguments: [(nil, nil), (500, nil), (4100, 4100), (4200, 4200)] as [(Int?, CloseCode?)])
    func otherError(code: Int?, closeCode: CloseCode?) {
        var scene = MachineScene(policy: .fixed(.seconds(1)))
        scene.connect()
        scene.open()
        scene.receive(.error(ServerError(code: code, message: "not now")))
        scene.wait(0.5)
        #expect(scene.closed == [1])
        let ends = scene.kinds.compactMap { kind -> ConnectionEnd? in
            if case .attemptFailed(_, let end, _) = kind { end } else { nil }
        }
        #expect(ends == [.refused(closeCode, reason: "not now")])
        scene.wait(1)
        #expect(scene.opened == [1, 2])
    }

    @Test("an error shortly before the limit of the attempt does not prolong it")
    func errorBeforeLimit() {
        var scene = MachineScene()
        scene.connect()
        scene.wait(9.8)
        scene.open()
        scene.receive(.error(ServerError(code: 4001, message: "no such app")))
        scene.wait(0.2)
        #expect(scene.changes.last?.cause == .ended(.refused(4001, reason: "no such app")))
    }

    @Test("a server that establishes the connection after an error has not refused it")
    func errorThenEstablished() {
        var scene = MachineScene()
        scene.connect()
        scene.open()
        scene.receive(.error(ServerError(code: 4009, message: "no")))
        scene.wait(0.4)
        scene.establish()
        scene.wait(60)
        #expect(scene.machine.state == .connected)
    }

    @Test("another message before the connection is established is told, and changes nothing")
    func earlyMessage() throws {
        let socketID = try #require(SocketID("1.2"))
        let event = ChannelsEvent(name: "x", channel: nil, data: EventData("{}"))
        let first: [ServerMessage] = [
            .pong, .event(event), .unknown(event), .subscriptionSucceeded(.a, roster: nil),
        ]
        for message in first {
            var scene = MachineScene()
            scene.connect()
            scene.open()
            scene.published = []
            scene.receive(message)
            #expect(scene.problems.map(\.kind) == [.unexpectedMessage])
            #expect(scene.kinds.count == 1)
            #expect(scene.sent.isEmpty)
            scene.receive(.connectionEstablished(socketID, activityTimeout: nil))
            #expect(scene.machine.state == .connected)
        }
    }

    @Test("a ping before the connection is established is answered, and the attempt's limit holds")
    func earlyPing() {
        var scene = MachineScene()
        scene.connect()
        scene.open()
        scene.receive(.ping)
        #expect(scene.sent.map(\.message) == [.pong])
        scene.wait(9.9)
        #expect(scene.closed.isEmpty)
        scene.wait(0.1)
        #expect(scene.closed == [1])
        #expect(scene.machine.state == .unavailable)
    }

    @Test("a first message that cannot be read ends the attempt, and others follow")
    func badFirstMessage() {
        var scene = MachineScene()
        scene.connect()
        scene.open()
        scene.published = []
        scene.receiveUnreadable()
        #expect(scene.closed == [1])
        guard case .attemptFailed(1, let end, _)? = scene.kinds.first,
            let failure = end.failure
        else {
            Issue.record("the attempt went on")
            return
        }
        #expect(failure.kind == .protocolViolation)
        #expect(scene.sent.isEmpty)
    }

    @Test("against a server that starts badly each time there are at least 3 attempts in 15 s")
    func badFirstMessages() {
        for seed in 0..<20 as Range<UInt64> {
            var scene = MachineScene(seed: seed)
            scene.connect()
            while scene.now < .at(15) {
                scene.open()
                scene.receiveUnreadable()
                scene.wait(0.1)
            }
            #expect(scene.starts.count >= 3)
            #expect(scene.starts.count <= 15)
        }
    }

    @Test("a policy that gives up says after how many attempts")
    func givesUp() {
        let policy = ReconnectionPolicy(name: "two more", attemptLimit: 2) { _, _ in
            .retry(after: .seconds(1), rule: "a second")
        }
        var scene = MachineScene(ClientMachineOptions(address: "host:80", policy: policy))
        scene.connect()
        for _ in 1...3 {
            scene.fail()
            scene.wait(1)
        }
        let end = ConnectionEnd.failed(ConnectFailure(kind: .unreachable, what: "It failed"))
        #expect(
            scene.changes.last
                == StateChange(
                    previous: .connecting, current: .failed, cause: .gaveUp(attempts: 3, end),
                    duration: .seconds(2)))
        guard
            case .retryScheduled(let retry)? = scene.kinds.first(where: {
                if case .retryScheduled = $0 { true } else { false }
            })
        else {
            Issue.record("no retry was told")
            return
        }
        #expect(
            retry
                == ScheduledRetry(
                    attempt: 2, delay: .seconds(1), attemptLimit: 3, rule: "two more: a second",
                    forecast: [
                        RetryForecast(attempt: 2, earliest: .seconds(1), latest: .seconds(1)),
                        RetryForecast(attempt: 3, earliest: .seconds(2), latest: .seconds(2)),
                    ]))
    }

    @Test("a forecast is as wide as the jitter, and begins with the delay that was chosen")
    func forecast() throws {
        var scene = MachineScene(ClientMachineOptions(address: "host:80"))
        scene.connect()
        scene.fail()
        guard case .retryScheduled(let retry)? = scene.kinds.last else {
            Issue.record("no retry was told")
            return
        }
        #expect(retry.forecast.map(\.attempt) == [2, 3, 4, 5, 6])
        let first = try #require(retry.forecast.first)
        #expect((first.earliest, first.latest) == (retry.delay, retry.delay))
        // The second attempt waits for 0.1 s to 2 s more, the third for 0.1 s to 4 s after that.
        let widths = retry.forecast.map { $0.latest - $0.earliest }
        #expect(zip(widths, widths.dropFirst()).allSatisfy(<))
        let second = retry.forecast[1]
        #expect(second.earliest >= retry.delay + .milliseconds(100))
        #expect(second.latest <= retry.delay + .seconds(4))
    }
}
