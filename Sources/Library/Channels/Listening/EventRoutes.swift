import ChannelsProtocol

/// What happens to the ordinary events of each pair of names, found once and used for many.
struct EventRoutes {
    /// What happens to events of one name on one channel.
    struct Route {
        /// The bindings that receive them, in the order of their calls.
        var bindings: [(id: BindingID, listener: Bindings.Listener)] = []
        /// Whether a stream selects them.
        var isAwaited = false
        /// Whether the first one was logged.
        var isLogged = false
    }

    /// The index of the route of each pair of names; −1 for those that have none yet.
    private var indices: [Int32] = []
    private var routes: [Route] = []
    private var validFor = (bindings: 0, interests: 0)

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
    }

    /// The index of the route of a pair, valid until the next `check` or `forget`.
    func find(_ pair: UInt32) -> Int? {
        let pair = Int(pair)
        guard pair < self.indices.count, self.indices[pair] >= 0 else { return nil }
        return Int(self.indices[pair])
    }

    /// - Parameter pair: its number. The reader of events limits the number of pairs.
    /// - Returns: the index of the route.
    mutating func add(_ route: Route, for pair: UInt32) -> Int {
        let pair = Int(pair)
        if self.indices.count <= pair {
            self.indices += Array(repeating: -1, count: pair + 1 - self.indices.count)
        }
        let index = self.routes.count
        self.routes.append(route)
        self.indices[pair] = Int32(truncatingIfNeeded: index)
        return index
    }
}
