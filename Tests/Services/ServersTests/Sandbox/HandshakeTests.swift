import ChannelsProtocol
import Testing

@testable import BuoyServers

@Suite("Connecting to the sandbox")
struct HandshakeTests {
    @Test(
        "a good path and query are accepted",
        arguments: [
            "/app/key?protocol=7&client=js&version=8.4.0", "/app/key?protocol=5",
            "/app/key?client=libPusher&protocol=6&version=1.6", "/app/k%65y?protocol=7&version=",
            "/app/key?protocol=007&flash=false&x=%20",
        ])
    func accepted(target: String) {
        #expect(Handshake.judge(target: target, key: "key") == .accept)
    }

    @Test(
        "others are refused with the code that the protocol gives them",
        arguments: [
            ("/app/KEY?protocol=7", 4001), ("/app/other?protocol=7", 4001),
            ("/app/other", 4001), ("/app/key", 4008), ("/app/key?protocol=", 4008),
            ("/app/key?version=1.0", 4008), ("/app/key?protocol=4", 4007),
            ("/app/key?protocol=8", 4007), ("/app/key?protocol=0", 4007),
            ("/app/key?protocol=99999999999999999999", 4007), ("/app/key?protocol=seven", 4006),
            ("/app/key?protocol=7.0", 4006), ("/app/key?protocol=-7", 4006),
            ("/app/key?protocol=７", 4006), ("/app/key?protocol=7&version=x1", 4006),
            ("/app/key?protocol=7&version=1%0a2", 4006), ("/app/key?protocol=7&x=%ff", 4006),
            ("/app", 4005), ("/app/", 4005), ("/", 4005), ("", 4005), ("?", 4005),
            ("/app/key/more?protocol=7", 4005), ("/ap/key?protocol=7", 4005),
            ("/app/%zz?protocol=7", 4005),
        ])
    func refused(target: String, code: UInt16) {
        guard case .refuse(let refused, _) = Handshake.judge(target: target, key: "key") else {
            Issue.record("\(target) was accepted")
            return
        }
        #expect(refused == CloseCode(rawValue: code))
    }

    @Test("each key for trying refuses with its code, one of them only without TLS")
    func demoKeys() throws {
        #expect(DemoKey.allCases.map(\.code.rawValue) == [4000, 4003, 4004, 4009, 4100, 4200])
        for key in DemoKey.allCases {
            #expect(key.rawValue == "sandbox-\(key.code.rawValue)")
            let target = "/app/\(key.rawValue)?protocol=7"
            let refusal = Handshake.Verdict.refuse(key.code, key.reason)
            #expect(Handshake.judge(target: target, key: "key") == refusal)
            #expect(
                Handshake.judge(target: target, key: "key", isSecure: true)
                    == (key == .tlsOnly ? .accept : refusal))
        }
    }

    @Test("the first message gives a socket id of its own and the activity timeout")
    func established() throws {
        var dialogue = HubDialogue { $0.activityTimeout = .seconds(7) }
        var ids: Set<SocketID> = []
        for _ in 1...100 {
            let (id, actions) = dialogue.open()
            guard
                case .send(.connectionEstablished(let socketID, let timeout), [id])? =
                    actions.first, actions.count == 1
            else { throw UnexpectedActions(actions: actions) }
            #expect(timeout == .seconds(7))
            ids.insert(socketID)
        }
        #expect(ids.count == 100)
    }

    @Test("a refused connection is told why, closed with the same code, and forgotten")
    func refusal() {
        var dialogue = HubDialogue()
        let (id, actions) = dialogue.open("/app/other?protocol=7")
        let error = ServerError(code: 4001, message: "Application does not exist")
        #expect(
            actions == [
                .send(.error(error), to: [id]),
                .close(id, 4001, reason: "Application does not exist"),
            ])
        #expect(dialogue.hub.connectionCount == 0)
        #expect(dialogue.hub.received(.ping, from: id, at: .zero) == [])
        #expect(dialogue.hub.closed(id, at: dialogue.now) == [])
    }

    @Test("beyond the limit of connections, clients are asked to come back later")
    func overCapacity() throws {
        var dialogue = HubDialogue { $0.connections = 1 }
        let first = try dialogue.connect()
        let (second, actions) = dialogue.open()
        #expect(actions.last == .close(second, 4100, reason: "Over capacity"))
        _ = dialogue.hub.closed(first.id, at: dialogue.now)
        _ = try dialogue.connect()
    }
}
