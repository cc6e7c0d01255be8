import ChannelsProtocol

// Faults that act once. Lasting faults are in `ActiveFaults`.
extension SandboxHub {
    mutating func strike(_ fault: SandboxFault, at now: Duration) -> [HubAction] {
        switch fault {
        case .close(let code, let reason):
            return self.forgetAll(at: now).map { .close($0, code, reason: reason) }
        case .errorThenClose(let code, let message):
            return self.forgetAll(at: now).flatMap { Self.refuse($0, code, message) }
        case .error(let code, let message):
            return self.toAll { .send(.error(ServerError(code: code, message: message)), to: $0) }
        case .drop(let drop):
            return self.forgetAll(at: now).map { .drop($0, drop) }
        case .silence:
            return self.forgetAll(at: now).map { .silence($0) }
        case .malformed(let frame):
            return self.toAll { .sendRaw(frame.bytes, to: $0) }
        case .flap(let user, let channel, let times):
            return self.flap(user, channel, times: times)
        case .rotateKey:
            self.keyRotations += 1
            return []
        case .refuse, .authorization, .encoding, .duplicate, .late, .clear:
            return []
        }
    }

    /// Removes every connection, without notifying those that will be removed next.
    private mutating func forgetAll(at now: Duration) -> [ConnectionID] {
        let ids = self.connections.keys.sorted()
        for id in ids { _ = self.closed(id, at: now) }
        return ids
    }

    private func toAll(_ action: ([ConnectionID]) -> HubAction) -> [HubAction] {
        self.connections.isEmpty ? [] : [action(self.connections.keys.sorted())]
    }

    /// Members who are present leave and return, others join and leave.
    private func flap(_ user: UserID, _ name: ChannelName, times: Int) -> [HubAction] {
        guard let channel = self.channels[name], !channel.subscribers.isEmpty else { return [] }
        let present = channel.members.members.first { $0.id == user }
        let added = HubAction.send(
            .memberAdded(name, present ?? PresenceMember(id: user)), to: channel.subscribers)
        let removed = HubAction.send(.memberRemoved(name, user), to: channel.subscribers)
        let round = present == nil ? [added, removed] : [removed, added]
        return (0..<max(0, times)).flatMap { _ in round }
    }
}
