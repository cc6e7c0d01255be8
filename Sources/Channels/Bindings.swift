internal import ChannelsProtocol

/// Who wants which event: the bindings of a client, with their counts.
struct Bindings {
    private(set) var all: [BindingID: Binding] = [:]
    private var handlers: [BindingID: @Sendable (ChannelEvent) -> Void] = [:]
    private var index: [Key: [BindingID]] = [:]
    private var lastNumber = 0

    /// Where a binding is looked up: each event is found under at most four keys.
    private struct Key: Hashable {
        var event: EventName?
        var channel: ChannelName?
    }

    /// The bindings in the order they were made.
    var inOrder: [Binding] { self.all.values.sorted { $0.id < $1.id } }

    mutating func add(
        _ event: EventName?, on channel: ChannelName?,
        handler: (@Sendable (ChannelEvent) -> Void)?
    ) -> Binding {
        self.lastNumber += 1
        let binding = Binding(id: BindingID(self.lastNumber), event: event, channel: channel)
        self.all[binding.id] = binding
        self.handlers[binding.id] = handler
        self.index[Key(event: event, channel: channel), default: []].append(binding.id)
        return binding
    }

    /// - Returns: whether there was such a binding.
    mutating func remove(_ id: BindingID) -> Bool {
        guard let binding = self.all.removeValue(forKey: id) else { return false }
        self.handlers[id] = nil
        let key = Key(event: binding.event, channel: binding.channel)
        self.index[key]?.removeAll { $0 == id }
        if self.index[key]?.isEmpty == true { self.index[key] = nil }
        return true
    }

    /// - Returns: the binding as it is now; `nil` when there is none of this number.
    mutating func setEnabled(_ id: BindingID, _ isEnabled: Bool) -> Binding? {
        self.all[id]?.isEnabled = isEnabled
        return self.all[id]
    }

    /// Counts an event and tells the handlers: those of its channel first, then those of the
    /// client, as pusher-js does.
    mutating func deliver(_ event: ChannelEvent, counting hits: inout [BindingID: Int]) {
        guard !self.index.isEmpty else { return }
        if let channel = event.channel {
            self.hit(Key(event: event.name, channel: channel), event, &hits)
            self.hit(Key(event: nil, channel: channel), event, &hits)
        }
        self.hit(Key(event: event.name, channel: nil), event, &hits)
        self.hit(Key(event: nil, channel: nil), event, &hits)
    }

    private mutating func hit(
        _ key: Key, _ event: ChannelEvent, _ hits: inout [BindingID: Int]
    ) {
        guard let ids = self.index[key] else { return }
        for id in ids where self.all[id]?.isEnabled == true {
            let total = (self.all[id]?.hits ?? 0) + 1
            self.all[id]?.hits = total
            hits[id] = total
            self.handlers[id]?(event)
        }
    }
}
