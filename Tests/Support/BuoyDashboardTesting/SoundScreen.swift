package import BuoyDashboard
package import BuoyTextScreen
package import ChannelsProtocol

/// What holds for every screen, whatever it shows: lists of what does not, for tests to find empty.
package struct SoundScreen {
    private let state: DashboardState
    private let canvas: Canvas
    private let layout: DashboardLayout

    package init(_ state: DashboardState) {
        self.state = state
        self.canvas = state.screen()
        self.layout = state.layout
    }

    /// Rows whose text does not take as many cells as the screen has columns.
    package var rowsOfOtherWidth: [String] {
        self.canvas.textRows.filter { row in
            row.unicodeScalars.reduce(0) { $0 + (CharacterWidth.cells(of: $1) ?? 0) }
                != self.canvas.size.columns
        }
    }

    /// Characters that a terminal does something with, or that nobody sees.
    package var unsafeScalars: [Unicode.Scalar] {
        self.scalars.filter { scalar in
            switch scalar.properties.generalCategory {
            case .control, .format, .lineSeparator, .paragraphSeparator, .surrogate, .unassigned:
                true
            default: scalar.properties.isDefaultIgnorableCodePoint
            }
        }
    }

    package var scalarsOutsideASCII: [Unicode.Scalar] { self.scalars.filter { !$0.isASCII } }

    private var scalars: [Unicode.Scalar] {
        self.canvas.cells.flatMap { [$0.scalar] + $0.marks }
    }

    /// Panes whose title does not start with a rule, their number and their name.
    package var brokenTitles: [PaneID] {
        self.layout.places.filter { place in
            guard place.hasTitle, place.rect.width >= 16 else { return false }
            let lines = self.canvas.glyphs.lines
            let row = (0..<8).map { self.canvas[place.rect.x + $0, place.rect.y].scalar }
            let text = String(String.UnicodeScalarView(row.dropFirst()))
            let name =
                " \(place.pane.key)\(self.layout.suffix(of: place)) "
                + String(place.pane.title.first.map(String.init) ?? "")
            return ![lines.rule, lines.heavyRule].contains(row[0]) || !text.hasPrefix(name)
        }.map(\.pane)
    }

    /// Places between panes where there is no line.
    package var brokenDividers: [Rect] {
        let lines = self.canvas.glyphs.lines
        let whole = [lines.bar, lines.teeDown, lines.teeUp, lines.rule, lines.heavyRule]
        return self.layout.dividers.filter { divider in
            (divider.y..<divider.endY).contains { y in
                !whole.contains(self.canvas[divider.x, y].scalar)
            }
        }
    }

    /// Whether the first row has the glyph and the word of the state, in its role.
    package func statesConnection(_ state: ConnectionState) -> Bool {
        let states = self.canvas.glyphs.states
        let (glyph, role): (Unicode.Scalar, Role) =
            switch state {
            case .initialized: (states.initialized, .stateInitialized)
            case .connecting: (states.connecting, .stateConnecting)
            case .connected: (states.connected, .stateConnected)
            case .unavailable: (states.unavailable, .stateUnavailable)
            case .disconnected: (states.disconnected, .stateDisconnected)
            case .failed: (states.failed, .stateFailed)
            }
        let cells = self.canvas.row(0).filter { $0.role == role && $0.span != .continuation }
        let text = String(String.UnicodeScalarView(cells.map(\.scalar)))
        return text.contains("\(Character(glyph)) \(state.rawValue.uppercased())")
    }

    /// How many cells of the members are drawn as stale.
    package var staleMarks: Int {
        let stale = self.canvas.glyphs.marks.stale
        return self.layout.places.filter { $0.pane == .members }.reduce(0) { count, place in
            count
                + (place.rect.y..<place.rect.endY).count { y in
                    (place.rect.x..<place.rect.endX).contains { x in
                        let cell = self.canvas[x, y]
                        return cell.role == .memberStale && cell.scalar == stale
                    }
                }
        }
    }
}
