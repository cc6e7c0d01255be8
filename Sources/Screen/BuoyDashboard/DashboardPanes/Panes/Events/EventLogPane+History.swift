import ChannelsProtocol

extension EventLogPane {
    func missing(_ published: MissedEvents, since start: ChannelsTimestamp) -> MissedEvents? {
        let ring = self.liveRing
        var received: [ChannelsEvent] = []
        var sequence = ring.next - 1
        while let event = ring[sequence] {
            guard event.time >= start else { return published.without(received) }
            if case .received(let event) = event.kind { received.append(event) }
            sequence -= 1
        }
        return ring.first == 0 ? published.without(received) : nil
    }
}
