import TestSupport
import Testing
import TextScreen

@testable import Dashboard

@Suite("Layout")
struct LayoutTests {
    private static let widths =
        Array(stride(from: 1, through: 91, by: 3)) + [
            40, 80, 81, 100, 119, 120, 121, 150, 179, 180, 181, 220, 250,
        ]

    @Test("no region overlaps another or leaves the screen, at any size", arguments: Self.widths)
    func disjoint(columns: Int) {
        for rows in 1...80 {
            for focus in PaneID.allCases {
                for (isOpen, isZoomed) in [(false, false), (true, false), (true, true)] {
                    let size = ScreenSize(columns: columns, rows: rows)
                    let layout = DashboardLayout(
                        size: size, focus: focus, companion: focus == .inspector ? .events : focus,
                        isInspectorOpen: isOpen || focus == .inspector, isZoomed: isZoomed)
                    let problem = Self.problem(of: layout, size)
                    #expect(problem == nil, "\(columns)x\(rows) \(focus)")
                }
            }
        }
    }

    /// What is wrong with a layout; `nil` when nothing is.
    private static func problem(of layout: DashboardLayout, _ size: ScreenSize) -> String? {
        var regions = layout.places.map(\.rect) + layout.dividers
        regions += [layout.header, layout.tabs, layout.footer]
        if layout.status != layout.footer { regions.append(layout.status) }
        var cells = 0
        for (index, region) in regions.enumerated() where !region.isEmpty {
            cells += region.width * region.height
            if region.intersection(size.bounds) != region { return "outside: \(region)" }
            for other in regions[..<index] where !region.intersection(other).isEmpty {
                return "overlap: \(region) and \(other)"
            }
        }
        let isWhole = cells == size.columns * size.rows
        return layout.sizeClass == .tooSmall || isWhole ? nil : "cells are wasted"
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

    @Test("every size draws, whatever is open, and fits its canvas")
    func draws() {
        var state = DashboardFixture.dashboard()
        for keys in [["1"], ["3", "Enter"], ["4"], ["?"], ["s"]] {
            for key in keys { state.press(key) }
            for columns in stride(from: 1, through: 250, by: 31) {
                for rows in stride(from: 1, through: 60, by: 6) {
                    let size = ScreenSize(columns: columns, rows: rows)
                    _ = state.handle(.resized(size))
                    #expect(state.screen().size == size)
                }
            }
            _ = state.handle(.resized(ScreenSize(columns: 80, rows: 24)))
            state.press("Esc", "Esc")
        }
    }

    @Test("the pane that has the keys is always shown")
    func focusIsShown() {
        for (columns, rows) in [(60, 15), (80, 24), (120, 40), (200, 60), (90, 40)] {
            var state = DashboardFixture.dashboard(.sandboxSession(), columns, rows)
            for key in ["1", "2", "4", "3", "Enter", "5", "2", "5", "z", "Tab", "Tab", "Tab"] {
                state.press(key)
                #expect(
                    state.layout.rect(of: state.focus) != nil, "\(columns)x\(rows) after \(key)")
            }
        }
    }
}
