struct LineDifference: Hashable, Sendable {
    enum Line: Hashable, Sendable {
        case same([UInt8])
        case added([UInt8])
        case removed([UInt8])
        case skipped(Int)
    }

    /// In order; removed lines precede those that replace them.
    let lines: [Line]

    private static let context = 2
    private static let limit = 400

    init(from old: [UInt8], to new: [UInt8]) {
        let (old, new) = (Self.lines(old), Self.lines(new))
        let start = zip(old, new).prefix { $0 == $1 }.count
        let rest = (old.dropFirst(start), new.dropFirst(start))
        let end = zip(rest.0.reversed(), rest.1.reversed()).prefix { $0 == $1 }.count
        let middle = Self.middle(Array(rest.0.dropLast(end)), Array(rest.1.dropLast(end)))
        let all =
            new.prefix(start).map(Line.same) + middle + new.suffix(end).map(Line.same)
        self.lines = Self.shortened(all)
    }

    var isEmpty: Bool {
        self.lines.allSatisfy { line in
            switch line {
            case .same, .skipped: true
            case .added, .removed: false
            }
        }
    }

    private static func lines(_ text: [UInt8]) -> [[UInt8]] {
        text.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false).map(Array.init)
    }

    private static func middle(_ old: [[UInt8]], _ new: [[UInt8]]) -> [Line] {
        guard old.count <= Self.limit, new.count <= Self.limit else {
            return old.map(Line.removed) + new.map(Line.added)
        }
        let difference = new.difference(from: old)
        var removed: Set<Int> = []
        var added: Set<Int> = []
        for change in difference {
            switch change {
            case .remove(let offset, _, _): removed.insert(offset)
            case .insert(let offset, _, _): added.insert(offset)
            }
        }
        var lines: [Line] = []
        var (place, newPlace) = (0, 0)
        while place < old.count || newPlace < new.count {
            if removed.contains(place) {
                lines.append(.removed(old[place]))
                place += 1
            } else if added.contains(newPlace) {
                lines.append(.added(new[newPlace]))
                newPlace += 1
            } else {
                if newPlace < new.count { lines.append(.same(new[newPlace])) }
                place += 1
                newPlace += 1
            }
        }
        return lines
    }

    private static func shortened(_ lines: [Line]) -> [Line] {
        var result: [Line] = []
        var run: [Line] = []
        func end(isLast: Bool) {
            let head = result.isEmpty ? 0 : Self.context
            let tail = isLast ? 0 : Self.context
            if run.count > head + tail + 1 {
                result +=
                    run.prefix(head) + [.skipped(run.count - head - tail)]
                    + run.suffix(tail)
            } else {
                result += run
            }
            run = []
        }
        for line in lines {
            if case .same = line {
                run.append(line)
            } else {
                end(isLast: false)
                result.append(line)
            }
        }
        end(isLast: true)
        return result
    }
}
