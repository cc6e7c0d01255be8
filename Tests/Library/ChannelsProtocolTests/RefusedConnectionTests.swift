import BuoyTestBasics
import ChannelsProtocol
import Testing

/// A server that sends an error in place of `pusher:connection_established`.
@Suite("A refusal before the connection is established")
struct RefusedConnectionTests {
    private static func opening() -> MachineScene {
        var scene = MachineScene()
        scene.connect()
        scene.open()
        return scene
    }

    private static func error(_ code: Int?, _ message: String = "m") -> ServerMessage {
        .error(ServerError(code: code, message: message))
    }

    @Test(
        "a close after it changes nothing, unless it has another code",
        arguments: [
            (nil, .refused(4009, reason: "m")), (1000, .refused(4009, reason: "m")),
            (1005, .refused(4009, reason: "m")), (4009, .refused(4009, reason: "m")),
            (4004, .closed(4004, reason: "r")), (1011, .closed(1011, reason: "r")),
        ] as [(CloseCode?, ConnectionEnd)])
    func closed(code: CloseCode?, end: ConnectionEnd) {
        var scene = Self.opening()
        scene.receive(Self.error(4009))
        scene.wait(0.1)
        scene.close(code, reason: "r")
        #expect(scene.ends == [end])
    }

    @Test("an error without a code is a refusal too, and the next attempt follows")
    func withoutCode() {
        var scene = Self.opening()
        scene.receive(Self.error(nil, "not today"))
        scene.fail(.unreachable)
        #expect(scene.ends == [.refused(nil, reason: "not today")])
        #expect(scene.machine.state == .connecting)
    }

    @Test("a server that asks for TLS gets it at once")
    func tls() {
        var scene = Self.opening()
        scene.receive(Self.error(4000))
        scene.wait(0.5)
        #expect(scene.delays == [.zero])
    }

    @Test("an established connection is closed, not refused")
    func established() {
        var scene = Self.opening()
        scene.establish()
        scene.receive(Self.error(4009))
        scene.close(1000)
        #expect(scene.changes.last?.cause.end?.kind == .closed(4009, reason: "m"))
    }

    @Test("policies treat it as a close with the same code", arguments: [4001, 4004, 4100, 4200])
    func policies(code: UInt16) {
        let code = CloseCode(rawValue: code)
        // pysher looks at the code of an error only.
        for policy in ReconnectionPolicy.profiles.map(\.policy) where policy.name != "pysher" {
            let decisions = [
                ConnectionEnd.closed(code, reason: ""), .refused(code, reason: ""),
            ].map { end in
                var generator = Dice(seed: 1)
                let history = ReconnectionHistory(
                    attempt: 2, retry: 1, everConnected: true, wasConnected: false, end: end,
                    timeSpent: .seconds(1), timeLimit: .seconds(10), wasOpened: true,
                    usesTLS: false)
                return policy.decide(after: history, using: &generator).delay
            }
            #expect(decisions[0] == decisions[1], "\(policy.name)")
        }
    }

    @Test("its sentence names the option, if it is about the origin")
    func sentence() {
        let origin = ConnectionEnd.refused(4009, reason: "Origin not allowed")
        #expect(
            "\(origin)"
                == "The server refused the connection with 4009 (the connection is not authorized), "
                + "saying \"Origin not allowed\". Set the origin option to an origin that "
                + "the server allows.")
        #expect(
            "\(ConnectionEnd.refused(nil, reason: ""))"
                == "The server refused the connection without a code.")
        #expect(!ConnectionEnd.refused(4009, reason: "Original request expired").kind.isAboutOrigin)
        #expect(!ConnectionEnd.refused(4001, reason: "Origin not allowed").kind.isAboutOrigin)
        #expect(ConnectionEnd.closed(4009, reason: "Origin not allowed").kind.isAboutOrigin)
    }
}

extension MachineScene {
    /// How attempts and connections ended.
    fileprivate var ends: [ConnectionEnd] {
        self.kinds.compactMap {
            switch $0 {
            case .attemptFailed(_, let end, _): end
            case .stateChanged(let change): change.cause.end
            default: nil
            }
        }
    }
}

extension ReconnectionDecision {
    /// When the next attempt starts; `nil` if none does.
    fileprivate var delay: Duration? {
        switch self {
        case .retry(let delay, _, _): delay
        case .switchToTLS: .zero
        case .giveUp: nil
        }
    }
}
