internal import ChannelsProtocol

/// The bindings of a client, with their counts.
struct Bindings {
    private(set) var all: [BindingID: Binding] = [:]
    private var listeners: [BindingID: Listener] = [:]
    private var index: [Key: [BindingID]] = [:]
    private var lastNumber = 0

    /// The receiver of a binding's events.
    enum Listener: Sendable {
        /// No receiver: events are only counted.
        case none
        case handler(@Sendable (ReceivedEvent) -> Void)
    }

    /// The key under which a binding is found. An event is looked up under at most four keys, or
    /// six if it is for the user.
    private struct Key: Hashable {
        var event: EventName?
        var place: Place
    }

    private enum Place: Hashable {
        case everywhere
        case channel(ChannelName)
        case user
    }

    /// Whether there is no binding at all.
    var isEmpty: Bool { self.index.isEmpty }

    /// The bindings in the order of their creation.
    var inOrder: [Binding] { self.all.values.sorted { $0.id < $1.id } }

    /// Adds a binding.
    ///
    /// - Parameter channel: the channel to listen on; `nil` for all channels, or, for the user, the
    ///   user's own.
    mutating func add(
        _ event: EventName?, on channel: ChannelName?, isForUser: Bool = false,
        listener: Listener
    ) -> Binding {
        self.lastNumber += 1
        let binding = Binding(
            id: BindingID(self.lastNumber), event: event, channel: channel, isForUser: isForUser)
        self.all[binding.id] = binding
        self.listeners[binding.id] = listener
        self.index[Self.key(of: binding), default: []].append(binding.id)
        return binding
    }

    /// - Returns: whether there was such a binding.
    mutating func remove(_ id: BindingID) -> Bool {
        guard let binding = self.all.removeValue(forKey: id) else { return false }
        self.listeners[id] = nil
        let key = Self.key(of: binding)
        self.index[key]?.removeAll { $0 == id }
        if self.index[key]?.isEmpty == true { self.index[key] = nil }
        return true
    }

    /// Releases the handlers when no more events can arrive, because a handler may hold the client.
    mutating func finish() { self.listeners = [:] }

    /// - Returns: the updated binding; `nil` if there is none with this id.
    mutating func setEnabled(_ id: BindingID, _ isEnabled: Bool) -> Binding? {
        self.all[id]?.isEnabled = isEnabled
        return self.all[id]
    }

    /// The enabled bindings that match an event, in the order of pusher-js: those of its channel,
    /// then those of the client; in each group, those to every event before those to its name.
    ///
    /// - Parameter isForUser: whether the application sent the event to the signed-in user.
    func matching(_ event: ChannelEvent, isForUser: Bool) -> [BindingID] {
        var matching: [BindingID] = []
        if let channel = event.channel { self.find(event, at: .channel(channel), &matching) }
        if isForUser { self.find(event, at: .user, &matching) }
        self.find(event, at: .everywhere, &matching)
        return matching
    }

    private func find(_ event: ChannelEvent, at place: Place, _ matching: inout [BindingID]) {
        self.find(Key(event: nil, place: place), &matching)
        self.find(Key(event: event.name, place: place), &matching)
    }

    private func find(_ key: Key, _ matching: inout [BindingID]) {
        guard let ids = self.index[key] else { return }
        for id in ids where self.all[id]?.isEnabled == true { matching.append(id) }
    }

    /// The receiver of a binding's events; `nil` if the binding is gone or disabled.
    func enabledListener(_ id: BindingID) -> Listener? {
        self.all[id]?.isEnabled == true ? self.listeners[id] ?? Listener.none : nil
    }

    /// Counts an event that was delivered to the binding.
    mutating func count(_ id: BindingID) {
        self.all[id]?.hits += 1
    }

    /// The number of delivered events of each binding, in the order of the bindings, except those
    /// that are gone.
    func totals(of ids: Set<BindingID>) -> [BindingHits] {
        ids.sorted().compactMap { id in
            self.all[id].map { BindingHits(id: id, total: $0.hits) }
        }
    }

    private static func key(of binding: Binding) -> Key {
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

extension Bindings.Listener {
    func tell(_ event: ReceivedEvent) {
        switch self {
        case .none: break
        case .handler(let handler): handler(event)
        }
    }
}
