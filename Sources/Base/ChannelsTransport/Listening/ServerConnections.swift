package import NIOCore
import Synchronization

/// The connections of a server and the tasks that serve them, so that they can be counted and ended
/// together.
package final class ServerConnections: Sendable {
    private struct State {
        var isClosed = false
        var next = 0
        var room: ConnectionRoom
        var channels: [Int: any Channel] = [:]
        var numbers: [ObjectIdentifier: Int] = [:]
        /// The connections whose second descriptor is promised, but not open.
        var promised: Set<Int> = []
        /// The running tasks of the handler.
        var tasks: [Int: Task<Void, Never>] = [:]
        /// Tasks that ended before they were registered.
        var early: Set<Int> = []
        var waiters: [CheckedContinuation<Void, Never>] = []

        var isEmpty: Bool { self.channels.isEmpty && self.tasks.isEmpty && self.early.isEmpty }
    }

    /// The descriptors that each of them takes: two if it is forwarded.
    private let cost: Int
    private let descriptors: Descriptors
    private let state: Mutex<State>

    init(
        limit: Int, requestBytes: Int = .max, cost: Int = 1, descriptors: Descriptors = .shared
    ) {
        self.cost = cost
        self.descriptors = descriptors
        self.state = Mutex(State(room: ConnectionRoom(limit: limit, byteLimit: requestBytes)))
    }

    /// Adds a new connection. If there are too many, or too few descriptors, the one that has
    /// waited longest is closed: clients that send nothing must not keep others out.
    ///
    /// - Returns: `false` if all are busy or the server is closing, so that it must be closed.
    func add(_ channel: any Channel) -> Bool {
        let (cost, promised) = (self.cost, self.cost - 1)
        let isTaken = self.descriptors.takeForClient(cost, promised: promised)
        let (number, displaced) = self.state.withLock { state in
            guard !state.isClosed,
                case .added(let displaced) = state.room.opened(
                    state.next + 1, hasDescriptor: isTaken)
            else { return (nil as Int?, nil as (any Channel)?) }
            state.next += 1
            state.channels[state.next] = channel
            state.numbers[ObjectIdentifier(channel)] = state.next
            if promised > 0 { state.promised.insert(state.next) }
            return (state.next, displaced.flatMap { state.channels[$0] })
        }
        displaced?.close(promise: nil)
        guard let number else {
            if isTaken { self.descriptors.giveBack(cost, promised: promised) }
            return false
        }
        if !isTaken { self.descriptors.takeInstead(cost, promised: promised) }
        channel.closeFuture.whenComplete { _ in self.closed(number, channel) }
        return true
    }

    private func closed(_ number: Int, _ channel: any Channel) {
        let isPromised = self.change { state in
            state.channels[number] = nil
            state.numbers[ObjectIdentifier(channel)] = nil
            state.room.closed(number)
            return state.promised.remove(number) != nil
        }
        self.descriptors.giveBack(isPromised ? 2 : 1, promised: isPromised ? 1 : 0)
    }

    /// The number of a connection; `nil` if it is closed.
    func number(of channel: any Channel) -> Int? {
        self.state.withLock { $0.numbers[ObjectIdentifier(channel)] }
    }

    /// The number of clients that can be accepted now, at most a few. Others may be closed to make
    /// room for them.
    ///
    /// - Parameter recounts: whether the other descriptors may have changed.
    func acceptable(recounts: Bool) -> Int {
        let left = self.descriptors.leftForClients(recounts: recounts)
        guard left < self.cost else { return left / self.cost }
        // Connections that are being closed still have descriptors.
        let canMakeRoom = self.state.withLock { $0.room.canMakeRoom }
        return canMakeRoom && left > -4 ? 2 : 0
    }

    /// Uses the descriptor promised to a connection for this channel.
    ///
    /// - Returns: `false` if the connection is closed, or the descriptor is used already.
    package func usePromised(by number: Int, for channel: any Channel) -> Bool {
        guard self.state.withLock({ $0.promised.remove(number) != nil }) else { return false }
        self.descriptors.opened(channel)
        return true
    }

    /// The client may now send a request. A connection that is already waiting keeps its place.
    func startedWaiting(_ number: Int) {
        self.state.withLock { $0.room.startedWaiting(number) }
    }

    /// Its request made progress, so it is now the last in line to make room.
    package func madeProgress(_ number: Int) {
        self.state.withLock { $0.room.madeProgress(number) }
    }

    /// The client waits for the server, or the connection has become a WebSocket.
    package func becameBusy(_ number: Int) { self.state.withLock { $0.room.becameBusy(number) } }

    /// Makes room for what its requests now take in memory. Others may be closed for them.
    ///
    /// - Returns: `false` if there is no room for them.
    func keep(_ number: Int, bytes: Int) -> Bool {
        let displaced: [any Channel]? = self.state.withLock { state in
            guard case .kept(let others) = state.room.keep(number, bytes: bytes) else {
                return nil
            }
            return others.compactMap { state.channels[$0] }
        }
        for channel in displaced ?? [] { channel.close(promise: nil) }
        return displaced != nil
    }

    /// The memory that the requests of all of them take, in bytes.
    var requestBytes: Int { self.state.withLock { $0.room.bytes } }

    /// Runs a call of the handler in its own task.
    ///
    /// - Returns: a function that cancels the task.
    func run(_ work: @escaping @Sendable () async -> Void) -> @Sendable () -> Void {
        let number = self.state.withLock { state in
            state.next += 1
            return state.next
        }
        let task = Task {
            await work()
            self.change { state in
                if state.tasks.removeValue(forKey: number) == nil { state.early.insert(number) }
            }
        }
        let mustCancel = self.state.withLock { state in
            if state.early.remove(number) == nil { state.tasks[number] = task }
            return state.isClosed
        }
        if mustCancel { task.cancel() }
        return { task.cancel() }
    }

    /// Ends every connection and task, and waits until all are gone.
    func closeAll() async {
        let (channels, tasks) = self.state.withLock { state in
            state.isClosed = true
            return (Array(state.channels.values), Array(state.tasks.values))
        }
        for channel in channels { channel.close(promise: nil) }
        for task in tasks { task.cancel() }
        await withCheckedContinuation { continuation in
            let isEmpty = self.state.withLock { state in
                if !state.isEmpty { state.waiters.append(continuation) }
                return state.isEmpty
            }
            if isEmpty { continuation.resume() }
        }
    }

    private func change<Answer: Sendable>(_ body: (inout sending State) -> Answer) -> Answer {
        let (answer, waiters) = self.state.withLock { state in
            let answer = body(&state)
            guard state.isEmpty else { return (answer, [CheckedContinuation<Void, Never>]()) }
            defer { state.waiters = [] }
            return (answer, state.waiters)
        }
        for waiter in waiters { waiter.resume() }
        return answer
    }
}
