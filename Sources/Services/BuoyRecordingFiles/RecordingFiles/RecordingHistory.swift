package import ChannelsProtocol

/// The reports in the files of one recording, read backwards, for the older rows of a log.
package struct RecordingHistory: Sendable {
    package typealias Condition = @Sendable (ClientReport) -> Bool

    private let paths: [String]

    /// - Parameter paths: oldest first. Files that were removed are skipped.
    package init(paths: [String]) { self.paths = paths }

    private static let block = 1 << 20

    package func events(
        before number: Int, count: Int, where isWanted: Condition
    ) -> [ClientReport] {
        var found: [ClientReport] = []
        self.goBack(from: number) { events in
            found = events.filter(isWanted) + found
            return found.count < count
        }
        return Array(found.suffix(count))
    }

    package func events(
        after number: Int, before end: Int, count: Int, where isWanted: Condition
    ) -> [ClientReport] {
        var found: [ClientReport] = []
        for path in self.paths {
            guard found.count < count, let file = try? RecordingFile(path),
                let place = file.firstPlace(isNumbered: true, after: { $0.number <= number })
            else { continue }
            var cursor = RecordingCursor(file, at: place.offset)
            while found.count < count, !Task.isCancelled {
                let events = cursor.next().compactMap(\.line.event)
                let isOver = events.isEmpty || events.contains { $0.number >= end }
                found += events.filter { $0.number > number && $0.number < end && isWanted($0) }
                if isOver { break }
            }
        }
        return Array(found.prefix(count))
    }

    package func last(before number: Int, where isWanted: Condition) -> ClientReport? {
        var found: ClientReport?
        self.goBack(from: number) { events in
            found = events.last(where: isWanted)
            return found == nil
        }
        return found
    }

    /// - Parameter take: returns whether to continue.
    private func goBack(from number: Int, _ take: ([ClientReport]) -> Bool) {
        for path in self.paths.reversed() {
            guard let file = try? RecordingFile(path) else { continue }
            let place = file.firstPlace(isNumbered: true) { $0.number < number }
            var end = place?.offset ?? file.size
            while end > file.start, !Task.isCancelled {
                let begin = max(end - Self.block, file.start)
                let lines = file.lines(from: begin, to: end)
                let events = lines.compactMap(\.line.event).filter { $0.number < number }
                guard take(events) else { return }
                end = lines.first.map { min($0.offset, end - 1) } ?? begin
            }
        }
    }
}

extension RecordingFile {
    fileprivate func lines(from begin: Int, to end: Int) -> [RecordingCursor.Entry] {
        guard let place = self.place(atOrAfter: begin, before: end) else { return [] }
        var cursor = RecordingCursor(self, at: place.offset)
        var lines: [RecordingCursor.Entry] = []
        while cursor.offset < end, case let more = cursor.next(), !more.isEmpty {
            lines += more.prefix { $0.offset < end }
        }
        return lines
    }
}

extension RecordingLine {
    fileprivate var event: ClientReport? {
        if case .event(let event) = self { event } else { nil }
    }
}
