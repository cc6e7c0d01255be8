/// A key of a TOML file, named by its path: `auth.endpoint` is `endpoint` in the table `auth`.
package protocol TableKey: CaseIterable {
    var name: String { get }
}

extension TableKey {
    /// The table that the key belongs to; empty at the top.
    package var group: String {
        self.name.firstIndex(of: ".").map { String(self.name[..<$0]) } ?? ""
    }

    package var ownName: String {
        String(self.name.dropFirst(self.group.isEmpty ? 0 : self.group.count + 1))
    }

    package static var groups: [String] {
        Self.allCases.map(\.group).reduce(into: []) { groups, group in
            if !group.isEmpty, !groups.contains(group) { groups.append(group) }
        }
    }

    package static func named(_ name: String) -> Self? { Self.allCases.first { $0.name == name } }
}
