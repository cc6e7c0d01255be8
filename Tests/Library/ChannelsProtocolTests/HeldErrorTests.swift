import ChannelsProtocol
import Testing

/// A `pusher:error` that announces the end of a connection is part of that end. One refusal is one
/// error.
@Suite("An error before the close")
struct HeldErrorTests {
    private static func connected() -> MachineScene {
        var scene = MachineScene().connected()
        scene.receive(.error(ServerError(code: 4200, message: "restarting")))
        return scene
    }

    @Test("it is not reported apart if the server closes", arguments: [nil, 1000, 1006, 4200])
    func closes(code: UInt16?) {
        var scene = Self.connected()
        #expect(scene.problems.isEmpty)
        scene.wait(1)
        scene.close(code.map(CloseCode.init(rawValue:)), reason: "")
        #expect(scene.problems.isEmpty)
        #expect(scene.kinds.compactMap(\.error).count == 1)
        let end = scene.changes.last?.cause.end
        #expect(end?.closeCode == 4200)
        #expect(end?.serverError == ServerError(code: 4200, message: "restarting"))
    }

    @Test("it is a problem if another message follows")
    func continues() {
        var scene = Self.connected()
        scene.receive(.ping)
        #expect(scene.problems.map(\.kind) == [.serverError(code: 4200)])
        scene.wait(1)
        scene.close(1000)
        #expect(scene.problems.count == 1)
    }

    @Test("it is a problem after five seconds without a close")
    func stays() {
        var scene = Self.connected()
        scene.wait(4.9)
        #expect(scene.problems.isEmpty)
        scene.wait(0.2)
        #expect(scene.problems.map(\.kind) == [.serverError(code: 4200)])
    }

    @Test("it is a problem of its own if the connection ends for another reason")
    func unrelated() {
        var scene = Self.connected()
        scene.wait(1)
        scene.close(4004, reason: "over quota")
        #expect(scene.problems.map(\.kind) == [.serverError(code: 4200)])
        #expect(scene.changes.last?.cause == .ended(.closed(4004, reason: "over quota")))
    }

    @Test("a key that the server does not know is one error")
    func refusedKey() {
        var scene = MachineScene()
        scene.connect()
        scene.open()
        scene.receive(.error(ServerError(code: 4001, message: "no such app")))
        scene.close(4001, reason: "no such app")
        #expect(scene.kinds.compactMap(\.error).count == 1)
        #expect(scene.changes.last?.cause.end?.serverError?.message == "no such app")
    }
}
