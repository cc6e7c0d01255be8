internal import ChannelsProtocol

/// What happens to the ordinary events of each name on each channel, found once and used for many.
struct EventRoutes {
    /// What happens to events of one name on one channel.
    struct Route {
        /// The bindings that receive them, in the order of their calls, and their positions.
        var bindings: [(id: BindingID, position: Int)] = []
        /// Whether a stream selects them.
        var isAwaited = false
        /// Whether the log has been told of the first one.
        var isTold = false
    }

    private var indices: [EventKey: Int] = [:]
    private var routes: [Route] = []
    private var latest: (key: EventKey, index: Int)?
    private var validFor = (bindings: 0, interests: 0)

    /// The maximum number of routes. The peer chooses the names.
    private static let limit = 65_536

    subscript(index: Int) -> Route {
        get { self.routes[index] }
        set { self.routes[index] = newValue }
    }

    /// Forgets the routes if bindings or the interests of streams have changed.
    mutating func check(bindings: Int, interests: Int) {
        guard self.validFor != (bindings, interests) else { return }
        self.forget()
        self.validFor = (bindings, interests)
    }

    /// Forgets the routes: names have other numbers from now on.
    mutating func forget() {
        self.indices.removeAll(keepingCapacity: true)
        self.routes.removeAll(keepingCapacity: true)
        self.latest = nil
    }

    /// The index of a route, valid until the next `check`, `forget` or `add`.
    mutating func find(_ key: EventKey) -> Int? {
        if let latest = self.latest, latest.key == key { return latest.index }
        guard let index = self.indices[key] else { return nil }
        self.latest = (key, index)
        return index
    }

    /// - Returns: the index of the route.
    mutating func add(_ route: Route, for key: EventKey) -> Int {
        if self.routes.count >= Self.limit { self.forget() }
        let index = self.routes.count
        self.routes.append(route)
        self.indices[key] = index
        self.latest = (key, index)
        return index
    }
}
