import ChannelsProtocol

/// What happens to ordinary events, found once per pair of names.
struct EventRoutes {
    struct Route {
        var bindings: [BindingID] = []
        var isAwaited = false
        var isLogged = false
    }

    /// By pair of names; −1 for none yet.
    private var indices: [Int32] = []
    private var routes: [Route] = []
    private var validFor = (bindings: 0, interests: 0)

    subscript(index: Int) -> Route {
        get { self.routes[index] }
        set { self.routes[index] = newValue }
    }

    mutating func check(bindings: Int, interests: Int) {
        guard self.validFor != (bindings, interests) else { return }
        self.forget()
        self.validFor = (bindings, interests)
    }

    /// Names have other numbers from now on.
    mutating func forget() {
        self.indices.removeAll(keepingCapacity: true)
        self.routes.removeAll(keepingCapacity: true)
    }

    /// Valid until the next `check` or `forget`.
    func find(_ pair: UInt32) -> Int? {
        let pair = Int(pair)
        guard pair < self.indices.count, self.indices[pair] >= 0 else { return nil }
        return Int(self.indices[pair])
    }

    /// - Parameter pair: the reader of events limits the number of pairs.
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
