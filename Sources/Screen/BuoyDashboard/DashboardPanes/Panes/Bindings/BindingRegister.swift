import ChannelsProtocol

struct BindingRegister: Hashable, Sendable {
    private var bindings: [BindingID: EventBinding] = [:]
    private var names = BoundNames()

    mutating func batch(
        of events: [ClientReport], _ repeats: inout RepeatFinder
    ) -> ReportBatch {
        var areUnbound: [Bool] = []
        areUnbound.reserveCapacity(events.count)
        var reports: [Int] = []
        var removed: [Int: EventBinding] = [:]
        var names: [EventName] = []
        var findings: [Int: RepeatFinding] = [:]
        var streams = RepeatFinder.BatchStreams()
        for index in events.indices {
            if case .received(let received) = events[index].kind {
                areUnbound.append(!self.names.isBound(received))
                if names.last != received.name { names.append(received.name) }
                let finding = repeats.received(received, in: events[index], &streams)
                if let finding { findings[index] = finding }
                continue
            }
            areUnbound.append(false)
            reports.append(index)
            repeats.handle(events[index])
            if let binding = self.handle(events[index]) { removed[events[index].number] = binding }
        }
        return ReportBatch(
            events: events, areUnbound: areUnbound, reports: reports, removed: removed,
            eventNames: names, repeats: findings)
    }

    private mutating func handle(_ event: ClientReport) -> EventBinding? {
        switch event.kind {
        case .bindingChanged(let binding):
            if let before = self.bindings[binding.id] { self.names.remove(before) }
            self.names.add(binding)
            self.bindings[binding.id] = binding
            return nil
        case .bindingRemoved(let id):
            guard let binding = self.bindings.removeValue(forKey: id) else { return nil }
            self.names.remove(binding)
            return binding
        default: return nil
        }
    }
}
