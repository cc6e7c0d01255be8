import ChannelsProtocol
import Testing

@Suite("The watchlist")
struct SignInWatchlistTests {
    static func online(_ users: UserID...) -> WatchlistChange {
        WatchlistChange(name: "online", userIDs: users)
    }

    static func offline(_ users: UserID...) -> WatchlistChange {
        WatchlistChange(name: "offline", userIDs: users)
    }

    @Test("a server that goes on naming users does not fill the memory")
    func bounded() {
        var scene = SignInScene.signedIn()
        for start in 0..<30 {
            let users = (0..<100).map { UserID("user \(start * 100 + $0)") }
            scene.receive(WatchlistChange(name: "online", userIDs: users))
        }
        #expect(scene.machine.onlineUsers.count == 1000)
        scene.receive(Self.offline("user 0"))
        #expect(scene.machine.onlineUsers.count == 999)
    }

    @Test("changes are told as they came, and who is online is kept in the order of coming")
    func changes() {
        var scene = SignInScene.signedIn()
        scene.receive(Self.online("b", "a"), Self.offline("z"))
        #expect(scene.machine.onlineUsers == ["b", "a"])
        scene.receive(Self.online("c", "a"))
        #expect(scene.machine.onlineUsers == ["b", "a", "c"])
        scene.receive(Self.offline("a", "b"), Self.online("b"))
        #expect(scene.machine.onlineUsers == ["c", "b"])
        #expect(
            scene.changes == [
                [Self.online("b", "a"), Self.offline("z")], [Self.online("c", "a")],
                [Self.offline("a", "b"), Self.online("b")],
            ])
    }

    @Test("a name that is neither is told and changes nothing")
    func otherNames() {
        var scene = SignInScene.signedIn()
        scene.receive(Self.online("a"))
        let away = WatchlistChange(name: "away", userIDs: ["a", "b"])
        scene.receive(away)
        #expect(scene.machine.onlineUsers == ["a"])
        #expect(scene.changes.last == [away])
    }

    @Test("ids that differ in their bytes only are two users")
    func exactIDs() {
        var scene = SignInScene.signedIn()
        scene.receive(Self.online("\u{E9}", "e\u{301}"))
        #expect(scene.machine.onlineUsers.count == 2)
    }

    @Test("the end of the connection and a sign-out empty it")
    func clears() {
        var scene = SignInScene.signedIn()
        scene.receive(Self.online("a"))
        scene.disconnect()
        #expect(scene.machine.onlineUsers.isEmpty)
        scene.connect()
        scene.answer()
        scene.confirm()
        #expect(scene.machine.onlineUsers.isEmpty)
        scene.receive(Self.online("a"))
        #expect(scene.machine.onlineUsers == ["a"])
        scene.signOut()
        #expect(scene.machine.onlineUsers.isEmpty)
    }

    @Test("before a sign-in they are unexpected")
    func unexpected() {
        var scene = SignInScene()
        scene.receive(Self.online("a"))
        scene = .signingIn()
        scene.receive(Self.online("a"))
        #expect(scene.problems.map(\.kind) == [.unexpectedMessage])
        #expect(scene.changes.isEmpty)
        #expect(scene.machine.onlineUsers.isEmpty)
    }
}
