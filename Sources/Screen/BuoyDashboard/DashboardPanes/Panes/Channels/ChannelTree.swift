import BuoyTextScreen
import ChannelsProtocol

/// Channels below what their names share: `private-App.Models.User.*`.
struct ChannelTree: Hashable, Sendable {
    enum Item: Hashable, Sendable {
        case channel(ChannelName)
        /// What the names start with, up to a separator.
        case branch(ChannelName)
    }

    private(set) var order: [Item] = []
    private(set) var branches: [ChannelName: [ChannelName]] = [:]
    private var parents: [Item: ChannelName] = [:]

    /// Without branches.
    init(flat names: [ChannelName] = []) { self.order = names.map(Item.channel) }

    /// - Parameters:
    ///   - names: a branch takes the place of its first channel.
    ///   - weights: if given, what has the largest sum comes first.
    init(
        _ names: [ChannelName], unfolded: Set<ChannelName>, weights: [ChannelName: Int64]? = nil
    ) {
        self.add(names, in: nil, unfolded, weights)
    }

    private mutating func add(
        _ names: [ChannelName], in parent: ChannelName?, _ unfolded: Set<ChannelName>,
        _ weights: [ChannelName: Int64]?
    ) {
        let groups = Dictionary(grouping: names) { $0.part(after: parent) }
        for name in Self.sorted(names, groups, parent, weights) {
            let part = name.part(after: parent)
            guard let group = groups[part], group.count >= Self.leastChannels else {
                self.append(.channel(name), in: parent)
                continue
            }
            guard group.first == name else { continue }
            let branch = Self.shared(by: group, from: part)
            self.append(.branch(branch), in: parent)
            self.branches[branch] = group
            if unfolded.contains(branch) { self.add(group, in: branch, unfolded, weights) }
        }
    }

    private static func sorted(
        _ names: [ChannelName], _ groups: [ChannelName: [ChannelName]], _ parent: ChannelName?,
        _ weights: [ChannelName: Int64]?
    ) -> [ChannelName] {
        guard let weights else { return names }
        let sums = groups.mapValues { group in
            group.count < Self.leastChannels
                ? nil : group.reduce(Int64(0)) { $0 &+ (weights[$1] ?? 0) }
        }
        let ranked = names.enumerated().map { index, name in
            let sum = sums[name.part(after: parent)] ?? nil
            return (name: name, index: index, weight: sum ?? weights[name] ?? 0)
        }
        return ranked.sorted { ($1.weight, $0.index) < ($0.weight, $1.index) }.map(\.name)
    }

    /// Fewer take hardly more room than their branch.
    private static let leastChannels = 3

    private mutating func append(_ item: Item, in parent: ChannelName?) {
        self.order.append(item)
        self.parents[item] = parent
    }

    /// The longest branch that has all of them, from a part of each.
    private static func shared(
        by names: [ChannelName], from part: ChannelName
    ) -> ChannelName {
        guard let first = names.first?.branchable else { return part }
        let count = names.dropFirst().reduce(first.count) { count, name in
            zip(first.prefix(count), name.text.utf8).prefix { $0 == $1 }.count
        }
        let end = first.prefix(count).lastIndex(where: ChannelName.separators.contains)
        return end.map { ChannelName(wire: String(Substring(first[...$0]))) } ?? part
    }

    // MARK: Places

    func parent(of item: Item) -> ChannelName? { self.parents[item] }

    func depth(of item: Item) -> Int {
        self.parents[item].map { self.depth(of: .branch($0)) + 1 } ?? 0
    }

    /// The innermost branch on the screen that contains a channel.
    func branch(of name: ChannelName) -> ChannelName? {
        self.branches.filter { $0.value.contains(name) }.keys
            .max { $0.text.utf8.count < $1.text.utf8.count }
    }
}

extension ChannelName {
    fileprivate static let separators = Array(".:-/".utf8)

    /// Without an end that no row shows. A peer may send names of any length, with any number of
    /// separators.
    fileprivate var branchable: Substring.UTF8View { self.text.utf8.prefix(512) }

    /// The name up to the next separator, or all of it. The separator of the kind is none.
    fileprivate func part(after parent: ChannelName?) -> ChannelName {
        let start = max(parent?.text.utf8.count ?? 0, self.kind.prefix.utf8.count)
        let bytes = self.branchable
        guard let end = bytes.dropFirst(start).firstIndex(where: Self.separators.contains) else {
            return self
        }
        return ChannelName(wire: String(Substring(bytes[...end])))
    }
}
