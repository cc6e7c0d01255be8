extension Roster {
    /// Reads `presence`: `ids`, `hash` and `count`, any of which may be missing.
    ///
    /// The order is that of `ids`, followed by those only in `hash`. Ids may be numbers or
    /// repeated. `hash` may contain `null`, and PHP sends an array if it is empty or its keys are
    /// 0, 1, 2…
    init?(presence: JSONSlice) {
        guard presence.isObject else { return nil }
        let infos = presence["hash"].map(Self.infos) ?? []
        let ids = presence["ids"]?.elements ?? []
        let listed = ids.compactMap { $0.stringOrDigits.map { UserID($0) } }
        let infoOfID = Dictionary(infos.map { ($0.id, $0.info) }) { _, last in last }

        var seen: Set<UserID> = []
        let members = (listed + infos.map(\.id))
            .filter { seen.insert($0).inserted }
            .map { id in PresenceMember(id: id, info: (infoOfID[id] ?? nil).map { EventData($0) }) }
        let count = presence["count"]?.integer
        self.init(members: members, claimedCount: count.flatMap { $0 < 0 ? nil : $0 })
    }

    private static func infos(_ hash: JSONSlice) -> [(id: UserID, info: JSONSlice?)] {
        let members = hash.members.map { $0.map { (UserID($0.key), $0.value) } }
        let elements = hash.elements.map { $0.enumerated().map { (UserID("\($0)"), $1) } }
        return (members ?? elements ?? []).map { ($0, $1.isNull ? nil : $1) }
    }
}
