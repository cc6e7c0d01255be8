public import ChannelsProtocol

/// The id of a state handler, for ``ChannelsClient/removeStateHandler(_:)``. It is unique
/// within one client.
public struct StateHandlerID: Hashable, Sendable {
    let number: Int
}

struct StateHandlers {
    private var leases: [StateHandlerID: HandlerLease] = [:]
    private var lastNumber = 0

    mutating func add(_ lease: HandlerLease) -> StateHandlerID {
        self.lastNumber += 1
        let id = StateHandlerID(number: self.lastNumber)
        self.leases[id] = lease
        return id
    }

    mutating func remove(_ id: StateHandlerID) { self.leases[id] = nil }

    /// When no more changes can occur: a handler may hold the client.
    mutating func finish() { self.leases = [:] }
}

extension ChannelsClient {
    /// Calls a handler on every state change, or on every change to one state.
    /// (`connection.bind('state_change', …)` and `connection.bind('connected', …)` in
    /// pusher-js.)
    ///
    /// - Parameters:
    ///   - state: the state that triggers the handler; `nil` for every state.
    ///   - handler: gets one change at a time, in a child task of `run()`; it may wait, and may be
    ///     isolated to any actor. `stateChanges` is the equivalent stream.
    /// - Returns: the id to remove the handler with.
    @discardableResult
    public func onStateChange(
        to state: ConnectionState? = nil,
        @_inheritActorContext perform handler: @escaping @Sendable (StateChange) async -> Void
    ) -> StateHandlerID {
        let changes = ClientStream<StateChange>(self.source()) { batch, _ in
            batch.compactMap(\.stateChange).filter { state == nil || $0.current == state }
        }
        return self.stateHandlers.add(self.serve(changes, with: handler))
    }

    /// Removes a handler by the id that `onStateChange` returned. Does nothing if it is
    /// unknown.
    public func removeStateHandler(_ id: StateHandlerID) {
        self.stateHandlers.remove(id)
    }
}
