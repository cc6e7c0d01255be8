import BuoyDashboardTesting
import BuoyTestBasics
import BuoyTestSupport
import BuoyTextScreen
import ChannelsProtocol
import Testing

@testable import BuoyDashboard

@Suite("Layout")
struct LayoutTests {
    // MARK: Any size

    @Test(
        "all small sizes: nothing overlaps, nothing is wasted, the pane with the keys is there",
        arguments: 1...60)
    func small(columns: Int) {
        var dice = Dice(seed: UInt64(columns))
        for rows in 1...30 { Self.check(ScreenSize(columns: columns, rows: rows), &dice) }
    }

    private static let widths =
        [79, 80, 81, 119, 120, 121, 179, 180, 181, 499, 500]
        + Array(stride(from: 61, through: 490, by: 39))
    private static let heights =
        [1, 8, 11, 12, 19, 20, 21, 33, 34, 35, 49, 50, 51, 200]
        + Array(stride(from: 31, through: 190, by: 23))

    @Test(
        "larger sizes, and all where a class begins or ends, up to 500x200", arguments: Self.widths)
    func larger(columns: Int) {
        var dice = Dice(seed: UInt64(columns))
        for rows in Self.heights { Self.check(ScreenSize(columns: columns, rows: rows), &dice) }
    }

    @Test("any size, whatever is open, however the splits stand", arguments: 1...8)
    func random(seed: Int) {
        var dice = Dice(seed: UInt64(seed))
        for _ in 0..<1500 {
            let size = ScreenSize(columns: dice.number(1...500), rows: dice.number(1...200))
            let request = Self.request(
                size, Catalog.core.panes.randomElement(using: &dice) ?? .events,
                LayoutSettings.Preset.allCases.randomElement(using: &dice) ?? .standard, &dice)
            let problem = Self.problem(of: DashboardLayout(request), request)
            #expect(problem == nil, "\(request)")
        }
    }

    /// Every pane and preset; the rest by chance.
    private static func check(_ size: ScreenSize, _ dice: inout Dice) {
        for preset in LayoutSettings.Preset.allCases {
            for focus in Catalog.core.panes {
                let request = Self.request(size, focus, preset, &dice)
                let problem = Self.problem(of: DashboardLayout(request), request)
                #expect(problem == nil, "\(request)")
            }
        }
    }

    private static func request(
        _ size: ScreenSize, _ focus: PaneID, _ preset: LayoutSettings.Preset, _ dice: inout Dice
    ) -> LayoutRequest {
        var request = LayoutRequest(size: size, panes: Catalog.core.profiles)
        request.focus = focus
        let others = Catalog.core.panes.filter { $0 != .inspector }
        request.companion =
            focus == .inspector ? others.randomElement(using: &dice) ?? .events : focus
        request.isInspectorOpen = focus == .inspector || dice.isHeads()
        request.isZoomed = dice.number(1...6) == 1
        request.rosters = dice.number(0...5)
        request.roster = dice.number(0...max(request.rosters - 1, 0))
        request.settings.preset = preset
        for pane in [PaneID.channels, .members, .bindings] where dice.isHeads() {
            request.contents[pane] = PaneContents(
                rows: dice.number(1...40), columns: dice.number(1...90), isEmpty: dice.isHeads())
        }
        for split in LayoutSettings.Split.allCases where dice.isHeads() {
            request.settings.splits[split] = dice.number(-50...1100)
        }
        return request
    }

    /// What is wrong with a layout; `nil` when nothing is.
    private static func problem(
        of layout: DashboardLayout, _ request: LayoutRequest
    ) -> String? {
        var regions = layout.places.map(\.rect) + layout.dividers
        regions += [layout.header, layout.tabs, layout.footer]
        if layout.status != layout.footer { regions.append(layout.status) }
        var cells = 0
        for (index, region) in regions.enumerated() where !region.isEmpty {
            cells += region.width * region.height
            if region.intersection(request.size.bounds) != region { return "outside: \(region)" }
            for other in regions[..<index] where !region.intersection(other).isEmpty {
                return "overlap: \(region) and \(other)"
            }
        }
        guard layout.sizeClass != .tooSmall else {
            return layout.places.isEmpty ? nil : "panes without room"
        }
        if cells != request.size.columns * request.size.rows { return "cells are wasted" }
        for place in layout.places {
            if place.rect.isEmpty { return "\(place.pane) has no cells" }
            if place.rect.intersection(layout.body) != place.rect { return "not in the body" }
        }
        guard let own = layout.place(of: request.focus) else { return "no focus" }
        if own.content.height < 1 { return "the pane with the keys has no rows" }
        for (index, place) in layout.places.enumerated() {
            let isTwice = layout.places[..<index].contains {
                $0.pane == place.pane && $0.index == place.index
            }
            if isTwice { return "\(place.pane) is there twice" }
        }
        return self.problem(ofEdgesIn: layout)
    }

    private static func problem(ofEdgesIn layout: DashboardLayout) -> String? {
        for boundary in layout.boundaries {
            if boundary.clamped(boundary.position) != boundary.position { return "\(boundary)" }
            let again = LayoutBoundary.cells(
                boundary.thousandths(boundary.position), of: boundary.room)
            if again != boundary.position { return "thousandths of \(boundary)" }
            let handle = boundary.handle
            if handle.isEmpty || handle.intersection(layout.body) != handle { return "handle" }
        }
        return nil
    }

    @Test(
        "the class follows from the smaller of what width and height allow",
        arguments: [
            (39, 24, SizeClass.tooSmall), (80, 7, .tooSmall), (40, 8, .compact), (79, 50, .compact),
            (200, 19, .compact), (80, 20, .standard), (119, 60, .standard), (200, 33, .standard),
            (120, 34, .wide), (179, 80, .wide), (200, 49, .wide), (180, 50, .large),
        ])
    func sizeClass(columns: Int, rows: Int, expected: SizeClass) {
        #expect(SizeClass(ScreenSize(columns: columns, rows: rows)) == expected)
    }

    // MARK: What stands where

    /// The panes of the core, and a list of a feature.
    private static let profiles = {
        let list = PaneProfile(PaneID(8, "List"), .lists)
        return (Catalog.core.profiles + [list]).sorted { $0.id.number < $1.id.number }
    }()

    /// The panes of a layout as a string: those with rows, then the title rules in brackets.
    private static func panes(_ size: ScreenSize, _ change: (inout LayoutRequest) -> Void) -> String
    {
        var request = LayoutRequest(size: size, panes: Self.profiles)
        change(&request)
        if request.focus != .inspector { request.companion = request.focus }
        let layout = DashboardLayout(request)
        let name = { (place: DashboardLayout.Place) in place.pane.key + layout.suffix(of: place) }
        let open = layout.places.filter { $0.content.height > 0 }.map(name)
        let closed = layout.places.filter { $0.content.height == 0 }.map(name)
        return (open + (closed.isEmpty ? [] : ["(" + closed.joined(separator: " ") + ")"]))
            .joined(separator: " ")
    }

    @Test(
        "each preset differs from the others in every size class",
        arguments: [
            (60, 15), (60, 24), (60, 40), (80, 24), (100, 40), (120, 24), (120, 40), (130, 60),
            (200, 24), (200, 40), (200, 60),
        ])
    func presets(columns: Int, rows: Int) {
        let size = ScreenSize(columns: columns, rows: rows)
        let pictures = LayoutSettings.Preset.allCases.map { preset in
            Catalog.core.panes.map { pane in
                var request = LayoutRequest(size: size, panes: Catalog.core.profiles)
                request.focus = pane
                request.settings.preset = preset
                request.rosters = 2
                return DashboardLayout(request).places
            }
        }
        #expect(Set(pictures).count == LayoutSettings.Preset.allCases.count)
    }

    @Test("panes that do not fit are title rules, and the one with the keys has rows")
    func collapse() {
        let small = ScreenSize(columns: 80, rows: 24)
        #expect(Self.panes(small) { _ in } == "1 2 3")
        #expect(Self.panes(small) { $0.focus = .bindings } == "1 3 4")
        #expect(Self.panes(small) { $0.focus = .connection } == "3 0 (1 2)")
        #expect(
            Self.panes(small) {
                $0.focus = .events
                $0.isInspectorOpen = true
            } == "3 5 (1 2)")
        #expect(Self.panes(small) { $0.isInspectorOpen = true } == "1 2 5 (3)")
        let large = ScreenSize(columns: 200, rows: 60)
        #expect(Self.panes(large) { $0.isInspectorOpen = true } == "1 2 3 4 5 8")
        #expect(Self.panes(ScreenSize(columns: 200, rows: 40)) { _ in } == "1 2 3 4 8")
        #expect(Self.panes(large) { $0.focus = .connection } == "1 2 3 4 5 8 0")
        #expect(Self.panes(large) { $0.settings.preset = .debugging } == "1 2 3 4 8 0")
        #expect(Self.panes(ScreenSize(columns: 60, rows: 24)) { _ in } == "1 3 (2 4 8)")
    }

    @Test("what is empty has no title, unless it has the focus", arguments: [60, 80, 120, 200])
    func empty(columns: Int) {
        for rows in [24, 40, 60] {
            let size = ScreenSize(columns: columns, rows: rows)
            let panes = { (focus: PaneID) in
                Self.panes(size) { request in
                    request.focus = focus
                    for pane in [PaneID.members, .bindings, PaneID(8, "List")] {
                        request.contents[pane] = PaneContents(rows: 3, isEmpty: true)
                    }
                }
            }
            // A large screen always has the inspector.
            #expect(panes(.channels) == (columns == 200 && rows == 60 ? "1 3 5" : "1 3"))
            #expect(panes(.bindings).contains("4"))
        }
    }

    @Test("the accordion: lists that are too low open while they have the keys")
    func accordion() {
        let size = ScreenSize(columns: 80, rows: 24)
        let preset = { (focus: PaneID) in
            Self.panes(size) {
                $0.focus = focus
                $0.settings.preset = .events
            }
        }
        #expect(preset(.events) == "3 (1 2)")
        #expect(preset(.channels) == "1 2 3")
        let low = Self.panes(size) {
            $0.focus = .events
            $0.settings.splits[.lists] = 200
        }
        #expect(low == "3 (1 2)")
    }

    @Test("several presence channels are stacked, the selected one always among them")
    func rosters() {
        let stacked = { (size: ScreenSize, rosters: Int, roster: Int) in
            Self.panes(size) {
                $0.rosters = rosters
                $0.roster = roster
                $0.contents[.members] = PaneContents(rows: 8)
            }
        }
        let large = ScreenSize(columns: 200, rows: 60)
        #expect(stacked(large, 1, 0) == "1 2 3 4 5 8")
        #expect(stacked(large, 3, 1) == "1 2 2b 2c 3 4 5 8")
        #expect(stacked(large, 9, 8) == "1 2g 2h 2i 3 4 5 8")
        #expect(stacked(ScreenSize(columns: 120, rows: 40), 3, 2) == "1 2 3 4")
    }

    // MARK: Drawing

    @Test("every size draws, whatever is open, and fits its canvas")
    func draws() {
        var session = RecordedEvents.sandboxSession()
        session.subscribe("presence-game-1", members: [RecordedEvents.member("u1", "Ana")])
        var state = DashboardFixture.dashboard(session)
        for preset in LayoutSettings.Preset.allCases {
            _ = state.useLayout(named: preset.rawValue)
            for keys in [["1"], ["3", "Enter"], ["4"], ["6"], ["7"], ["?"], ["s"], ["z"]] {
                for key in keys { state.press(key) }
                for columns in [1, 39, 40, 63, 80, 121, 185, 500] {
                    for rows in [1, 7, 8, 13, 20, 35, 52, 200] where rows * columns < 40_000 {
                        let size = ScreenSize(columns: columns, rows: rows)
                        _ = state.handle(.resized(size))
                        #expect(state.screen().size == size)
                    }
                }
                _ = state.handle(.resized(ScreenSize(columns: 80, rows: 24)))
                state.press("Esc", "Esc")
            }
        }
    }

    @Test("the focused pane is always shown")
    func focusIsShown() {
        for (columns, rows) in [(60, 15), (60, 30), (80, 24), (120, 40), (200, 60), (90, 40)] {
            var state = DashboardFixture.dashboard(.sandboxSession(), columns, rows)
            for key in [
                "1", "2", "4", "3", "Enter", "5", "6", "7", "2", "5", "z", "Tab", "Tab", "Tab",
            ] {
                state.press(key)
                #expect(
                    (state.layout.content(of: state.focus)?.height ?? 0) > 0,
                    "\(columns)x\(rows) after \(key)")
            }
        }
    }

    @Test("Tab goes through what is on the screen, title rules too; over tabs through all")
    func tab() {
        func round(_ columns: Int, _ rows: Int) -> [PaneID] {
            var state = DashboardFixture.dashboard(.sandboxSession(), columns, rows)
            state.press("1")
            return (0..<8).map { _ in
                state.press("Tab")
                return state.focus
            }
        }
        #expect(round(80, 24).prefix(3) == [.members, .events, .channels])
        #expect(round(120, 40).prefix(4) == [.members, .events, .bindings, .channels])
        #expect(
            round(200, 24).prefix(6)
                == [.members, .events, .bindings, .channels, .members, .events])
        #expect(
            round(60, 15).prefix(7)
                == [.members, .events, .bindings, .connection, .channels, .members, .events])
    }

    @Test("a small screen starts with the events, a larger one with the channels")
    func start() {
        #expect(DashboardFixture.empty(60, 15).focus == .events)
        #expect(DashboardFixture.empty(80, 24).focus == .channels)
        let state = DashboardFixture.empty(60, 15) { $0.settings.layout.preset = .presence }
        #expect(state.focus == .members)
    }
}
