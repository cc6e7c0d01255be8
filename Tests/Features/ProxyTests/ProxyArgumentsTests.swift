import ArgumentParser
import BuoyScripts
import BuoySessions
import ChannelsProtocol
import ChannelsTransport
import Testing

@testable import BuoyProxy

@Suite("the options of buoy proxy")
struct ProxyArgumentsTests {
    private static func options(_ arguments: [String]) throws -> ProxyOptions {
        let command = try ProxyCommand.parse(arguments)
        return try command.proxy.options(command.route)
    }

    @Test(
        "a server is a host and a port, with TLS if that is said or usual",
        arguments: [
            ("127.0.0.1:6001", "127.0.0.1", 6001, false), ("ws.test:443", "ws.test", 443, true),
            ("ws://ws.test:443", "ws.test", 443, false), ("wss://ws.test", "ws.test", 443, true),
            ("wss://ws.test:8443/", "ws.test", 8443, true), ("[::1]:6001", "::1", 6001, false),
            ("http://ws.test", "ws.test", 80, false),
        ])
    func servers(text: String, host: String, port: Int, hasTLS: Bool) throws {
        let upstream = try Self.options([text]).upstream
        #expect(upstream.host == host)
        #expect(upstream.port == port)
        #expect((upstream.tls != nil) == hasTLS)
    }

    @Test(
        "what is no server is refused",
        arguments: [
            "", "ws.test", ":6001", "ws.test:0", "ws.test:99999", "ws://a/path",
            "::1:6001",
        ])
    func noServers(text: String) {
        #expect(ProxyArguments.place(text) == nil)
    }

    @Test(
        "options that do not fit are refused",
        arguments: [
            [], ["a:1", "--cluster", "eu"], ["a:1", "--tls-key", "k.pem"],
            ["a:1", "--listen", "example.test"],
            ["a:1", "--when-unreachable", "cut"],
            ["a:1", "--when-unreachable", "reject 4100 for 10s"],
            ["a:1", "--when-unreachable", "reject 70000"],
            ["wss://a:1", "--no-tls"], ["a:1", "--client-key", "k.pem"],
        ])
    func refused(arguments: [String]) {
        #expect(throws: (any Error).self) { try ProxyCommand.parse(arguments) }
    }

    @Test("what clients get while the server is down is a reset unless it is chosen")
    func unreached() throws {
        let answers: [(String?, UnreachedAnswer)] = [
            (nil, .reset), ("refuse", .reset), ("reject 4100", .close(4100)),
            ("status 502", .status(502)),
        ]
        for (line, answer) in answers {
            let arguments = line.map { ["--when-unreachable", $0] } ?? []
            let options = try Self.options(["a:1"] + arguments)
            #expect(options.whenUnreachable == answer, "\(line ?? "")")
        }
    }

    @Test("a fault that a proxy cannot make is refused at the start, also in a script")
    func impossibleFaults() {
        for arguments in [["--fault", "unresolved"], ["--fault-script", "no-dns"]] {
            #expect(throws: (any Error).self) {
                try ProxyCommand.parse(["a:1"] + arguments)
            }
        }
        #expect(throws: Never.self) {
            try ProxyCommand.parse(["a:1", "--fault-script", "restart"])
        }
    }

    @Test("a script counts from the first connection, however late that is noticed")
    func plannedFaults() throws {
        var plan = SessionFaults.Plan()
        plan.steps = [try FaultLine.step("at 1s cut")]
        plan.stepsWhenConnected = [
            try FaultLine.step("cut"), try FaultLine.step("at 10s refuse for 3s"),
        ]
        var faults = PlannedFaults(plan)
        #expect(faults.stepsFromStart == plan.steps)
        let connected = ChannelsTimestamp.zero.advanced(by: .seconds(60))
        let change = StateChange(previous: .connecting, current: .connected, cause: .asked)
        let attempt = ConnectionAttempt(
            number: 1, address: "", usesTLS: false, timeLimit: .seconds(10))
        let noticed = connected.advanced(by: .milliseconds(20))
        #expect(
            faults.stepsWhenConnected(
                [ClientReport(number: 1, time: .zero, kind: .attemptStarted(attempt))],
                at: noticed) == [])
        let reports = [ClientReport(number: 2, time: connected, kind: .stateChanged(change))]
        #expect(
            faults.stepsWhenConnected(reports, at: noticed) == [
                try FaultLine.step("cut"), try FaultLine.step("at 9980ms refuse for 3s"),
            ])
        #expect(faults.stepsWhenConnected(reports, at: noticed) == [])
    }

    @Test("a cluster is reached with TLS")
    func cluster() throws {
        let options = try Self.options(["--cluster", "eu", "--listen", "127.0.0.1:0"])
        #expect(options.upstream.address == "ws-eu.pusher.com:443")
        #expect(options.upstream.tls != nil)
        #expect(options.port == 0)
    }
}
