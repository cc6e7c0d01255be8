internal import ChannelsProtocol

/// Who wants which event: the bindings of a client, with their counts.
struct Bindings {
    private(set) var all: [BindingID: Binding] = [:]
    private var listeners: [BindingID: Listener] = [:]
    private var index: [Key: [BindingID]] = [:]
    private var lastNumber = 0

    /// Who is told.
    enum Listener: Sendable {
        case handler(@Sendable (ReceivedEvent) -> Void)
        case tap(BindingTap)
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
        listener: (BindingID) -> Listener?
    ) -> Binding {
        self.lastNumber += 1
        let binding = Binding(
            id: BindingID(self.lastNumber), event: event, channel: channel, isForUser: isForUser)
        self.all[binding.id] = binding
        self.listeners[binding.id] = listener(binding.id)
        self.index[Self.key(of: binding), default: []].append(binding.id)
        return binding
    }

    /// - Returns: whether there was such a binding.
    mutating func remove(_ id: BindingID) -> Bool {
        guard let binding = self.all.removeValue(forKey: id) else { return false }
        if case .tap(let tap)? = self.listeners.removeValue(forKey: id) { tap.finish() }
        let key = Self.key(of: binding)
        self.index[key]?.removeAll { $0 == id }
        if self.index[key]?.isEmpty == true { self.index[key] = nil }
        return true
    }

    /// Ends what is read, and lets the handlers go, as nothing comes any more: a handler may hold
    /// the client.
    mutating func finish() {
        for case .tap(let tap) in self.listeners.values { tap.finish() }
        self.listeners = [:]
    }

    /// - Returns: the binding as it is now; `nil` when there is none of this number.
    mutating func setEnabled(_ id: BindingID, _ isEnabled: Bool) -> Binding? {
        self.all[id]?.isEnabled = isEnabled
        return self.all[id]
    }

    /// Counts an event, and finds who is to be told, in the order of pusher-js: those of its
    /// channel, then those of the client, and at each place those to every event before those to its
    /// name.
    ///
    /// - Parameter isForUser: whether the application sent it to the signed-in user.
    mutating func hit(by event: ChannelEvent, isForUser: Bool) -> Hits {
        var hits = Hits()
        if let channel = event.channel { self.hit(.channel(channel), event, &hits) }
        if isForUser { self.hit(.user, event, &hits) }
        self.hit(.everywhere, event, &hits)
        return hits
    }

    private mutating func hit(_ place: Place, _ event: ChannelEvent, _ hits: inout Hits) {
        self.hit(Key(event: nil, place: place), &hits)
        self.hit(Key(event: event.name, place: place), &hits)
    }

    private mutating func hit(_ key: Key, _ hits: inout Hits) {
        guard let ids = self.index[key] else { return }
        for id in ids where self.all[id]?.isEnabled == true {
            let total = (self.all[id]?.hits ?? 0) + 1
            self.all[id]?.hits = total
            hits.totals.append(BindingHits(id: id, total: total))
            if let listener = self.listeners[id] { hits.listeners.append(listener) }
        }
    }

    /// What an event hit: the new totals of the bindings, and those of them who listen.
    struct Hits {
        fileprivate(set) var totals: [BindingHits] = []
        fileprivate(set) var listeners: [Listener] = []
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
        case .handler(let handler): handler(event)
        case .tap(let tap): tap.put(event)
        }
    }
}
