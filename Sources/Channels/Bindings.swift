internal import ChannelsProtocol

/// Who wants which event: the bindings of a client, with their counts.
struct Bindings {
    private(set) var all: [BindingID: Binding] = [:]
    private var listeners: [BindingID: Listener] = [:]
    private var index: [Key: [BindingID]] = [:]
    private var lastNumber = 0

    /// Who is told.
    enum Listener {
        case handler(@Sendable (ChannelEvent) -> Void)
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

    /// Ends what is read, as nothing comes any more.
    func finish() {
        for case .tap(let tap) in self.listeners.values { tap.finish() }
    }

    /// - Returns: the binding as it is now; `nil` when there is none of this number.
    mutating func setEnabled(_ id: BindingID, _ isEnabled: Bool) -> Binding? {
        self.all[id]?.isEnabled = isEnabled
        return self.all[id]
    }

    /// Counts an event and tells the listeners in the order of pusher-js: those of its channel, then
    /// those of the client, and at each place those to every event before those to its name.
    ///
    /// - Returns: whether there was a binding that is switched on.
    @discardableResult
    mutating func deliver(_ event: ChannelEvent, counting hits: inout [BindingID: Int]) -> Bool {
        guard !self.index.isEmpty else { return false }
        var isBound = false
        if let channel = event.channel {
            isBound = self.hit(.channel(channel), event, &hits)
            if channel.isServerToUser { isBound = self.hit(.user, event, &hits) || isBound }
        }
        return self.hit(.everywhere, event, &hits) || isBound
    }

    private mutating func hit(
        _ place: Place, _ event: ChannelEvent, _ hits: inout [BindingID: Int]
    ) -> Bool {
        let all = self.hit(Key(event: nil, place: place), event, &hits)
        let named = self.hit(Key(event: event.name, place: place), event, &hits)
        return all || named
    }

    private mutating func hit(
        _ key: Key, _ event: ChannelEvent, _ hits: inout [BindingID: Int]
    ) -> Bool {
        guard let ids = self.index[key] else { return false }
        var isBound = false
        for id in ids where self.all[id]?.isEnabled == true {
            let total = (self.all[id]?.hits ?? 0) + 1
            self.all[id]?.hits = total
            hits[id] = total
            self.listeners[id]?.tell(event)
            isBound = true
        }
        return isBound
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
    fileprivate func tell(_ event: ChannelEvent) {
        switch self {
        case .handler(let handler): handler(event)
        case .tap(let tap): tap.put(event)
        }
    }
}
