internal import ChannelsProtocol

/// The bindings of a client, with their counts.
struct Bindings {
    private(set) var all: [BindingID: Binding] = [:]
    private var listeners: [BindingID: Listener] = [:]
    private var index: [Key: [BindingID]] = [:]
    private var lastNumber = 0

    /// Where the events of a binding go.
    enum Listener: Sendable {
        /// They are only counted.
        case none
        case handler(@Sendable (ReceivedEvent) -> Void)
    }

    /// Where a binding is looked up: each event is found under at most four keys, six when it is for
    /// the user.
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

    /// The bindings in the order they were made.
    var inOrder: [Binding] { self.all.values.sorted { $0.id < $1.id } }

    /// Makes a binding.
    ///
    /// - Parameter channel: where to listen; `nil` is everywhere, or, for the user, where events for
    ///   the user arrive.
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

    /// Lets the handlers go, as nothing comes any more: a handler may hold the client.
    mutating func finish() { self.listeners = [:] }

    /// - Returns: the updated binding; `nil` when no binding has this id.
    mutating func setEnabled(_ id: BindingID, _ isEnabled: Bool) -> Binding? {
        self.all[id]?.isEnabled = isEnabled
        return self.all[id]
    }

    /// The bindings that an event is for, in the order of pusher-js: those of its channel, then those
    /// of the client, and at each place those to every event before those to its name. Bindings that
    /// are switched off are not among them.
    ///
    /// - Parameter isForUser: whether the application sent it to the signed-in user.
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

    /// Where the events of a binding go; `nil` when it is gone or switched off.
    func enabledListener(_ id: BindingID) -> Listener? {
        self.all[id]?.isEnabled == true ? self.listeners[id] ?? Listener.none : nil
    }

    /// Counts an event that the binding was told about.
    mutating func count(_ id: BindingID) {
        self.all[id]?.hits += 1
    }

    /// How many events bindings were told about, in the order of the bindings; those that are gone
    /// are left out.
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
