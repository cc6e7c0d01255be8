import ChannelsEventWords
package import ChannelsProtocol

package struct ComparedChannel: Hashable, Sendable {
    let name: ChannelName
    let isSubscribed: Bool
    /// Members, or subscriptions if the server counts them.
    let count: Int?

    package init(name: ChannelName, isSubscribed: Bool, count: Int?) {
        self.name = name
        self.isSubscribed = isSubscribed
        self.count = count
    }

    static let limit = 12

    package static func differences(
        _ first: [ComparedChannel], _ second: [ComparedChannel], _ names: (String, String)
    ) -> [(name: String, value: String)] {
        let one = Dictionary(first.map { ($0.name, $0) }, uniquingKeysWith: { $1 })
        let other = Dictionary(second.map { ($0.name, $0) }, uniquingKeysWith: { $1 })
        let all = Set(one.keys).union(other.keys).sorted { $0.text < $1.text }
        let lines = all.compactMap { name in
            self.difference(one[name], other[name], names).map { (name: name.text, value: $0) }
        }
        guard lines.count > self.limit else { return lines }
        let rest = "\(Figures.grouped(lines.count - self.limit)) more channels differ"
        return Array(lines.prefix(self.limit)) + [(name: "", value: rest)]
    }

    private static func difference(
        _ one: ComparedChannel?, _ other: ComparedChannel?, _ names: (String, String)
    ) -> String? {
        switch (one?.isSubscribed ?? false, other?.isSubscribed ?? false) {
        case (false, false): return nil
        case (true, false): return "subscribed only in \(names.0)"
        case (false, true): return "subscribed only in \(names.1)"
        case (true, true):
            guard let left = one?.count, let right = other?.count, left != right else {
                return nil
            }
            let unit = one?.name.kind.hasMembers == true ? "member" : "subscriber"
            return "\(Figures.counted(left, unit)) in \(names.0), \(Figures.grouped(right)) in "
                + names.1
        }
    }
}
