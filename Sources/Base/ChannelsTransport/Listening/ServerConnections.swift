package import NIOCore
import Synchronization

package final class ServerConnections: Sendable {
    private struct State {
        var isClosed = false
        var next = 0
        var room: ConnectionRoom
        var channels: [Int: any Channel] = [:]
        var numbers: [ObjectIdentifier: Int] = [:]
        /// Connections whose second descriptor is promised but not open.
        var promised: Set<Int> = []
        var tasks: [Int: Task<Void, Never>] = [:]
        var early: Set<Int> = []
        var waiters: [CheckedContinuation<Void, Never>] = []

        var isEmpty: Bool { self.channels.isEmpty && self.tasks.isEmpty && self.early.isEmpty }
    }

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

    /// With too many connections, or too few descriptors, closes the one that has waited longest:
    /// clients that send nothing must not keep others out.
    /// - Returns: `false` if all are busy or the server is closing.
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

    func number(of channel: any Channel) -> Int? {
        self.state.withLock { $0.numbers[ObjectIdentifier(channel)] }
    }

    /// At most a few; others may be closed to make room.
    /// - Parameter recounts: whether the other descriptors may have changed.
    func acceptable(recounts: Bool) -> Int {
        let left = self.descriptors.leftForClients(recounts: recounts)
        guard left < self.cost else { return left / self.cost }
        // Connections that are being closed still have descriptors.
        let canMakeRoom = self.state.withLock { $0.room.canMakeRoom }
        return canMakeRoom && left > -4 ? 2 : 0
    }

    package func usePromised(by number: Int, for channel: any Channel) -> Bool {
        guard self.state.withLock({ $0.promised.remove(number) != nil }) else { return false }
        self.descriptors.opened(channel)
        return true
    }

    func startedWaiting(_ number: Int) {
        self.state.withLock { $0.room.startedWaiting(number) }
    }

    package func madeProgress(_ number: Int) {
        self.state.withLock { $0.room.madeProgress(number) }
    }

    package func becameBusy(_ number: Int) { self.state.withLock { $0.room.becameBusy(number) } }

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

    var requestBytes: Int { self.state.withLock { $0.room.bytes } }

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
