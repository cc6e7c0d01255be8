import BuoyDashboardTesting
import BuoyTestSupport
import BuoyTextScreen
import ChannelsProtocol
import Testing

@testable import BuoyDashboard

@Suite("Many channels")
struct ChannelTreeTests {
    private static func names(_ texts: [String]) -> [ChannelName] {
        texts.map { ChannelName(wire: $0) }
    }

    private static let users = (1...12).map { "private-App.Models.User.\($0)" }
    private static let rooms = (1...4).map { "presence-rooms.eu.\($0)" }

    private static func dashboard() -> DashboardState {
        var session = RecordedEvents()
        session.connect()
        for name in Self.users + Self.rooms { session.subscribe(name) }
        session.subscribe("ticker")
        for name in Self.users { session.receive("e", on: name, "{}") }
        session.wait(.seconds(1))
        var state = DashboardFixture.dashboard(session, 80, 24)
        state.notice = nil
        return state
    }

    private static func rows(_ state: DashboardState) -> String {
        state.screen(of: .channels).textRows.joined(separator: "\n")
    }

    private static func tree(
        _ names: [ChannelName], unfolded: [String]
    ) -> [ChannelTree.Item] {
        ChannelTree(names, unfolded: Set(Self.names(unfolded))).order
    }

    private static func branches(_ texts: String...) -> [ChannelTree.Item] {
        Self.names(texts).map { .branch($0) }
    }

    private static func leaves(_ names: some Sequence<ChannelName>) -> [ChannelTree.Item] {
        names.map { .channel($0) }
    }

    @Test("names are below what they share, and few need no branch")
    func tree() {
        let names = Self.names(Self.users + Self.rooms + ["a.1", "a.2", "ticker"])
        let tree = ChannelTree(names, unfolded: Set(Self.names(["presence-rooms.eu."])))
        let branches = Self.branches("private-App.Models.User.", "presence-rooms.eu.")
        #expect(tree.order == branches + Self.leaves(names[12...]))
        #expect(tree.depth(of: .channel(ChannelName(wire: "presence-rooms.eu.2"))) == 1)
        #expect(tree.branch(of: names[6])?.text == "private-App.Models.User.")
    }

    @Test("with weights, a branch has the sum of its channels")
    func weights() {
        let names = Self.names(["ticker", "a.1", "a.2", "a.3", "news"])
        let weights = Dictionary(uniqueKeysWithValues: zip(names, [5, 2, 2, 2, 7] as [Int64]))
        let tree = ChannelTree(names, unfolded: [], weights: weights)
        let leaves = { (text: String) in ChannelTree.Item.channel(ChannelName(wire: text)) }
        #expect(tree.order == [leaves("news")] + Self.branches("a.") + [leaves("ticker")])
    }

    @Test("what is unfolded is saved, and unfolded again in the next run")
    func remembered() {
        var state = Self.dashboard()
        let effects = state.press("1", "Home", "Enter")
        #expect(state.settings.unfoldedBranches == ["private-App.Models.User."])
        #expect(effects.contains(.file(.saveSettings(state.settings))))
        let pane = ChannelsPane(known: [], unfolded: state.settings.unfoldedBranches)
        #expect(pane.unfolded == state.channels.unfolded)
    }

    @Test("u on a branch asks, and unsubscribes from all of its channels")
    func unsubscribeBranch() {
        var state = Self.dashboard()
        state.press("1", "Home", "u")
        #expect(state.confirmation?.question == "unsubscribe from 12 channels? y/N")
        #expect(state.press("y").count == 12)
    }

    @Test("a branch in a branch has what they share further on")
    func nested() {
        let names = Self.names(["a.x.1", "a.x.2", "a.x.3", "a.y.1", "a.y.2", "a.y.3"])
        let tree = ChannelTree(names, unfolded: Set(Self.names(["a.", "a.y."])))
        #expect(tree.order == Self.branches("a.", "a.x.", "a.y.") + Self.leaves(names[3...]))
        #expect(tree.depth(of: .channel(names[4])) == 2)
    }

    @Test("names of any length, and names that look alike, end in branches that a row can show")
    func hostileNames() {
        let start = String(repeating: "a.", count: 500_000)
        let long = Self.names((1...4).map { "\(start)\($0)" })
        let shared = String(start.prefix(512))
        let order = Self.tree(long, unfolded: [shared])
        #expect(order == Self.branches(shared) + Self.leaves(long))
        // One letter or two, for the same grapheme.
        let alike = Self.names(["a.\u{E9}.1", "a.e\u{301}.1", "a.\u{E9}.2"])
        let ofAlike = Self.tree(alike, unfolded: ["a."])
        #expect(ofAlike == Self.branches("a.") + Self.leaves(alike))
    }

    @Test("more channels than fit are folded, with the sums of their rows")
    func folded() {
        var state = Self.dashboard()
        #expect(Self.rows(state).contains("App.Models.User.* 12"), "\(Self.rows(state))")
        #expect(Self.rows(state).contains("rooms.eu.* 4"))
        #expect(Self.rows(state).contains("ticker"))
        state.press("Enter")
        #expect(state.channels.cursor.order.count == 3 + 12)
        state.press("Down", "Left")
        #expect(state.channels.selectedBranch?.text == "private-App.Models.User.")
        #expect(state.channels.cursor.order.count == 3)
    }

    @Test("a search shows the channels that contain it, and Esc all again")
    func search() {
        var state = Self.dashboard()
        state.press("/")
        state.type("user.1")
        state.press("Enter")
        #expect(state.channels.cursor.order.count == 4)
        #expect(state.events.search == nil)
        #expect(!state.events.isHeld)
        state.press("Esc")
        #expect(state.channels.cursor.order.count == 3)
    }

    @Test("the channel just subscribed to is selected, in its branch too")
    func new() {
        var state = Self.dashboard()
        state.press("s")
        state.type("private-App.Models.User.99")
        state.press("Enter")
        let report = ClientReport(
            number: 9000, time: state.now,
            kind: .subscriptionChanged(
                ChannelName(wire: "private-App.Models.User.99"), .subscribing))
        _ = state.handle(.client([report]))
        #expect(state.channels.selected?.text == "private-App.Models.User.99")
    }

    @Test("the channels of a branch are marked at once")
    func marks() {
        var state = Self.dashboard()
        state.press("Space")
        #expect(state.channels.targets.count == 12)
        #expect(Self.rows(state).contains("✓⚿ App.Models.User.* 12"), "\(Self.rows(state))")
    }

    @Test("the hints say what f filters in the focused pane")
    func hints() {
        var state = Self.dashboard()
        _ = state.handle(.resized(ScreenSize(columns: 160, rows: 24)))
        #expect(state.screen().textRows.last?.contains("f filter list") == true)
        state.press("3")
        #expect(state.screen().textRows.last?.contains("f filter ") == true)
        #expect(state.screen().textRows.last?.contains("f filter list") == false)
    }
}
