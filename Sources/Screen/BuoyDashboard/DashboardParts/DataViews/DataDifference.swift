import ChannelsProtocol

struct DataDifference: Hashable, Sendable {
    enum Change: Hashable, Sendable {
        case added(NodePath, JSONValue)
        /// For elements, the path in the older value.
        case removed(NodePath, JSONValue)
        case changed(NodePath, from: JSONValue, to: JSONValue)
    }

    /// In the order of the newer value; removed parts follow the remaining ones.
    private(set) var changes: [Change] = []
    private(set) var isCut = false

    static let limit = 2000

    private enum Work {
        case compare(NodePath, JSONValue, JSONValue)
        case known(Change)
    }

    init(from old: JSONValue, to new: JSONValue) {
        // An explicit stack, so that the nesting depth of the data does not matter.
        var waiting = [Work.compare(NodePath(), old, new)]
        while let work = waiting.popLast() {
            guard self.changes.count < Self.limit else {
                self.isCut = true
                return
            }
            switch work {
            case .known(let change): self.changes.append(change)
            case .compare(let path, let old, let new):
                waiting += self.compare(path, old, new).reversed()
            }
        }
    }

    private mutating func compare(_ path: NodePath, _ old: JSONValue, _ new: JSONValue) -> [Work] {
        switch (old, new) {
        case (.object(let old), .object(let new)):
            return Self.members(path, old, new, isInText: false)
        case (.array(let old), .array(let new)):
            return Self.elements(path, old, new, isInText: false)
        case (.string, .string) where old != new:
            switch (old.decodedContainer, new.decodedContainer) {
            case (.object(let old)?, .object(let new)?):
                return Self.members(path, old, new, isInText: true)
            case (.array(let old)?, .array(let new)?):
                return Self.elements(path, old, new, isInText: true)
            default: break
            }
        default: break
        }
        if old != new { self.changes.append(.changed(path, from: old, to: new)) }
        return []
    }

    private static func members(
        _ path: NodePath, _ old: JSONValue.Object, _ new: JSONValue.Object, isInText: Bool
    ) -> [Work] {
        let before = Self.byName(old)
        let after = Self.byName(new)
        let step = { (name: String) in path.appending(.member(name), isInText: isInText) }
        let kept = Self.lastMembers(new).map { member in
            before[Array(member.key.utf8)].map {
                Work.compare(step(member.key), $0, member.value)
            } ?? .known(.added(step(member.key), member.value))
        }
        let removed = Self.lastMembers(old).filter { after[Array($0.key.utf8)] == nil }
        return kept + removed.map { .known(.removed(step($0.key), $0.value)) }
    }

    /// Compared as bytes; the last one counts if a name is repeated.
    private static func byName(_ object: JSONValue.Object) -> [[UInt8]: JSONValue] {
        Dictionary(object.members.map { (Array($0.key.utf8), $0.value) }) { $1 }
    }

    private static func lastMembers(_ object: JSONValue.Object) -> [JSONValue.Object.Member] {
        guard !object.repeatedKeys.isEmpty else { return object.members }
        var seen: Set<[UInt8]> = []
        return object.members.reversed().filter { seen.insert(Array($0.key.utf8)).inserted }
            .reversed()
    }

    /// Skips common elements at the start and the end, so that adding or removing an element at
    /// either end is one difference.
    private static func elements(
        _ path: NodePath, _ old: [JSONValue], _ new: [JSONValue], isInText: Bool
    ) -> [Work] {
        let step = { (place: Int) in path.appending(.element(place), isInText: isInText) }
        let start = zip(old, new).prefix { $0 == $1 }.count
        let rest = (old.dropFirst(start), new.dropFirst(start))
        let end = zip(rest.0.reversed(), rest.1.reversed()).prefix { $0 == $1 }.count
        let before = old.indices.dropFirst(start).dropLast(end)
        let after = new.indices.dropFirst(start).dropLast(end)
        return zip(before, after).map { .compare(step($1), old[$0], new[$1]) }
            + after.dropFirst(before.count).map { .known(.added(step($0), new[$0])) }
            + before.dropFirst(after.count).map { .known(.removed(step($0), old[$0])) }
    }
}
