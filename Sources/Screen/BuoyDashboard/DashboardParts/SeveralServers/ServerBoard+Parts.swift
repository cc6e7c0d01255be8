package import BuoyTextScreen

extension ServerBoard {
    package struct Part: Hashable, Sendable {
        let place: Place
        let line: Rect
        let body: Rect

        init(_ place: Place, in rect: Rect) {
            self.place = place
            (self.line, self.body) = rect.split(top: 1)
        }
    }

    private static let leastColumns = 58
    private static let leastRows = 11
    static let leastSize = "117x11 or 40x22"

    /// If there is no room for two, the one with the keys.
    package var parts: [Part] {
        if self.arrangement == .beside, self.focus != .merged, let parts = self.besideParts {
            return parts
        }
        return [Part(self.focus, in: self.size.bounds)]
    }

    package func size(of place: Place) -> ScreenSize {
        let body =
            self.parts.first { $0.place == place }?.body
            ?? Part(place, in: self.size.bounds).body
        return ScreenSize(columns: body.width, rows: body.height)
    }

    /// As many as there is room for, around the focused one; `nil` if there is no room for two.
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

    package enum Target: Hashable, Sendable {
        case name(Place)
        case cell(Place, x: Int, y: Int)
        case nothing
    }

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
