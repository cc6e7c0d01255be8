/// The changes from one member list to a later one. Applied to the earlier list, it results in the
/// members of the later one: see ``PresenceMembers/applying(_:)``.
///
/// This client's own user is included. Its id may change with the connection, for example if the
/// server makes up an id for each guest: then the new one has joined and the previous one has left.
/// ``excludingMe`` has only the changes of others.
public struct MemberDifference: Hashable, Sendable {
    /// The members who are only in the later list.
    public var joined: [PresenceMember]
    /// The members who are only in the earlier list.
    public var left: [PresenceMember]
    /// The members of both lists whose information has changed, with the later information.
    public var updated: [PresenceMember]
    /// This client's own user in the later list, if it is among `joined`.
    package var ownJoined: UserID?
    /// This client's own user in the earlier list, if it is among `left`.
    package var ownLeft: UserID?
    /// Whether the changes happened while this client was disconnected. Otherwise the server
    /// replaced the member list during a subscription.
    public var isAfterAbsence: Bool

    package init(
        joined: [PresenceMember], left: [PresenceMember], updated: [PresenceMember] = [],
        ownJoined: UserID? = nil, ownLeft: UserID? = nil, isAfterAbsence: Bool = true
    ) {
        self.joined = joined
        self.left = left
        self.updated = updated
        self.ownJoined = ownJoined
        self.ownLeft = ownLeft
        self.isAfterAbsence = isAfterAbsence
    }

    /// The same difference without this client's own user, for showing who came and who left. It
    /// can no longer be applied to a list.
    public var excludingMe: MemberDifference {
        var others = self
        others.joined.removeAll { $0.id == self.ownJoined }
        others.left.removeAll { $0.id == self.ownLeft }
        others.ownJoined = nil
        others.ownLeft = nil
        return others
    }

    package func trimmed() -> MemberDifference {
        var trimmed = self
        trimmed.joined = self.joined.map { $0.trimmed() }
        trimmed.left = self.left.map { $0.trimmed() }
        trimmed.updated = self.updated.map { $0.trimmed() }
        return trimmed
    }

    /// Whether nobody joined or left.
    public var isEmpty: Bool { self.joined.isEmpty && self.left.isEmpty }
}

extension PresenceMembers {
    /// Returns the changes that lead from `earlier` to this list. Members are compared by id.
    public func difference(from earlier: PresenceMembers) -> MemberDifference {
        MemberDifference(
            joined: self.filter { earlier[$0.id] == nil },
            left: earlier.filter { self[$0.id] == nil },
            updated: self.filter { member in
                earlier[member.id].map { $0.info != member.info } ?? false
            },
            ownJoined: self.myself.flatMap { earlier[$0.id] == nil ? $0.id : nil },
            ownLeft: earlier.myself.flatMap { self[$0.id] == nil ? $0.id : nil })
    }

    /// Returns the list after these changes: the remaining members, in order, then those who
    /// joined.
    public func applying(_ difference: MemberDifference) -> PresenceMembers {
        var members = self
        for member in difference.left { members.remove(member.id) }
        for member in difference.updated { members.update(member) }
        for member in difference.joined { members.add(member) }
        if let id = difference.ownJoined {
            members.me = id
        } else if let id = difference.ownLeft, members.me == id {
            members.me = nil
        }
        return members
    }
}
