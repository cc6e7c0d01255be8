extension Roster {
    /// Reads the object under `presence`: `ids`, `hash` and `count`, of which servers leave out any.
    ///
    /// The order is that of `ids`, then come those that only `hash` has. Ids may be numbers, and
    /// one with two connections may be listed twice; `hash` may hold `null`, and comes as an array
    /// from PHP where it is empty or its keys are 0, 1, 2…
    /// - Returns: `nil` when it is no object.
    init?(presence: JSONSlice) {
        guard presence.isObject else { return nil }
        let infos = presence["hash"].map(Self.infos) ?? []
        let ids = presence["ids"]?.elements ?? []
        let listed = ids.compactMap { $0.stringOrDigits.map { UserID($0) } }
        let infoOfID = Dictionary(infos.map { ($0.id, $0.info) }) { _, last in last }

        var seen: Set<UserID> = []
        let members = (listed + infos.map(\.id))
            .filter { seen.insert($0).inserted }
            .map { id in Member(id: id, info: (infoOfID[id] ?? nil).map { EventData($0) }) }
        let count = presence["count"]?.integer
        self.init(members: members, claimedCount: count.flatMap { $0 < 0 ? nil : $0 })
    }

    /// The users of a `hash`, and what is said about them.
    private static func infos(_ hash: JSONSlice) -> [(id: UserID, info: JSONSlice?)] {
        let members = hash.members.map { $0.map { (UserID($0.key), $0.value) } }
        let elements = hash.elements.map { $0.enumerated().map { (UserID("\($0)"), $1) } }
        return (members ?? elements ?? []).map { ($0, $1.isNull ? nil : $1) }
    }
}
