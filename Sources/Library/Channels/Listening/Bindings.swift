import ChannelsProtocol

struct Bindings {
    private var entries: [Entry] = []
    private var index: [Key: [BindingID]] = [:]
    private var lastNumber = 0
    private var hit: [BindingID] = []
    /// Counted up when a binding is added, removed, enabled or disabled: earlier `Route`s are no
    /// longer valid.
    private(set) var generation = 0

    private struct Entry {
        var binding: EventBinding
        var lease: HandlerLease?
        var isHit = false
    }

    /// An event is looked up under at most four keys, or six if it is for the user.
    private struct Key: Hashable {
        var event: EventName?
        var place: Place
    }

    private enum Place: Hashable {
        case everywhere
        case channel(ChannelName)
        case user
    }

    var isEmpty: Bool { self.entries.isEmpty }

    var inOrder: [EventBinding] { self.entries.map(\.binding) }

    mutating func add(
        _ event: EventName?, on channel: ChannelName?, isForUser: Bool = false,
        lease: HandlerLease?
    ) -> EventBinding {
        self.lastNumber += 1
        self.generation += 1
        let binding = EventBinding(
            id: BindingID(self.lastNumber), event: event, channel: channel, isForUser: isForUser)
        self.entries.append(Entry(binding: binding, lease: lease))
        self.index[Self.key(of: binding), default: []].append(binding.id)
        return binding
    }

    mutating func remove(_ id: BindingID) -> Bool {
        guard let position = self.position(of: id) else { return false }
        self.generation += 1
        let key = Self.key(of: self.entries.remove(at: position).binding)
        self.index[key]?.removeAll { $0 == id }
        if self.index[key]?.isEmpty == true { self.index[key] = nil }
        return true
    }

    /// When no more events can arrive: a handler may hold the client.
    mutating func finish() {
        self.generation += 1
        for position in self.entries.indices { self.entries[position].lease = nil }
    }

    mutating func setEnabled(_ id: BindingID, _ isEnabled: Bool) -> EventBinding? {
        guard let position = self.position(of: id) else { return nil }
        self.generation += 1
        self.entries[position].binding.isEnabled = isEnabled
        return self.entries[position].binding
    }

    func matching(_ event: ChannelsEvent, isForUser: Bool) -> [BindingID] {
        var matching: [BindingID] = []
        if let channel = event.channel { self.find(event, at: .channel(channel), &matching) }
        if isForUser { self.find(event, at: .user, &matching) }
        self.find(event, at: .everywhere, &matching)
        return matching
    }

    private func find(_ event: ChannelsEvent, at place: Place, _ matching: inout [BindingID]) {
        self.find(Key(event: nil, place: place), &matching)
        self.find(Key(event: event.name, place: place), &matching)
    }

    private func find(_ key: Key, _ matching: inout [BindingID]) {
        guard let ids = self.index[key] else { return }
        for id in ids where self.isEnabled(id) { matching.append(id) }
    }

    private func isEnabled(_ id: BindingID) -> Bool {
        self.position(of: id).map { self.entries[$0].binding.isEnabled } ?? false
    }

    mutating func count(_ id: BindingID, events: Int) {
        guard events > 0, let position = self.position(of: id) else { return }
        self.entries[position].binding.hits &+= events
        guard !self.entries[position].isHit else { return }
        self.entries[position].isHit = true
        self.hit.append(self.entries[position].binding.id)
    }

    private func position(of id: BindingID) -> Int? {
        var low = 0
        var high = self.entries.count
        while low < high {
            let middle = (low + high) / 2
            let found = self.entries[middle].binding.id
            if found == id { return middle }
            if found < id { low = middle + 1 } else { high = middle }
        }
        return nil
    }

    /// Deliveries per binding since the last call, in the order of the bindings, without those that
    /// are gone.
    mutating func takeHits() -> [BindingHits] {
        guard !self.hit.isEmpty else { return [] }
        let ids = self.hit.sorted()
        self.hit.removeAll(keepingCapacity: true)
        var hits: [BindingHits] = []
        for id in ids {
            guard let position = self.position(of: id) else { continue }
            self.entries[position].isHit = false
            hits.append(BindingHits(id: id, total: self.entries[position].binding.hits))
        }
        return hits
    }

    private static func key(of binding: EventBinding) -> Key {
        let place: Place =
            if binding.isForUser {
                .user
            } else if let channel = binding.channel {
                .channel(channel)
            } else {
                .everywhere
            }
        return Key(event: binding.event, place: place)
    }
}
