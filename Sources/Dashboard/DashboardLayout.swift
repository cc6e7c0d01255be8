package import TextScreen

/// How much there is room for.
package enum SizeClass: Hashable, Sendable, CaseIterable {
    /// Under 40x8: only the connection line, and what is missing.
    case tooSmall
    /// Under 80 columns or 20 rows: one pane, the others as tabs.
    case compact
    /// 80x20 and more: channels and members over the events.
    case standard
    /// 120x34 and more: the bindings too, and the inspector below the events.
    case wide
    /// 180x50 and more: three columns.
    case large

    /// The smallest screen on which more than a message is shown.
    package static let smallest = ScreenSize(columns: 40, rows: 8)

    package init(_ size: ScreenSize) {
        if size.columns < Self.smallest.columns || size.rows < Self.smallest.rows {
            self = .tooSmall
        } else if size.columns < 80 || size.rows < 20 {
            self = .compact
        } else if size.columns < 120 || size.rows < 34 {
            self = .standard
        } else if size.columns < 180 || size.rows < 50 {
            self = .wide
        } else {
            self = .large
        }
    }
}

/// Where everything stands: a function of the size and of what is open, nothing else.
///
/// ```
/// standard               wide                      large
/// ┌──── header 2 ─────┐  ┌─────── header 3 ──────┐ ┌──────── header 3 ────────┐
/// │channels │members *│  │channels│members│bind. │ │channels│events  │members │
/// ├─────────┴─────────┤  ├────────┴───────┴──────┤ │        │        │        │
/// │events             │  │events                 │ ├────────┼────────┤        │
/// │                   │  ├───────────────────────┤ │bindings│inspect.│        │
/// │                   │  │inspector, when open   │ │        │        │        │
/// ├───── status ──────┤  ├─────── status ────────┤ ├────────┴────────┴────────┤
/// └───── footer ──────┘  └─────── footer ────────┘ └───── status, footer ─────┘
/// ```
///
/// `*` or the bindings, when they have the keys. The inspector of a standard screen stands under the
/// events or under the strip of lists, whichever the keys were in; from 34 rows under both.
package struct DashboardLayout: Hashable, Sendable {
    /// A pane and its place. Its first row is its title.
    package struct Place: Hashable, Sendable {
        package let pane: PaneID
        package let rect: Rect
    }

    package let sizeClass: SizeClass
    /// The connection line and what belongs to it.
    package private(set) var header = Rect.zero
    /// The names of the panes, where only one is shown; else empty.
    package private(set) var tabs = Rect.zero
    /// The panes that are shown, in the order of their numbers.
    package private(set) var places: [Place] = []
    /// The columns between panes that stand side by side.
    package private(set) var dividers: [Rect] = []
    /// The line of messages, which becomes the prompt. The footer, where there is no room for two.
    package private(set) var status = Rect.zero
    /// The hints.
    package private(set) var footer = Rect.zero

    /// - Parameters:
    ///   - focus: the pane that has the keys.
    ///   - companion: the pane that had them last, apart from the inspector.
    package init(
        size: ScreenSize, focus: PaneID, companion: PaneID, isInspectorOpen: Bool, isZoomed: Bool
    ) {
        self.sizeClass = SizeClass(size)
        let headerRows = [.standard: 2, .wide: 3, .large: 3][self.sizeClass] ?? 1
        let (header, belowHeader) = size.bounds.split(top: headerRows)
        self.header = header
        guard self.sizeClass != .tooSmall else { return }
        let (aboveFooter, footer) = belowHeader.split(bottom: 1)
        self.footer = footer
        guard self.sizeClass != .compact else {
            (self.tabs, _) = aboveFooter.split(top: 1)
            self.status = footer
            self.add(focus, aboveFooter.split(top: 1).rest)
            return
        }
        let (body, status) = aboveFooter.split(bottom: 1)
        self.status = status
        if isZoomed {
            self.add(focus, body)
        } else if self.sizeClass == .large {
            self.addColumns(body, isInspectorOpen: isInspectorOpen)
        } else {
            self.addStacks(body, focus, companion, isInspectorOpen: isInspectorOpen)
        }
        self.places.sort { $0.pane.rawValue < $1.pane.rawValue }
    }

    /// Where a pane stands; `nil` when it is not shown.
    package func rect(of pane: PaneID) -> Rect? {
        self.places.first { $0.pane == pane }?.rect
    }

    /// Where a pane's rows stand: all but its title.
    func content(of pane: PaneID) -> Rect? {
        guard let rect = self.rect(of: pane) else { return nil }
        // The tabs are the title of a compact screen.
        return self.sizeClass == .compact ? rect : rect.split(top: 1).rest
    }

    private mutating func add(_ pane: PaneID, _ rect: Rect) {
        self.places.append(Place(pane: pane, rect: rect))
    }

    /// Lists above, events below, and the inspector below them or in the place of one of them.
    private mutating func addStacks(
        _ body: Rect, _ focus: PaneID, _ companion: PaneID, isInspectorOpen: Bool
    ) {
        let rows = body.height + self.header.height + 2
        let (strip, rest) = body.split(top: max(7, rows / 3 - 1))
        if !isInspectorOpen {
            self.addStrip(strip, companion)
            self.add(.events, rest)
        } else if rows >= 34 {
            self.addStrip(strip, companion)
            let (events, inspector) = rest.split(bottom: rest.height * 9 / 20)
            self.add(.events, events)
            self.add(.inspector, inspector)
        } else if companion == .events {
            let (events, inspector) = body.split(bottom: body.height * 11 / 20)
            self.add(.events, events)
            self.add(.inspector, inspector)
        } else {
            self.addStrip(strip, companion)
            self.add(.inspector, rest)
        }
    }

    /// Channels and members side by side, with the bindings where there are 120 columns; on fewer
    /// the bindings take the members' place while they have the keys.
    private mutating func addStrip(_ strip: Rect, _ companion: PaneID) {
        guard strip.width >= 120 else {
            let (channels, rest) = self.divided(strip, left: strip.width * 5 / 8)
            self.add(.channels, channels)
            let guests: [PaneID] = [.bindings, .log, .rates]
            self.add(guests.contains(companion) ? companion : .members, rest)
            return
        }
        let (channels, rest) = self.divided(strip, left: strip.width / 2 - 1)
        let (members, bindings) = self.divided(rest, left: rest.width * 9 / 19)
        self.add(.channels, channels)
        self.add(.members, members)
        self.add(.bindings, bindings)
    }

    private mutating func addColumns(_ body: Rect, isInspectorOpen: Bool) {
        let (left, rest) = self.divided(body, left: body.width * 3 / 10)
        let (middle, members) = self.divided(rest, left: rest.width - body.width / 5)
        let (channels, bindings) = left.split(top: left.height * 11 / 20)
        self.add(.channels, channels)
        self.add(.bindings, bindings)
        self.add(.members, members)
        let rows = isInspectorOpen ? middle.height * 9 / 20 : 0
        let (events, inspector) = middle.split(bottom: rows)
        self.add(.events, events)
        if isInspectorOpen { self.add(.inspector, inspector) }
    }

    /// Two parts with a column between them.
    private mutating func divided(_ rect: Rect, left columns: Int) -> (Rect, Rect) {
        let (left, rest) = rect.split(left: columns)
        let (divider, right) = rest.split(left: 1)
        self.dividers.append(divider)
        return (left, right)
    }
}
