import BuoyAppAPI
import ChannelsProtocol
import Testing

@Suite("Watched patterns")
struct ChannelWatchTests {
    private static let one = ChannelName(wire: "orders-1")
    private static let two = ChannelName(wire: "orders-2")

    private static func watching(_ pattern: String = "orders-*") -> ChannelWatch {
        var watch = ChannelWatch()
        _ = watch.watch(pattern)
        return watch
    }

    @Test("what appears and matches is subscribed once")
    func subscribes() {
        var watch = Self.watching()
        let names = AppFixture.names("news", "orders-1", "orders-2")
        let first = watch.occupied(names, at: .zero) { $0 == Self.two }
        #expect(first == [Self.one])
        let again = watch.occupied(names, at: .zero) { $0 == Self.two }
        #expect(again == [])
        #expect((watch.count, watch.total) == (1, 1))
    }

    @Test("nothing is subscribed without a pattern, or after the pattern is gone")
    func unwatched() {
        var watch = ChannelWatch()
        let idle = watch.occupied([Self.one], at: .zero) { _ in false }
        #expect(idle == [])
        var (isNew, isAgain) = (watch.watch("orders-*"), watch.watch("orders-*"))
        #expect((isNew, isAgain) == (true, false))
        (isNew, isAgain) = (watch.unwatch("orders-*"), watch.unwatch("orders-*"))
        #expect((isNew, isAgain) == (true, false))
        let after = watch.occupied([Self.one], at: .zero) { _ in false }
        #expect(after == [])
        #expect(!watch.isActive)
    }

    @Test("a channel is left when this client has been alone on it for a while")
    func leaves() {
        var watch = Self.watching()
        _ = watch.occupied([Self.one], at: .zero) { _ in false }
        watch.counted(Self.one, 2, at: AppFixture.at(.seconds(1)))
        #expect(watch.timePassed(AppFixture.at(.seconds(60))).isEmpty)
        watch.counted(Self.one, 1, at: AppFixture.at(.seconds(60)))
        watch.counted(Self.one, 1, at: AppFixture.at(.seconds(62)))
        #expect(watch.timePassed(AppFixture.at(.seconds(62))).isEmpty)
        #expect(watch.timePassed(AppFixture.at(.seconds(63))) == [Self.one])
        // Requested once only.
        #expect(watch.timePassed(AppFixture.at(.seconds(64))).isEmpty)
        let left = AppFixture.at(.seconds(65))
        watch.unsubscribed(Self.one, at: left)
        #expect(watch.count == 0)
        #expect(watch.isOwn(Self.one))
        // A listing that was requested before still has it.
        let stale = watch.occupied([Self.one], at: AppFixture.at(.seconds(64))) { _ in false }
        #expect(stale == [])
        // It was not the user, so it is subscribed again when it is occupied again.
        let again = watch.occupied([Self.one], at: AppFixture.at(.seconds(66))) { _ in false }
        #expect(again == [Self.one])
    }

    @Test("somebody who comes back in time keeps the channel")
    func returning() {
        var watch = Self.watching()
        _ = watch.occupied([Self.one], at: .zero) { _ in false }
        watch.counted(Self.one, 1, at: AppFixture.at(.seconds(1)))
        watch.changed(Self.one, by: 1, at: AppFixture.at(.seconds(2)))
        #expect(watch.timePassed(AppFixture.at(.seconds(60))).isEmpty)
        watch.changed(Self.one, by: -1, at: AppFixture.at(.seconds(60)))
        #expect(watch.timePassed(AppFixture.at(.seconds(63))) == [Self.one])
    }

    @Test("without a connection nothing is known about others")
    func disconnected() {
        var watch = Self.watching()
        _ = watch.occupied([Self.one], at: .zero) { _ in false }
        watch.counted(Self.one, 1, at: AppFixture.at(.seconds(1)))
        watch.disconnected()
        watch.changed(Self.one, by: -1, at: AppFixture.at(.seconds(2)))
        #expect(watch.timePassed(AppFixture.at(.seconds(60))).isEmpty)
    }

    @Test("what the user unsubscribes is left alone, until the user subscribes or watches anew")
    func declined() {
        var watch = Self.watching()
        _ = watch.occupied([Self.one, Self.two], at: .zero) { _ in false }
        watch.unsubscribed(Self.one, at: .zero)
        let first = watch.occupied([Self.one, Self.two], at: .zero) { $0 == Self.two }
        #expect(first == [])

        watch.requested(Self.one)
        let second = watch.occupied([Self.one], at: .zero) { _ in false }
        #expect(second == [Self.one])

        watch.unsubscribed(Self.one, at: .zero)
        _ = watch.unwatch(nil)
        _ = watch.watch("orders-*")
        let third = watch.occupied([Self.one], at: .zero) { _ in false }
        #expect(third == [Self.one])
    }

    @Test("a channel that the user had subscribed is declined too")
    func ownChannel() {
        var watch = Self.watching()
        let before = watch.occupied([Self.one], at: .zero) { _ in true }
        #expect(before == [])
        watch.unsubscribed(Self.one, at: .zero)
        let after = watch.occupied([Self.one], at: .zero) { _ in false }
        #expect(after == [])
    }

    @Test("no more than 500 channels are subscribed, and the rest is counted")
    func limit() {
        var watch = Self.watching()
        let names = (0..<700).map { ChannelName(wire: "orders-\($0)") }
        let wanted = watch.occupied(names, at: .zero) { _ in false }
        #expect(wanted.count == ChannelWatch.limit)
        #expect(watch.skipped == 200)
    }

    @Test("a channel a moment, for an hour: nothing is left behind")
    func bounded() {
        var watch = Self.watching()
        for second in 0..<3600 {
            let name = ChannelName(wire: "orders-\(second)")
            let now = AppFixture.at(.seconds(second))
            _ = watch.occupied([name], at: .zero) { _ in false }
            watch.counted(name, 1, at: now)
            for left in watch.timePassed(now) { watch.unsubscribed(left, at: now) }
            #expect(watch.count <= 4)
        }
        #expect(watch.total == 3600)
    }
}
