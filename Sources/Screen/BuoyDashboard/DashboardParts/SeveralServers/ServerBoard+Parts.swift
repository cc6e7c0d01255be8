package import BuoyTextScreen

// Where the dashboards are.
extension ServerBoard {
    /// A dashboard on the screen: below its own first line, unless that is shared.
    package struct Part: Hashable, Sendable {
        let place: Place
        /// Its line with names.
        let line: Rect
        /// The rest.
        let body: Rect

        init(_ place: Place, in rect: Rect) {
            self.place = place
            (self.line, self.body) = rect.split(top: 1)
        }
    }

    /// The smallest part beside another.
    private static let leastColumns = 58
    private static let leastRows = 11
    /// The smallest screen that shows two servers, in words.
    static let leastSize = "117x11 or 40x22"

    /// The dashboards on the screen. If there is no room for two, it is the one with the keys.
    package var parts: [Part] {
        if self.arrangement == .beside, self.focus != .merged, let parts = self.besideParts {
            return parts
        }
        return [Part(self.focus, in: self.size.bounds)]
    }

    /// The size of a dashboard, whether it is on the screen or not.
    package func size(of place: Place) -> ScreenSize {
        let body =
            self.parts.first { $0.place == place }?.body
            ?? Part(place, in: self.size.bounds).body
        return ScreenSize(columns: body.width, rows: body.height)
    }

    /// The servers side by side: as many as there is room for, around the focused one; `nil` if
    /// there is no room for two.
    var besideParts: [Part]? {
        let columns = (self.size.columns + 1) / (Self.leastColumns + 1)
        if columns >= 2, self.size.rows >= Self.leastRows { return self.columns(columns) }
        let rows = self.size.rows / Self.leastRows
        guard rows >= 2, self.size.columns >= SizeClass.smallest.columns else { return nil }
        return self.rows(rows)
    }

    private func columns(_ most: Int) -> [Part] {
        let shown = self.shownServers(most)
        let room = self.size.columns - (shown.count - 1)
        return shown.enumerated().map { index, server in
            let start = room * index / shown.count
            let end = room * (index + 1) / shown.count
            let rect = Rect(
                x: start + index, y: 0, width: end - start, height: self.size.rows)
            return Part(.server(server), in: rect)
        }
    }

    private func rows(_ most: Int) -> [Part] {
        let shown = self.shownServers(most)
        return shown.enumerated().map { index, server in
            let start = self.size.rows * index / shown.count
            let end = self.size.rows * (index + 1) / shown.count
            let rect = Rect(x: 0, y: start, width: self.size.columns, height: end - start)
            return Part(.server(server), in: rect)
        }
    }

    private func shownServers(_ most: Int) -> Range<Int> {
        let count = min(most, self.tabs.count)
        guard case .server(let focused) = self.focus else { return 0..<count }
        let start = min(max(focused - count + 1, 0), self.tabs.count - count)
        return start..<start + count
    }

    /// What is at a cell of the screen.
    package enum Target: Hashable, Sendable {
        /// The name of a dashboard.
        case name(Place)
        /// A cell of a dashboard, in its coordinates.
        case cell(Place, x: Int, y: Int)
        case nothing
    }

    /// What is at a cell of the screen.
    package func target(x: Int, y: Int) -> Target {
        for part in self.parts {
            if part.body.contains(x: x, y: y) {
                return .cell(part.place, x: x - part.body.x, y: y - part.body.y)
            }
            guard part.line.contains(x: x, y: y) else { continue }
            let name = self.names(in: part).first { $0.columns.contains(x - part.line.x) }
            return name.map { .name($0.place) } ?? .nothing
        }
        return .nothing
    }
}
