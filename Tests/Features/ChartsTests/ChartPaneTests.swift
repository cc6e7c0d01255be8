import BuoyDashboardTesting
import BuoyTestSupport
import BuoyTextScreen
import OrderedCollections
import Testing

@testable import BuoyCharts
@testable import BuoyDashboard
@testable import ChannelsProtocol

@Suite("The pane Charts")
struct ChartPaneTests {
    private static let catalog = Catalog([Charts.self])

    @Test("it is sound and as recorded in every situation", arguments: PaneSituation.all)
    func situations(_ situation: PaneSituation) throws {
        try situation.expect(.chart, in: Self.catalog)
    }

    /// Two tickers for two minutes, one of them silent for a while.
    private static func tickers() -> RecordedEvents {
        var session = RecordedEvents()
        session.connect()
        session.subscribe("ticker-BTC")
        session.subscribe("ticker-ETH")
        for step in 0..<240 {
            let price = 64_000 + abs(step % 80 - 40) * 4 + step % 7
            session.receive("price", on: "ticker-BTC", #"{"price":\#(price)}"#)
            if !(90..<180).contains(step) {
                session.receive(
                    "price", on: "ticker-ETH", #"{"price":"\#(3100 + step % 60).5"}"#)
            }
            session.wait(.milliseconds(500))
        }
        return session
    }

    private static func shown(
        _ line: String, _ columns: Int = 80, _ rows: Int = 24, glyphs: GlyphSet = .unicode
    ) -> DashboardState {
        var state = DashboardFixture.dashboard(
            Self.tickers(), columns, rows, glyphs: glyphs, catalog: Self.catalog)
        state.press(":")
        state.type(line)
        state.press("Enter")
        state.notice = nil
        return state
    }

    @Test("a chart of two channels", arguments: [(80, 24), (120, 40)])
    func golden(columns: Int, rows: Int) throws {
        let state = Self.shown(
            "chart data.price ticker-BTC ticker-ETH", columns, rows)
        #expect(state.focus == .chart)
        try expectGolden(state, pane: .chart, "chart-two-\(columns)")
    }

    @Test("a chart in ASCII draws nothing else")
    func ascii() throws {
        let state = Self.shown("chart data.price ticker-BTC", glyphs: .ascii)
        #expect(SoundScreen(state).scalarsOutsideASCII.isEmpty)
        try expectGolden(state, pane: .chart, "chart-plain-80")
    }

    @Test("words after the path choose channels and events; live events are drawn; Esc leaves")
    func choosing() throws {
        var state = Self.shown("chart data.price ticker-ETH price")
        #expect(state[ChartPane.self]?.chart?.lines.keys.map(\.?.text) == ["ticker-ETH"])
        var event = RecordedEvents()
        event.receive("price", on: "ticker-ETH", #"{"price":9000}"#)
        let report = try #require(event.events.first)
        _ = state.handle(
            .client([ClientReport(number: 9999, time: state.now, kind: report.kind)]))
        #expect(state.screen().textRows.contains { $0.contains("max 9,000") })
        state.press("Esc")
        #expect(state.focus != .chart)
    }

    /// Six channels with prices of the same kind, at 100 events a second.
    private static func six() -> RecordedEvents {
        var session = RecordedEvents()
        session.connect()
        for channel in 0..<6 { session.subscribe("desk-\(channel)") }
        for number in 0..<6000 {
            let value = 12 + number * 7919 % 288
            session.receive("paid", on: "desk-\(number % 6)", #"{"amount":\#(value)}"#)
            session.wait(.milliseconds(10))
        }
        return session
    }

    @Test(
        "more than three series are small charts, each with its name and last value",
        arguments: [(80, 24), (200, 60)])
    func smallCharts(columns: Int, rows: Int) throws {
        var state = DashboardFixture.dashboard(Self.six(), columns, rows, catalog: Self.catalog)
        state.press("3", ":")
        state.type("chart data.amount")
        state.press("Enter")
        state.notice = nil
        let text = state.screen().textRows
        for channel in 0..<6 {
            #expect(text.contains { $0.contains("desk-\(channel)") && $0.contains("last ") })
        }
        try expectGolden(state, pane: .chart, "chart-six-\(columns)")
    }

    @Test("Esc leaves a chart and the explanation of a loss one after the other")
    func leaving() {
        var state = DashboardFixture.dashboard(Self.tickers(), 80, 24, catalog: Self.catalog)
        state.press("3", "0", "7", "Esc")
        #expect(state.focus == .connection)
        state.press("Esc")
        #expect(state.focus == .events)
    }

    @Test("the pane lists the numbers in events; Enter charts one, and goes back to the list")
    func fields() throws {
        var state = DashboardFixture.dashboard(Self.tickers(), 80, 24, catalog: Self.catalog)
        state.press("7")
        let rows = state.screen().textRows
        #expect(rows.contains { $0.contains("data.price") })
        for word in ["rate", "size", "rtt"] {
            #expect(rows.contains { $0.hasPrefix("  \(word) ") || $0.contains(" \(word) ") })
        }
        #expect(rows[23].contains("Enter chart"))
        state.press("Enter")
        #expect(state[ChartPane.self]?.chart?.source.word == "data.price")
        #expect(state.screen().textRows[23].contains("Enter other fields"))
        state.press("Enter", "Down", "Down", "Enter")
        #expect(state[ChartPane.self]?.chart?.source == .size)
        state.press("Enter")
        #expect(state[ChartPane.self]?.selectedField == "size", "where one was")
        state.press("Esc")
        #expect(state.focus != .chart)
    }

    @Test("a field in several channels shows the values of one, and names it")
    func fieldOfChannels() throws {
        let state = DashboardFixture.dashboard(Self.six(), 120, 24, catalog: Self.catalog)
        let field = try #require(
            ChartField.all(in: state.keptEvents, state.paneContext).first {
                $0.word == "data.amount"
            })
        #expect(field.otherChannels == 5)
        let channel = try #require(field.channel)
        var shown = state
        shown.press("7")
        let row = shown.screen().textRows.first { $0.contains("data.amount") }
        #expect(row?.contains("\(channel.text) and 5 others") == true)
    }

    @Test("the names that Tab offers are those of the list")
    func completion() {
        let state = DashboardFixture.dashboard(Self.tickers(), 80, 24, catalog: Self.catalog)
        #expect(
            ChartField.all(in: state.keptEvents, state.paneContext).map(\.word)
                == ["data.price", "rate", "size", "rtt"])
    }

    /// Orders with numbers, of which some are lost, repeated or late.
    private static func orders() -> RecordedEvents {
        var session = RecordedEvents()
        session.connect()
        session.subscribe("orders")
        session.subscribe("stock")
        for number in [1, 2, 3, 5, 4, 6, 6, 9, 10, 11] {
            session.receive("order", on: "orders", #"{"n":\#(number)}"#)
            session.receive("level", on: "stock", #"{"n":\#(number * 10)}"#)
            session.wait(.seconds(2))
        }
        session.receive("order", on: "orders", #"{"id":"none"}"#)
        return session
    }

    @Test("a sequence counts what is lost, repeated and reordered, for each channel")
    func sequence() throws {
        for (columns, rows) in [(80, 24), (120, 40)] {
            var state = DashboardFixture.dashboard(
                Self.orders(), columns, rows, catalog: Self.catalog)
            state.press(":")
            state.type("sequence data.n orders")
            state.press("Enter")
            state.notice = nil
            let count = state[ChartPane.self]?.chart?.lines.values.first?.sequence
            #expect(count?.lost == 2 && count?.repeated == 1 && count?.reordered == 1)
            #expect(state[ChartPane.self]?.chart?.withoutNumber == 1)
            try expectGolden(state, pane: .chart, "chart-sequence-\(columns)")
        }
        var state = Self.shown("sequence 7")
        #expect(state[ChartPane.self]?.chart == nil)
        #expect(state.screen().textRows.contains { $0.contains("sequence number, such as data.n") })
        state.press("Esc")
    }

    @Test("rate, size and rtt are drawn; another word says what would be right")
    func sources() throws {
        #expect(Self.shown("chart rate").screen().textRows.contains { $0.contains("max 2") })
        #expect(Self.shown("chart size").screen().textRows.contains { $0.contains("max 15B") })
        #expect(
            Self.shown("chart rtt").screen().textRows.contains {
                $0.contains("No data in this period")
            })
        let state = Self.shown("chart 7")
        #expect(state[ChartPane.self]?.chart == nil)
        #expect(
            state.screen().textRows.contains { $0.contains("a path such as data.price, or rate") })
        let chart = try #require(Self.shown("chart price")[ChartPane.self]?.chart)
        #expect(chart.source.word == "data.price")
    }
}
