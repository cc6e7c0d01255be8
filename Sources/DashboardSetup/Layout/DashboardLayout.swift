package import TextScreen

/// The places of everything: a function of the request, nothing else.
///
/// Under 20 rows there are tabs and one pane. From 20 rows, by the width, with the preset `standard`:
///
/// ```
/// one column             two, from 80               three, from 120
/// ┌──── header 2 ─────┐  ┌─────── header 2 ──────┐  ┌────── header 3 *) ─────┐
/// │ 1 channels        │  │channels    │members   │  │channels│members│bindings│
/// │─ 2 members 9 ─────│  │            │or 4 or 7 │  │        │       │or rates│
/// │─ 3 events ────────│  ├─ events ───┴──────────┤  ├─ events ───────────────┤
/// │                   │  │                       │  │                        │
/// │─ 4 bindings 3 ────│  ├─ log, if focused ─────┤  ├─ log, if focused ──────┤
/// │─ 6 log ───────────│  ├─ inspector, if open ──┤  ├─ inspector, if open ───┤
/// ├──── status ───────┤  ├──────── status ───────┤  ├──────── status ────────┤
/// └──── footer ───────┘  └──────── footer ───────┘  └──────── footer ────────┘
/// two over the whole height, from 180; from 240 members and rates stand at the right
/// ┌────────────── header 4 *) ─────────────┐
/// │channels   │events                      │
/// ├─ members  │                            │
/// ├─ bindings │                            │
/// ├─ rates    ├─ inspector                 │
/// ├─ log      │                            │
/// ├─────────────── status ─────────────────┤
/// └─────────────── footer ─────────────────┘
/// ```
///
/// Lists are as tall, and side columns as wide, as what is in them; events have the rest. A list
/// that is empty is a title rule, where lists stand below each other.
///
/// *) from 34 and 50 rows; below it is lower. The height also says how many panes of a column have
/// rows: of one or two columns two, of each full column one; one more from 34 rows, all from 50. What
/// has none is a title rule that keeps its numbers. The pane with the keys always has rows.
///
/// The other presets: `events` has the lists as title rules; `presence` gives the lists, and all
/// presence channels in them, more than half of the height, or a column of their own; `debugging` has
/// log and rates beside the events, or below them where there are only two columns.
package struct DashboardLayout: Hashable, Sendable {
    /// A pane and its place. Its first row is its title.
    package struct Place: Hashable, Sendable {
        /// Which pane it is.
        package let pane: PaneID
        /// Which of the panes of this kind: members appear once for each presence channel that
        /// there is room for. It is the number of the presence channel.
        package let index: Int
        /// All of its cells.
        package let rect: Rect
        /// Whether it has a title; the tabs are the title of the pane under them.
        package let hasTitle: Bool

        /// The place of its rows: all but its title.
        package var content: Rect { self.hasTitle ? self.rect.split(top: 1).rest : self.rect }
    }

    /// The class of the screen.
    package let sizeClass: SizeClass
    /// The connection line and what belongs to it.
    package private(set) var header = Rect.zero
    /// The names of the panes, where not all are shown; else empty.
    package private(set) var tabs = Rect.zero
    /// What is between the header, or the tabs, and the last lines.
    package private(set) var body = Rect.zero
    /// The panes that are shown, in the order of their numbers.
    package private(set) var places: [Place] = []
    /// The columns between panes that are side by side.
    package private(set) var dividers: [Rect] = []
    /// Where panes meet and can be moved.
    package private(set) var boundaries: [LayoutBoundary] = []
    /// The line of messages, which becomes the prompt. The footer, where there is no room for two.
    package private(set) var status = Rect.zero
    /// The hints.
    package private(set) var footer = Rect.zero

    private let roster: Int
    /// The panes that may be shown several times.
    private let repeated: [PaneID]

    /// Lays the panes out.
    package init(_ request: LayoutRequest) {
        self.sizeClass = SizeClass(request.size)
        self.roster = request.roster
        self.repeated = request.panes.filter(\.repeatsPerRoster).map(\.id)
        let hasTabs = Self.hasTabs(request.size)
        let (header, belowHeader) = request.size.bounds.split(
            top: Self.headerRows(self.sizeClass, hasTabs: hasTabs) + request.causeRows)
        self.header = header
        guard self.sizeClass != .tooSmall else { return }
        let (aboveFooter, footer) = belowHeader.split(bottom: 1)
        (self.body, self.status) = aboveFooter.split(bottom: hasTabs ? 0 : 1)
        self.footer = footer
        if hasTabs {
            self.status = footer
            (self.tabs, self.body) = aboveFooter.split(top: 1)
        }
        let part: LayoutPart =
            hasTabs
            ? .underTabs(request) : request.isZoomed ? .pane(request.focus) : .body(request)
        var arranging = LayoutArranging(request, hasTabs: hasTabs)
        arranging.arrange(part, in: self.body)
        self.places = arranging.places.sorted {
            ($0.pane.number, $0.index) < ($1.pane.number, $1.index)
        }
        self.dividers = arranging.dividers
        self.boundaries = arranging.boundaries
    }

    /// Whether one pane is shown, and the others are tabs.
    package static func hasTabs(_ size: ScreenSize) -> Bool {
        SizeClass(size) == .compact && size.rows < 20
    }

    private static func headerRows(_ sizeClass: SizeClass, hasTabs: Bool) -> Int {
        switch sizeClass {
        case .tooSmall: 1
        case .compact: hasTabs ? 1 : 2
        case .standard: 2
        case .wide: 3
        case .large: 4
        }
    }

    /// The place of a pane; of the members, those of the selected presence channel. `nil` when it is
    /// not shown.
    package func place(of pane: PaneID) -> Place? {
        let isRepeated = self.repeated.contains(pane)
        return self.places.first { $0.pane == pane && (!isRepeated || $0.index == self.roster) }
    }

    /// The region of a pane, with its title; `nil` when it is not shown.
    package func rect(of pane: PaneID) -> Rect? { self.place(of: pane)?.rect }

    /// The place of a pane's rows: all but its title.
    package func content(of pane: PaneID) -> Rect? { self.place(of: pane)?.content }

    /// What follows the number of a pane in its title, when it is there more than once: the second
    /// one is `b`.
    package func suffix(of place: Place) -> String {
        let all = self.places.filter { $0.pane == place.pane }
        guard all.count > 1, place.index > 0,
            let scalar = Unicode.Scalar(0x61 + min(UInt32(clamping: place.index), 25))
        else { return "" }
        return String(Character(scalar))
    }

    /// The boundary that is moved to change the size of a pane: one between rows, if there is one;
    /// the lower edge before the upper one, the nearest first.
    package func boundary(of pane: PaneID) -> (boundary: LayoutBoundary, isBefore: Bool)? {
        for axis in [LayoutBoundary.Axis.rows, .columns] {
            let own = self.boundaries.filter { $0.axis == axis }
                .sorted { $0.before.count + $0.after.count < $1.before.count + $1.after.count }
            if let boundary = own.first(where: { $0.before.contains(pane) }) {
                return (boundary, true)
            }
            if let boundary = own.first(where: { $0.after.contains(pane) }) {
                return (boundary, false)
            }
        }
        return nil
    }
}
