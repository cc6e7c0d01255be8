import ChannelsProtocol

extension ProxiedClient {
    mutating func held(_ message: HeldMessage, at time: ChannelsTimestamp) {
        self.heldMessages.append(message)
        self.note(message, nil, at: time)
    }

    mutating func settled(_ number: Int, _ outcome: HeldOutcome, at time: ChannelsTimestamp) {
        guard let index = self.heldMessages.firstIndex(where: { $0.id == number }) else { return }
        self.note(self.heldMessages.remove(at: index), outcome, at: time)
    }

    private mutating func note(
        _ message: HeldMessage, _ outcome: HeldOutcome?, at time: ChannelsTimestamp
    ) {
        self.note(
            HeldNote(
                time: time, event: message.content.event, isSent: message.isSent, outcome))
    }

    mutating func note(_ note: HeldNote) {
        if note.isChange { self.traffic.changed += 1 }
        self.heldNotes.append(note)
        self.frames.add(.note(note.text), isSent: note.isSent, at: note.time)
    }

    mutating func takeHeldNotes() -> [HeldNote] {
        defer { self.heldNotes = [] }
        return self.heldNotes
    }
}
