import BuoyTestBasics
import BuoyTestSupport
import Channels
import ChannelsProtocol
import ChannelsSigning
import ChannelsTransport
import Testing

/// A server that never lasts: it lets a client in, answers for a while, and drops it in one of the
/// ways in which connections end.
struct FlappingServer {
    let scene: ClientScene
    let master: EncryptionMasterKey
    /// How many events of its own it has sent to the channels, one on each in a round.
    private(set) var rounds = 0
    private var random: Dice
    /// The most moments that were slept for at any time.
    private(set) var mostSleepers = 0

    static let channels = [
        "public", "private-a", "presence-b", "private-encrypted-c", "cache-d", "presence-cache-e",
    ].map(ChannelName.init(wire:))

    /// How a connection, or an attempt at one, ends.
    enum Drop: Hashable {
        case close(UInt16)
        case closeDuringSubscriptions(UInt16)
        case noCloseFrame, reset, silence
        case refused(Int), unreachable, neverEstablished, garbage, closedBeforeEstablished(UInt16)
    }

    static let drops: [Drop] = [
        .close(4100), .close(4199), .close(4200), .close(4299), .close(1000), .close(1001),
        .close(1006), .close(1011), .close(1012), .close(4500), .noCloseFrame, .reset, .silence,
        .refused(503), .unreachable, .neverEstablished, .garbage, .closedBeforeEstablished(4100),
        .closeDuringSubscriptions(4200), .closeDuringSubscriptions(1006),
    ]

    init(_ scene: ClientScene, _ master: EncryptionMasterKey) {
        self.scene = scene
        self.master = master
        self.random = Dice(seed: 7)
    }

    /// Answers the next attempt, and ends it, or the connection that it becomes.
    mutating func play(_ drop: Drop) async throws {
        let attempt = await self.scene.network.nextAttempt()
        switch drop {
        case .unreachable: attempt.fail(.connectFailed(address: "x:1", cause: "refused"))
        case .refused(let status):
            attempt.fail(.upgradeRefused(HTTPRefusal(status: status)))
        case .neverEstablished:
            _ = attempt.accept()
            self.scene.clock.advance(by: .seconds(10))
        case .garbage: attempt.accept().send("HTTP/1.1 200 OK")
        case .closedBeforeEstablished(let code): attempt.accept().end(code)
        case .closeDuringSubscriptions(let code):
            let connection = attempt.accept()
            connection.establish("\(self.rounds).1")
            try await self.serve(connection, upTo: self.random.number(0...Self.channels.count - 1))
            connection.end(code)
        case .close, .noCloseFrame, .reset, .silence:
            let connection = attempt.accept()
            connection.establish("\(self.rounds).1")
            try await self.serve(connection, upTo: Self.channels.count)
            await self.end(connection, drop)
        }
        await self.scene.retry()
        self.mostSleepers = max(self.mostSleepers, self.scene.clock.pending.count)
        self.scene.clock.advance(by: .seconds(1))
    }

    /// Lets a connection last.
    mutating func last() async throws -> ScriptedConnection {
        let connection = await self.scene.network.nextAttempt().accept()
        connection.establish("\(self.rounds).1")
        try await self.serve(connection, upTo: Self.channels.count)
        return connection
    }

    private func end(_ connection: ScriptedConnection, _ drop: Drop) async {
        switch drop {
        case .close(let code): connection.end(code, "bye")
        case .noCloseFrame: connection.endWithoutClose()
        case .reset: connection.end(nil)
        default:
            self.scene.clock.advance(by: .seconds(120))
            #expect(await connection.heard() == .ping)
            self.scene.clock.advance(by: .seconds(30))
        }
    }

    /// Waits until every channel has been asked for again, confirms some, and says something on
    /// each when that were all.
    private mutating func serve(_ connection: ScriptedConnection, upTo count: Int) async throws {
        var wanted: [ChannelName] = []
        while wanted.count < Self.channels.count {
            guard case .subscribe(let channel, _)? = await connection.heard() else { return }
            wanted.append(channel)
        }
        #expect(Set(wanted) == Set(Self.channels))
        for channel in wanted.prefix(count) {
            connection.say(.subscriptionSucceeded(channel, roster: self.roster(of: channel)))
        }
        guard count == Self.channels.count else { return }
        self.rounds += 1
        for channel in wanted { connection.say(try self.event(on: channel)) }
        for channel in wanted where channel.kind.hasMembers {
            connection.say(
                .memberAdded(channel, PresenceMember(id: "late")), .memberRemoved(channel, "early"))
        }
        let closing = "round \(self.rounds)"
        connection.say(ClientScene.event(EventName(closing), on: nil, ""))
        await self.scene.report.first {
            if case .received(let event) = $0 { event.name.text == closing } else { false }
        }
    }

    private func roster(of channel: ChannelName) -> Roster? {
        guard channel.kind.hasMembers else { return nil }
        let ids: [UserID] = ["me", "early", UserID("in round \(self.rounds)")]
        return Roster(members: ids.map { PresenceMember(id: $0) })
    }

    private func event(on channel: ChannelName) throws -> ServerMessage {
        let text = "\(self.rounds)"
        guard channel.kind.isEncrypted else { return ClientScene.event("e", on: channel, text) }
        let key = try self.master.sharedSecret(for: channel)
        let data = try SecretBox.seal(Array(text.utf8), with: key)
        return .event(ChannelsEvent(name: "e", channel: channel, data: data))
    }
}
