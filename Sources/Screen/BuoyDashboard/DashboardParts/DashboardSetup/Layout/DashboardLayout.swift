package import BuoyTextScreen

/// The places of all parts of the screen: a pure function of the request.
///
/// Under 20 rows there are tabs and one pane. From 20 rows on, by width, with the preset
/// `standard`:
///
/// ```
/// one column             two, from 80               three, from 120
/// ┌──── header 2 ─────┐  ┌─────── header 2 ──────┐  ┌─────── header 2 ───────┐
/// │ 1 channels        │  │channels    │members   │  │channels│members│bindings│
/// │─ 2 members 9 ─────│  │            │or 4 or 7 │  │        │       │or rates│
/// │─ 3 events ────────│  ├─ events ───┴──────────┤  ├─ events ───────────────┤
/// │                   │  │                       │  │                        │
/// │─ 4 bindings 3 ────│  ├─ log, if focused ─────┤  ├─ log, if focused ──────┤
/// │─ 6 log ───────────│  ├─ inspector, if open ──┤  ├─ inspector, if open ───┤
/// ├──── status ───────┤  ├──────── status ───────┤  ├──────── status ────────┤
/// └──── footer ───────┘  └──────── footer ───────┘  └──────── footer ────────┘
/// two of full height, from 180; from 200x50, the inspector is always at the right, and from 240
/// below the members
/// ┌────────────── header 2 ────────────────┐
/// │channels   │events                      │
/// ├─ members  │                            │
/// ├─ bindings │                            │
/// ├─ rates    ├─ inspector                 │
/// ├─ log      │                            │
/// ├─────────────── status ─────────────────┤
/// └─────────────── footer ─────────────────┘
/// ```
///
/// Lists are as tall, and side columns as wide, as their contents; the events get the rest. Where
/// lists are below each other, an empty one is a title rule.
///
/// The height decides how many panes of a
/// column have rows: two with one or two columns, one in each full-height column; one more from 34
/// rows, all from 50. The others are title rules that keep their numbers. The focused pane always
/// has rows.
///
/// The other presets: `events` shows the lists as title rules. `presence` gives the lists,
/// including those of all presence channels, more than half of the height, or a separate column.
/// `debugging` has the log and rates beside the events, or below them with only two columns.
package struct DashboardLayout: Hashable, Sendable {
    package struct Place: Hashable, Sendable {
        package let pane: PaneID
        /// Members appear once for each presence channel that there is room for.
        let index: Int
        package let rect: Rect
        /// The tabs are the title of the pane below them.
        package let hasTitle: Bool

        var content: Rect { self.hasTitle ? self.rect.split(top: 1).rest : self.rect }
    }

    let sizeClass: SizeClass
    package private(set) var header = Rect.zero
    package private(set) var tabs = Rect.zero
    private(set) var body = Rect.zero
    package private(set) var places: [Place] = []
    package private(set) var dividers: [Rect] = []
    private(set) var boundaries: [LayoutBoundary] = []
    /// For messages and the prompt. Also the footer if there is no room for two lines.
    private(set) var status = Rect.zero
    private(set) var footer = Rect.zero

    private let roster: Int
    private let repeated: [PaneID]

    init(_ request: LayoutRequest) {
        self.sizeClass = SizeClass(request.size)
        self.roster = request.roster
        self.repeated = request.panes.filter(\.repeatsPerRoster).map(\.id)
        let hasTabs = Self.hasTabs(request.size)
        let (header, belowHeader) = request.size.bounds.split(
            top: hasTabs || self.sizeClass == .tooSmall ? 1 : 2)
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
            request.isAlone || request.isZoomed && !hasTabs
            ? .pane(request.focus) : hasTabs ? .underTabs(request) : .body(request)
        var arranging = LayoutArranging(request, hasTabs: hasTabs)
        arranging.arrange(part, in: self.body)
        self.places = arranging.places.sorted {
            ($0.pane.number, $0.index) < ($1.pane.number, $1.index)
        }
        self.dividers = arranging.dividers
        self.boundaries = arranging.boundaries
    }

    static func hasTabs(_ size: ScreenSize) -> Bool {
        SizeClass(size) == .compact && size.rows < 20
    }

    func place(of pane: PaneID) -> Place? {
        let isRepeated = self.repeated.contains(pane)
        return self.places.first { $0.pane == pane && (!isRepeated || $0.index == self.roster) }
    }

    package func rect(of pane: PaneID) -> Rect? { self.place(of: pane)?.rect }

    func content(of pane: PaneID) -> Rect? { self.place(of: pane)?.content }

    /// If the pane is shown several times: `b` for the second one.
    package func suffix(of place: Place) -> String {
        let all = self.places.filter { $0.pane == place.pane }
        guard all.count > 1, place.index > 0,
            let scalar = Unicode.Scalar(0x61 + min(UInt32(clamping: place.index), 25))
        else { return "" }
        return String(Character(scalar))
    }

    /// Boundaries between rows come first, the lower edge before the upper one, and the nearest
    /// first.
    func boundary(of pane: PaneID) -> (boundary: LayoutBoundary, isBefore: Bool)? {
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
