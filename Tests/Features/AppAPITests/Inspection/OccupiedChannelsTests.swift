import BuoyAppAPI
import ChannelsProtocol
import Testing

@Suite("Occupied channels, from one listing to the next")
struct OccupiedChannelsTests {
    @Test("channels appear, stay, vanish, and are forgotten after a while")
    func lifeOfAChannel() {
        var table = OccupiedChannels()
        let first = table.listed(AppFixture.listed("a", "b"), at: AppFixture.at(.seconds(1)))
        #expect(first.appeared == AppFixture.names("a", "b"))
        // What was there at the start did not appear.
        #expect(table.appeared == 0)
        #expect(table.rows[ChannelName(wire: "a")]?.didAppear == false)

        let second = table.listed(AppFixture.listed("b", "c"), at: AppFixture.at(.seconds(11)))
        #expect(second.appeared == AppFixture.names("c"))
        #expect(second.vanished == AppFixture.names("a"))
        #expect((table.appeared, table.vanished) == (1, 1))
        #expect(table.count == 2)
        let gone = table.rows[ChannelName(wire: "a")]
        #expect(gone?.vanished == AppFixture.at(.seconds(11)))
        #expect(gone?.lastSeen == AppFixture.at(.seconds(1)))

        table.forget(at: AppFixture.at(.seconds(40)))
        #expect(table.rows.count == 3)
        table.forget(at: AppFixture.at(.seconds(41)))
        #expect(table.rows.keys.sorted() == AppFixture.names("b", "c"))
    }

    @Test("a channel that comes back is new, and is not forgotten")
    func returning() {
        var table = OccupiedChannels()
        _ = table.listed(AppFixture.listed("a"), at: AppFixture.at(.seconds(0)))
        _ = table.listed([], at: AppFixture.at(.seconds(10)))
        #expect(table.count == 0)
        let back = table.listed(AppFixture.listed("a"), at: AppFixture.at(.seconds(20)))
        #expect(back.appeared == AppFixture.names("a"))
        table.forget(at: AppFixture.at(.seconds(60)))
        let row = table.rows[ChannelName(wire: "a")]
        #expect(row?.firstSeen == AppFixture.at(.seconds(20)))
        #expect(row?.didAppear == true)
        #expect(row?.vanished == nil)
    }

    @Test("the same channels again change nothing but their counts")
    func counts() {
        var table = OccupiedChannels()
        let name = ChannelName(wire: "presence-a")
        _ = table.listed([ListedChannel(name, users: 2)], at: AppFixture.at(.seconds(0)))
        let before = table.generation
        let changes = table.listed(
            [ListedChannel(name, users: 5, subscriptions: 9)], at: AppFixture.at(.seconds(10)))
        #expect(changes.appeared.isEmpty && changes.vanished.isEmpty)
        #expect(table.generation == before)
        #expect(table.rows[name]?.population == 5)
        #expect(table.rows[name]?.firstSeen == .zero)
    }

    @Test("a name that a server lists twice is one channel")
    func duplicates() {
        var table = OccupiedChannels()
        let changes = table.listed(AppFixture.listed("a", "a"), at: .zero)
        #expect(changes.appeared == AppFixture.names("a"))
        #expect(table.count == 1)
        let empty = table.listed([], at: .zero)
        #expect(empty.vanished == AppFixture.names("a"))
    }

    @Test("thousands of channels that come and go leave nothing behind")
    func bounded() {
        var table = OccupiedChannels()
        for round in 0..<200 {
            let channels = (0..<20).map { ListedChannel(ChannelName(wire: "o-\(round)-\($0)")) }
            let time = AppFixture.at(.seconds(round))
            _ = table.listed(channels, at: time)
            table.forget(at: time)
            #expect(table.rows.count <= 20 + OccupiedChannels.mostVanished)
        }
        #expect(table.appeared == 199 * 20)
        #expect(table.vanished == 199 * 20)
    }
}
