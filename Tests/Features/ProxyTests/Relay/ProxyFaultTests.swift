import BuoyDashboard
import BuoyScripts
import BuoySessions
import BuoyTestBasics
import BuoyTestSupport
import ChannelsEventWords
import ChannelsProtocol
import ChannelsTransport
import Synchronization
import Testing

@testable import BuoyProxy

@Suite("faults that a proxy makes", .inTurn)
struct ProxyFaultTests {
    /// A server that greets, and sends back what it gets.
    private static func bench(usesTLS: Bool = false) async throws -> ProxyBench {
        try await ProxyBench(usesTLS: usesTLS) { connection in
            try? connection.greet()
            while case .messages(let messages) = await connection.receive() {
                try? connection.send(messages.texts)
            }
        }
    }

    private static func client(of bench: ProxyBench) async throws -> any WebSocketConnection {
        let client = try await bench.connect()
        _ = await client.texts(1)
        return client
    }

    @Test("a close code arrives as if the server had sent it, with nothing behind it")
    func close() async throws {
        let bench = try await Self.bench()
        let client = try await Self.client(of: bench)
        try await bench.fault("close 4200")
        try? client.send("after")
        let closure = await client.end()
        #expect(closure.code == 4200)
        #expect(closure.reason == "a fault made by buoy")
        let events = try await bench.news {
            if case .stateChanged(let change) = $0 { change.closeCode == 4200 } else { false }
        }
        #expect(!events.isEmpty)
        await bench.close()
    }

    @Test("an error arrives, and the connection stays open")
    func error() async throws {
        let bench = try await Self.bench()
        let client = try await Self.client(of: bench)
        try await bench.fault("error 4301")
        let (texts, _) = await client.texts(1)
        #expect(texts.first?.contains("4301") == true)
        try client.send("still there")
        #expect(await client.texts(1).texts == ["still there"])
        await bench.close()
    }

    @Test("only half of the next message arrives")
    func corrupt() async throws {
        let bench = try await Self.bench()
        let client = try await Self.client(of: bench)
        try await bench.fault("corrupt")
        try client.send("0123456789", "whole")
        #expect(await client.texts(2).texts == ["01234", "whole"])
        await bench.close()
    }

    @Test(
        "the connection ends without a close frame, with a reset, or in the middle of a frame",
        arguments: [false, true])
    func ends(usesTLS: Bool) async throws {
        for line in ["cut", "reset", "truncate"] {
            let bench = try await Self.bench(usesTLS: usesTLS)
            let client = try await Self.client(of: bench)
            try await bench.fault(line)
            if line == "truncate" { try client.send("never whole") }
            let (texts, closure) = await client.texts(1)
            #expect(texts == [], "\(line)")
            #expect(closure?.code == nil, "\(line)")
            #expect(closure?.error != nil, "\(line)")
            await bench.close()
        }
    }

    @Test("pongs do not arrive, everything else does")
    func noPongs() async throws {
        let bench = try await Self.bench()
        let client = try await Self.client(of: bench)
        try await bench.fault("no-pongs")
        try client.send(#"{"event":"pusher:pong"}"#, "something else")
        #expect(await client.texts(1).texts == ["something else"])
        await bench.close()
    }

    @Test("answers to subscriptions wait until it is over")
    func delayAnswers() async throws {
        let bench = try await Self.bench()
        let client = try await Self.client(of: bench)
        let answer = String(
            decoding: FrameCodec.encode(
                ServerMessage.subscriptionSucceeded(ChannelName(wire: "news"), roster: nil)),
            as: UTF8.self)
        let runner = bench.proxy.faultRunner(of: .all)
        await runner.perform(.plan([try FaultLine.step("delay-answers")]))
        try client.send(answer, "event")
        #expect(await client.texts(1).texts == ["event"])
        await runner.perform(.endAll)
        #expect(await client.texts(1).texts == [answer])
        await bench.close()
    }

    @Test("nothing passes in a silence, and what was sent arrives afterwards")
    func silence() async throws {
        let bench = try await Self.bench()
        let client = try await Self.client(of: bench)
        let other = try await Self.client(of: bench)
        let runner = bench.proxy.faultRunner(of: .client(ClientNumber(1)))
        await runner.perform(.plan([try FaultLine.step("silence in")]))
        try client.send("held")
        let hasArrived = Mutex(false)
        async let texts = {
            let texts = await client.texts(1).texts
            hasArrived.withLock { $0 = true }
            return texts
        }()
        // Without the silence it would be there long before these have passed there and back.
        for number in 1...100 {
            try other.send("\(number)")
            #expect(await other.texts(1).texts == ["\(number)"])
        }
        #expect(!hasArrived.withLock { $0 })
        await runner.perform(.endAll)
        #expect(await texts == ["held"])
        await bench.close()
    }

    @Test("a delay and a limit of bytes make everything late, and lose nothing")
    func slow() async throws {
        for line in ["delay 150ms", "throttle 2000"] {
            let bench = try await Self.bench()
            let client = try await Self.client(of: bench)
            try await bench.fault(line)
            let text = String(repeating: "x", count: 400)
            let clock = ContinuousClock()
            let time = try await clock.measure {
                try client.send(text)
                #expect(await client.texts(1).texts == [text])
            }
            #expect(time > .milliseconds(140), "\(line)")
            await bench.close()
        }
    }

    @Test("new connections are refused, get a status, or a close code before they are established")
    func attempts() async throws {
        let bench = try await Self.bench()
        for (line, expected) in [("refuse", "reset"), ("status 503", "503")] {
            let runner = bench.proxy.faultRunner(of: .all)
            await runner.perform(.plan([try FaultLine.step(line)]))
            do {
                _ = try await bench.connect()
                Issue.record("\(line): it was connected")
            } catch {
                #expect(error.description.lowercased().contains(expected), "\(line): \(error)")
            }
            await runner.perform(.endAll)
        }
        try await bench.fault("reject 4100")
        let client = try await bench.connect()
        #expect(await client.end().code == 4100)
        await bench.close()
    }

    @Test("a client that comes back at once after a close code is the same client")
    func returns() async throws {
        let bench = try await Self.bench()
        try await bench.fault("reject 4100")
        let port = bench.proxy.port
        // Several that are not alike, so that the machine is busy.
        await withTaskGroup { group in
            for number in 0..<8 {
                group.addTask { await Self.comeBack(200, to: port, as: "8.4.\(number)") }
            }
        }
        _ = await bench.proxy.takeNews()
        #expect(await bench.proxy.overview(selecting: nil).rows.count == 8)
        await bench.close()
    }

    /// Connects again and again, each time before the last connection is closed.
    private static func comeBack(_ count: Int, to port: Int, as version: String) async {
        let upgrade = ProxyPassingTests.upgrade.replacing("8.4.0", with: version)
        await onThread {
            for _ in 0..<count {
                let socket = RawSocket.connect(port: port)
                socket.write(upgrade)
                _ = socket.read(until: "a fault made by buoy")
            }
        }
    }

    @Test("an unanswered attempt goes on when the fault is over")
    func unreachable() async throws {
        let bench = try await Self.bench()
        let runner = bench.proxy.faultRunner(of: .all)
        await runner.perform(.plan([try FaultLine.step("unreachable")]))
        async let connecting = Self.client(of: bench)
        _ = try await bench.news { if case .attemptStarted = $0 { true } else { false } }
        await runner.perform(.endAll)
        let client = try await connecting
        try client.send("there")
        #expect(await client.texts(1).texts == ["there"])
        await bench.close()
    }

    @Test("a silence of open connections leaves new ones alone, and keeps nothing back permanently")
    func silenceOfOpen() async throws {
        let bench = try await Self.bench()
        let old = try await Self.client(of: bench)
        let runner = bench.proxy.faultRunner(of: .all)
        await runner.perform(.plan([try FaultLine.step("silence old")]))
        try old.send("held")
        let new = try await Self.client(of: bench)
        try new.send("there")
        #expect(await new.texts(1).texts == ["there"])
        await runner.perform(.endAll)
        #expect(await old.texts(1).texts == ["held"])
        await bench.close()
    }

    @Test("an attempt in a silence reaches the server when it is over, and not before")
    func attemptInSilence() async throws {
        let bench = try await Self.bench()
        let runner = bench.proxy.faultRunner(of: .all)
        await runner.perform(.plan([try FaultLine.step("silence")]))
        async let connecting = Self.client(of: bench)
        _ = try await bench.news { if case .attemptStarted = $0 { true } else { false } }
        #expect(bench.host.requests.all.isEmpty)
        await runner.perform(.endAll)
        let client = try await connecting
        try client.send("there")
        #expect(await client.texts(1).texts == ["there"])
        await bench.close()
    }

    @Test("an attempt that a fault kept from being answered says so")
    func unanswered() async throws {
        for line in ["unreachable", "stall upgrade", "stall hello", "silence", "status 503"] {
            let bench = try await Self.bench()
            try await bench.fault(line)
            await onThread { [port = bench.proxy.port] in
                let socket = RawSocket.connect(port: port)
                socket.write(ProxyPassingTests.upgrade)
                // With a status there is an answer; without one, the client leaves at once.
                if line.hasPrefix("status") { _ = socket.readTextToEnd() } else { socket.finish() }
                _ = socket.waitForEnd()
            }
            let events = try await bench.news {
                if case .attemptFailed = $0 { true } else { false }
            }
            let isByFault = events.contains {
                if case .attemptFailed(_, let end, _) = $0.kind { end.isInjected } else { false }
            }
            #expect(isByFault, "\(line): \(events)")
            await bench.close()
        }
    }

    @Test("a fault of one client leaves the others alone")
    func scope() async throws {
        let bench = try await Self.bench()
        let first = try await Self.client(of: bench)
        let second = try await bench.connect("client=Pysher&version=1.0.7&protocol=6")
        _ = await second.texts(1)
        try await bench.fault("close 4201", on: .client(ClientNumber(1)))
        #expect(await first.end().code == 4201)
        try second.send("unhurt")
        #expect(await second.texts(1).texts == ["unhurt"])
        _ = await bench.proxy.takeNews()
        let overview = await bench.proxy.overview(selecting: nil)
        #expect(overview.rows.map(\.title) == ["pusher-js 8.4.0", "pysher 1.0.7"])
        await bench.close()
    }
}
