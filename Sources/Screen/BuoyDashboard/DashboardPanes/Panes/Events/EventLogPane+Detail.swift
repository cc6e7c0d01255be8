import BuoyTextScreen
import ChannelsEventWords
import ChannelsProtocol

extension EventDescription {
    var isAboutConnection: Bool { self.channel == nil && self.channelEvent == nil }

    func rowDetail(cells: Int, size: Int?) -> SafeText {
        // A character takes up to four bytes. Most data is ASCII, so a quarter is tried first.
        let limit = cells + 8
        if let size, size > limit {
            let part = self.rowDetail(limit: limit, size: size)
            if part.width > cells { return part }
        }
        return self.rowDetail(limit: limit * 4, size: size)
    }

    func rowDetail(limit: Int, size: Int?) -> SafeText {
        self.isAboutConnection
            ? SafeText(sanitizing: self.rowText, limit: limit)
            : SafeText(sanitizing: self.compactDetail(limit: limit, size), limit: limit)
    }

    /// In bytes; `nil` if the string does not occur, or far behind.
    func place(of needle: Needle) -> Int? {
        let limit = 1 << 16
        guard needle.occurs(in: self.detail(limit: limit)) else { return nil }
        return needle.firstPlace(in: self.compactDetail(limit: limit, self.size))
    }

    private func compactDetail(limit: Int, _ size: Int?) -> [UInt8] {
        let detail = self.detail(limit: limit)
        guard let size else { return detail }
        return JSONRoles.compacted(detail, isWhole: detail.count == size)
    }
}

extension Canvas {
    /// - Parameter texts: longest first; the first that fits is used.
    mutating func drawGapRow(_ texts: [String], y: Int) {
        let room = self.width - 6
        let text = SafeText(ours: texts.first { $0.count <= room } ?? texts.last ?? "")
        let start = max((self.width - text.width) / 2 | 1, 3)
        self.fill(Rect(x: 0, y: y, width: self.width, height: 1), role: .gap)
        // Dashes at every second cell, so that both sides look alike.
        for x in stride(from: 3, to: start - 1, by: 2) {
            self.put(glyph: "-", x: x, y: y, role: .gap)
        }
        let end = start + self.put(text, x: start, y: y, role: .gap)
        for x in stride(from: end + 1, to: self.width - 1, by: 2) {
            self.put(glyph: "-", x: x, y: y, role: .gap)
        }
    }
}
