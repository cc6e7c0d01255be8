public import ChannelsProtocol

/// The id of a state handler, for ``ChannelsClient/removeStateHandler(_:)``. It is unique
/// within one client.
public struct StateHandlerID: Hashable, Sendable {
    let number: Int
}

struct StateHandlers {
    private struct Entry {
        var id: StateHandlerID
        var state: ConnectionState?
        var handler: @Sendable (StateChange) -> Void
    }

    private var entries: [Entry] = []
    private var lastNumber = 0

    mutating func add(
        to state: ConnectionState?, _ handler: @escaping @Sendable (StateChange) -> Void
    ) -> StateHandlerID {
        self.lastNumber += 1
        let id = StateHandlerID(number: self.lastNumber)
        self.entries.append(Entry(id: id, state: state, handler: handler))
        return id
    }

    mutating func remove(_ id: StateHandlerID) {
        self.entries.removeAll { $0.id == id }
    }

    /// Those of the new state and of every state, in the order in which they were added.
    func handlers(for change: StateChange) -> [@Sendable (StateChange) -> Void] {
        self.entries.filter { $0.state == nil || $0.state == change.current }.map(\.handler)
    }

    /// When no more changes can occur: a handler may hold the client.
    mutating func finish() { self.entries = [] }
}

extension ChannelsClient {
    /// Calls a handler on every state change, or on every change to one state.
    /// (`connection.bind('state_change', …)` and `connection.bind('connected', …)` in
    /// pusher-js.)
    ///
    /// - Parameters:
    ///   - state: the state that triggers the handler; `nil` for every state.
    ///   - handler: called in order by the client itself, so it must be quick and must not
    ///     block. `stateChanges` is the equivalent stream.
    /// - Returns: the id to remove the handler with.
    @discardableResult
    public func onStateChange(
        to state: ConnectionState? = nil,
        perform handler: @escaping @Sendable (StateChange) -> Void
    ) -> StateHandlerID {
        self.stateHandlers.add(to: state, handler)
    }

    /// Calls an async handler on every state change, or on every change to one state: one
    /// change at a time, in a child task of `run()`.
    ///
    /// - Returns: the id to remove the handler with.
    @discardableResult
    public func onStateChange(
        to state: ConnectionState? = nil,
        perform handler: @escaping @Sendable (StateChange) async -> Void
    ) -> StateHandlerID {
        let changes = ClientStream<StateChange>(self.source()) { batch, _ in
            batch.compactMap(\.stateChange).filter { state == nil || $0.current == state }
        }
        let lease = self.serve(changes, with: handler)
        return self.stateHandlers.add(to: state) { _ in withExtendedLifetime(lease) {} }
    }

    /// Calls a handler on the main actor on every state change, or on every change to one
    /// state: one change at a time, for example to update a status display.
    ///
    /// - Returns: the id to remove the handler with.
    @discardableResult
    public func onStateChange(
        to state: ConnectionState? = nil, on actor: MainActor = .shared,
        perform handler: @escaping @MainActor @Sendable (StateChange) -> Void
    ) -> StateHandlerID {
        self.onStateChange(to: state) { await handler($0) }
    }

    /// Removes a handler by the id that `onStateChange` returned. Does nothing if it is
    /// unknown.
    public func removeStateHandler(_ id: StateHandlerID) {
        self.stateHandlers.remove(id)
    }
}
