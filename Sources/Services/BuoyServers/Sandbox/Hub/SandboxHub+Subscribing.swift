package import ChannelsProtocol
import ChannelsSigning
import ChannelsWebhooks

extension SandboxHub {
    mutating func subscribe(
        _ id: ConnectionID, to name: ChannelName, with authorization: ChannelAuthorization?,
        at now: Duration
    ) -> [HubAction] {
        do {
            let member = try self.admit(id, to: name, authorization)
            return self.add(id, as: member, to: name, at: now)
        } catch {
            return Self.refuse(id, error)
        }
    }

    mutating func unsubscribe(
        _ id: ConnectionID, from name: ChannelName, at now: Duration
    ) -> [HubAction] {
        guard let subscription = self.connections[id]?.subscriptions.removeValue(forKey: name)
        else { return Self.refuse(id, .noSubscription(name)) }
        return self.remove(id, subscription, from: name, at: now)
    }

    mutating func remove(
        _ id: ConnectionID, _ subscription: HubSubscription, from name: ChannelName,
        at now: Duration
    ) -> [HubAction] {
        let wasOccupied = self.isOccupied(name)
        self.channels[name]?.subscribers.removeAll { $0 == id }
        self.noticeOccupancy(of: name, since: wasOccupied)
        var actions = subscription.userID.map { self.memberLeft($0, on: name) } ?? []
        actions += self.countChanged(on: name, at: now)
        self.discardIfUnused(name)
        return actions
    }

    package mutating func memberLeft(_ id: UserID, on name: ChannelName) -> [HubAction] {
        guard self.channels[name]?.members.left(id) == .last else { return [] }
        self.notice(.memberRemoved(name, id))
        self.noticeOccupancy(of: name, since: true)
        let others = self.channels[name]?.subscribers ?? []
        self.discardIfUnused(name)
        return others.isEmpty ? [] : [.send(.memberRemoved(name, id), to: others)]
    }

    package mutating func memberJoined(_ member: PresenceMember, on name: ChannelName)
        -> [HubAction]
    {
        let wasOccupied = self.isOccupied(name)
        guard self.channels[name, default: HubChannel()].members.joined(member) == .first else {
            return []
        }
        self.noticeOccupancy(of: name, since: wasOccupied)
        self.notice(.memberAdded(name, member.id))
        guard let others = self.channels[name]?.subscribers, !others.isEmpty else { return [] }
        return [.send(.memberAdded(name, member), to: others)]
    }

    private mutating func add(
        _ id: ConnectionID, as member: PresenceMember?, to name: ChannelName, at now: Duration
    ) -> [HubAction] {
        // The new subscriber is added last, so that it is not notified about itself.
        var actions = member.map { self.memberJoined($0, on: name) } ?? []
        self.connections[id]?.subscriptions[name] = HubSubscription(
            userID: member?.id, publicationsBefore: self.publications.count(of: name))
        if name.kind.needsAuthorization { self.connections[id]?.isAuthorized = true }
        let wasOccupied = self.isOccupied(name)
        self.channels[name, default: HubChannel()].subscribers.append(id)
        self.noticeOccupancy(of: name, since: wasOccupied)
        let roster = member.map { _ in self.roster(of: name) }
        actions.insert(.send(.subscriptionSucceeded(name, roster: roster), to: [id]), at: 0)
        if name.kind.isCache {
            let message = self.cachedMessage(on: name, at: now)
            if case .event = message {
                self.connections[id]?.subscriptions[name]?.beganWithCached = true
            }
            actions.append(.send(message, to: [id]))
        }
        return actions + self.countChanged(on: name, at: now)
    }

    private func roster(of name: ChannelName) -> Roster {
        let members = self.channels[name]?.members.members ?? []
        return Roster(members: members, claimedCount: members.count)
    }

    private func admit(
        _ id: ConnectionID, to name: ChannelName, _ authorization: ChannelAuthorization?
    ) throws(HubRefusal) -> PresenceMember? {
        guard let connection = self.connections[id] else { return nil }
        guard connection.subscriptions[name] == nil else { throw .existingSubscription(name) }
        if name.isServerToUser {
            guard connection.user?.channel == name else {
                throw .badChannelName(name, reason: "only its user may subscribe, after signing in")
            }
        } else {
            do { _ = try ChannelName(name.text) } catch {
                throw .badChannelName(name, reason: error.description)
            }
        }
        guard connection.subscriptions.count < self.limits.subscriptions else {
            throw .tooManySubscriptions(name, limit: self.limits.subscriptions)
        }
        guard name.kind.needsAuthorization else { return nil }
        try self.check(authorization, connection.socketID, name)
        guard name.kind.hasMembers else { return nil }
        let member = try self.member(from: authorization?.channelData, on: name)
        if let members = self.channels[name]?.members, !members.contains(member.id),
            members.count >= self.limits.members
        {
            throw .channelFull(name, limit: self.limits.members)
        }
        return member
    }

    private func check(
        _ authorization: ChannelAuthorization?, _ socketID: SocketID, _ name: ChannelName
    ) throws(HubRefusal) {
        guard let authorization else { throw .malformedAuth(name) }
        let channelData = name.kind.hasMembers ? authorization.channelData : nil
        let outcome: ChannelSignature.CheckOutcome
        do {
            outcome = try self.app.channelSignature.check(
                authorization.auth, socketID: socketID, channel: name, channelData: channelData)
        } catch {
            throw .cannotCheck(name, reason: error.description)
        }
        switch outcome {
        case .valid: break
        case .malformed: throw .malformedAuth(name)
        case .foreignKey(let key): throw .foreignKey(name, key: key)
        case .wrongSignature(let signature, let text):
            throw .wrongSignature(name, signature: signature, stringToSign: text)
        }
    }

    private func member(
        from channelData: String?, on name: ChannelName
    ) throws(HubRefusal) -> PresenceMember {
        guard let channelData else {
            throw .badChannelData(name, reason: "it is missing")
        }
        do {
            return try PresenceData(channelData, limits: self.limits).member
        } catch {
            throw .badChannelData(name, reason: error.description)
        }
    }
}
