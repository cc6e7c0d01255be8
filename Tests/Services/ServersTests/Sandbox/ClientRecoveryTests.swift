import BuoyTestBasics
import Channels
import ChannelsProtocol
import ChannelsSigning
import ChannelsTransport
import Glibc
import Testing

@testable import BuoyServers

@Suite("The client when its sandbox restarts", .inTurn)
struct ClientRecoveryTests {
    private static let names = ["prices", "private-orders", "presence-room"]

    @Test("it reconnects by itself, subscribes to all again, and tells who and what it missed")
    func restart() async throws {
        let first = try await Self.start(port: 0, seed: 1)
        let port = try #require(await first.port)
        // Nobody says who the user is, so it is another one with each connection.
        let method = AuthMethod.inline(secret: AppSecret(SandboxApp.standardSecret), user: nil)
        try await LiveClient.run(at: port, authMethod: method) { live in
            let old = try await live.connect()
            try await live.subscribe("prices")
            try await live.subscribe("private-orders")
            #expect(try await live.join("presence-room").me == UserID(old.text))

            await first.stop()
            try await Self.expectDrop(live)
            let second = try await Self.start(port: port, seed: 2)
            do {
                try await Self.expectRestoration(live, from: old)
                try await Self.expectEvents(live, second)
            } catch {
                await second.stop()
                throw error
            }
            await second.stop()
        }
        await first.stop()
    }

    @Test("nobody comes in while a sandbox waits for the goodbye of those it closes")
    func stopping() async throws {
        try await LoopbackSandbox.run { sandbox in
            let mute = try MutePeer(port: sandbox.port)
            try await eventually { await sandbox.server.connections == 1 }
            let client = try await sandbox.connect()
            // The mute one does not acknowledge its close frame, so this takes a while.
            async let stopping: Void = sandbox.server.stop()
            #expect(try await client.closure().code == 1001)
            await #expect(throws: TransportError.self) { try await sandbox.open() }
            mute.leave()
            await stopping
        }
    }

    /// The end of the connection is told, and then the next attempt is announced.
    private static func expectDrop(_ live: LiveClient) async throws {
        let drop = try await live.report.stateChange(to: .connecting)
        #expect(drop.previous == .connected)
        #expect(drop.cause == .ended(.closed(1001, reason: "The sandbox is stopping")))
        let retry = try await live.report.first { kind -> ScheduledRetry? in
            if case .retryScheduled(let retry) = kind { retry } else { nil }
        }
        #expect(retry.attempt == 1)
        let end = try await live.report.first { kind -> ConnectionEnd? in
            if case .attemptFailed(1, let end, _) = kind { end } else { nil }
        }
        guard let failure = end.failure else {
            Issue.record("the attempt ended with \(end)")
            return
        }
        #expect(failure.kind == .refused)
    }

    private static func expectRestoration(_ live: LiveClient, from old: SocketID) async throws {
        let new = try await live.report.establishment().socketID
        #expect(new != old)
        // The answers come in any order; the gap ends with the last of them.
        let reports = try await live.report.all { if case .gap = $0 { true } else { false } }
        let gap = try #require(
            reports.lazy.compactMap { if case .gap(let gap) = $0 { gap } else { nil } }.first)
        #expect(gap.channels.count == 3)
        #expect(gap.missingChannels.isEmpty)
        #expect(gap.duration > .zero)
        let room = ChannelName(wire: "presence-room")
        let early = reports.lazy.compactMap { kind -> (PresenceMembers, MemberDifference?)? in
            guard case .membersReplaced(room, let members, let difference) = kind else {
                return nil
            }
            return (members, difference)
        }.first
        let (members, difference) =
            if let early { early } else { try await live.report.roster(of: room) }
        #expect(members.ordered.map(\.id) == [UserID(new.text)])
        #expect(members.me == UserID(new.text))
        // Nobody else came or went; its own id is that of the connection.
        #expect(new != old)
        #expect(difference?.ownJoined == UserID(new.text))
        #expect(difference?.ownLeft == UserID(old.text))
        #expect(difference?.excludingMe.isEmpty == true)
        let subscriptions = await live.client.subscriptions
        #expect(
            subscriptions.map(\.channel.text) == Self.names)
    }

    /// One event on each channel arrives once.
    private static func expectEvents(_ live: LiveClient, _ server: SandboxServer) async throws {
        let channels = Self.names.map(ChannelName.init(wire:))
        try await eventually {
            await live.client.subscriptions.allSatisfy { $0.state == .subscribed }
        }
        await server.publish(Publication(event: "e", channels: channels, data: EventData("1")))
        await server.publish(
            Publication(event: "end", channels: [channels[0]], data: EventData("2")))
        var heard: [ChannelName] = []
        while true {
            let event = try await live.report.received()
            if event.name == "end" { break }
            if let channel = event.channel { heard.append(channel) }
        }
        #expect(Set(heard) == Set(channels))
        #expect(heard.count == channels.count)
    }

    private static func start(port: Int, seed: UInt64) async throws -> SandboxServer {
        var options = SandboxOptions()
        options.port = port
        options.seed = seed
        options.hasBots = false
        let server = SandboxServer(options: options)
        try await server.start()
        return server
    }
}

/// A WebSocket client that says hello, and then neither reads nor answers.
private struct MutePeer {
    private let descriptor: Int32

    init(port: Int) throws {
        self.descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = in_port_t(truncatingIfNeeded: port).bigEndian
        address.sin_addr.s_addr = INADDR_LOOPBACK.bigEndian
        let status = withUnsafeBytes(of: &address) { bytes in
            bytes.withMemoryRebound(to: sockaddr.self) {
                Glibc.connect(self.descriptor, $0.baseAddress, socklen_t(bytes.count))
            }
        }
        try #require(status == 0)
        let hello = Array(
            """
            GET \(HubDialogue.target) HTTP/1.1\r
            Host: localhost\r
            Upgrade: websocket\r
            Connection: Upgrade\r
            Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r
            Sec-WebSocket-Version: 13\r
            \r

            """.utf8)
        try #require(write(self.descriptor, hello, hello.count) == hello.count)
    }

    func leave() { close(self.descriptor) }
}
