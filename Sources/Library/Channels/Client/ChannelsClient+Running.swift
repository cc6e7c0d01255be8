import ChannelsProtocol
import ChannelsTransport

enum Work: Sendable {
    case open(SocketNumber, WebSocketEndpoint, abandoned: AsyncStream<Never>)
    case close(any WebSocketConnection, code: UInt16?)
    case sleep(TimerID, until: ChannelsTimestamp)
    case authorize(PendingAuthorization, abandoned: AsyncStream<Never>)
    case handle(@Sendable () async -> Void)
}

struct WorkQueue: Sendable {
    let items: AsyncStream<Work>
    private let continuation: AsyncStream<Work>.Continuation

    init() {
        (self.items, self.continuation) = AsyncStream.makeStream()
    }

    func add(_ item: Work) { self.continuation.yield(item) }

    func finish() { self.continuation.finish() }
}

struct Socket {
    var connection: (any WebSocketConnection)?
    var abandon: AsyncStream<Never>.Continuation
}

struct Outgoing {
    var read: EventReader.Output
    var applicationEvents = 0
    /// The machine's answers in the meantime, carried out after the rest.
    var followingActions: [ClientAction] = []
    /// With signatures masked; empty unless frames are being read.
    var frames: [FrameRecord] = []
    private(set) var messages: [(socket: SocketNumber, texts: [[UInt8]], isPing: Bool)] = []

    var time: ChannelsTimestamp { self.read.time }

    init(time: ChannelsTimestamp, lastNumber: Int, capacity: Int) {
        self.read = EventReader.Output(lastNumber: lastNumber, time: time)
        self.read.events.reserveCapacity(capacity)
    }

    mutating func add(_ kind: ClientReport.Kind) {
        self.read.lastNumber += 1
        self.read.events.append(
            ClientReport(number: self.read.lastNumber, time: self.read.time, kind: kind))
        guard case .received(let event) = kind else { return }
        self.applicationEvents += 1
        self.read.bytes += event.data.retainedBytes
    }

    mutating func add(_ message: ClientMessage, _ socket: SocketNumber) {
        let text = FrameCodec.encode(message)
        if let last = self.messages.indices.last, self.messages[last].socket == socket {
            self.messages[last].texts.append(text)
            self.messages[last].isPing = false
        } else {
            self.messages.append((socket, [text], message == .ping))
        }
    }
}

extension ChannelsClient {
    static let closeTimeLimit = Duration.milliseconds(500)

    func open(_ socket: SocketNumber, usesTLS: Bool) {
        let (abandoned, abandon) = AsyncStream<Never>.makeStream()
        self.sockets[socket] = Socket(connection: nil, abandon: abandon)
        let endpoint = self.target.endpoint(usesTLS: usesTLS)
        self.work.add(.open(socket, endpoint, abandoned: abandoned))
    }

    /// With a close frame if a code is given and it is open, otherwise at once.
    func close(_ socket: SocketNumber, _ code: UInt16?, in outgoing: inout Outgoing) {
        guard let entry = self.sockets[socket] else { return }
        if entry.connection != nil { self.recordClose(socket, code, in: &outgoing) }
        if let connection = entry.connection, let code {
            self.work.add(.close(connection, code: code))
        } else {
            entry.abandon.finish()
        }
    }

    func sendAll(_ outgoing: inout Outgoing) {
        if !outgoing.frames.isEmpty { self.frameTaps.put(outgoing.frames) }
        for (socket, texts, isPing) in outgoing.messages {
            guard let connection = self.sockets[socket]?.connection else { continue }
            do {
                try connection.send(texts)
            } catch {
                // A ping after a suspension may be too late: the end is about to be reported.
                if isPing, case .closed = error { continue }
                let problem = ReportedProblem(
                    kind: .sending, text: "A message was not sent: \(error.description)")
                self.add(.problem(problem), to: &outgoing)
            }
        }
    }

    nonisolated func carryOut(_ item: Work) async {
        switch item {
        case .open(let socket, let endpoint, let abandoned):
            await self.runUntilAbandoned(socket, endpoint, abandoned: abandoned)
        case .close(let connection, let code):
            await connection.close(code: code, reason: "", timeLimit: Self.closeTimeLimit)
        case .sleep(let timer, let moment):
            guard (try? await self.time.sleep(until: moment)) != nil else { return }
            await self.timerFired(timer)
        case .authorize(let authorization, let abandoned):
            await self.carryOut(authorization, abandoned: abandoned)
        case .handle(let callHandler):
            await callHandler()
        }
    }

    private nonisolated func runUntilAbandoned(
        _ socket: SocketNumber, _ endpoint: WebSocketEndpoint, abandoned: AsyncStream<Never>
    ) async {
        await withTaskGroup(of: Void.self) { group in
            group.addTask { await self.runSocket(socket, endpoint) }
            group.addTask { for await _ in abandoned {} }
            await group.next()
            group.cancelAll()
        }
        await self.forget(socket)
    }

    private nonisolated func runSocket(
        _ socket: SocketNumber, _ endpoint: WebSocketEndpoint
    ) async {
        let (phases, phase) = AsyncStream<(ConnectPhase, ChannelsTimestamp)>.makeStream()
        let connection: any WebSocketConnection
        do throws(TransportError) {
            async let watching: Void = self.watch(phases, of: socket)
            defer { phase.finish() }
            connection = try await self.connector.connect(to: endpoint) { [time] in
                phase.yield(($0, time.now()))
            }
            phase.finish()
            await watching
        } catch {
            // Abandoned, or at the end of `run()`: this is not a failure, and not reported.
            guard !Task.isCancelled else { return }
            await self.failed(socket, error)
            return
        }
        await self.opened(socket, connection)
        await withTaskExecutorPreference(connection.readingExecutor) {
            await self.read(connection, as: socket)
        }
        await connection.close(code: nil, reason: "", timeLimit: .zero)
    }

    private nonisolated func watch(
        _ phases: AsyncStream<(ConnectPhase, ChannelsTimestamp)>, of socket: SocketNumber
    ) async {
        for await (phase, time) in phases { await self.entered(phase, socket, at: time) }
    }

    /// The size of a batch. Each batch wakes its listeners; but far more may wait for a slow
    /// reader, and arrays of that length would be allocated and freed each time.
    private static let burstLimit = (messages: 2048, bytes: 1 << 20)

    private nonisolated func read(
        _ connection: any WebSocketConnection, as socket: SocketNumber
    ) async {
        while true {
            switch await connection.receive() {
            case .messages(let messages):
                self.record(messages, socket)
                var rest = messages[...]
                while !rest.isEmpty {
                    let burst = rest.burst(Self.burstLimit)
                    rest = rest[burst.endIndex...]
                    await self.waitForRoom(socket)
                    await self.received(burst, on: socket)
                }
            case .closed(let closure):
                guard !Task.isCancelled else { return }
                let code = closure.code.map(CloseCode.init(rawValue:))
                self.record(
                    .close(code: code, reason: self.mask.text(closure.reason)), .received, socket)
                await self.closed(socket, closure)
                return
            }
        }
    }

    /// Waits while a listener that pauses reading has no room, and for a while if it has little.
    /// Unread messages wait in the connection, which slows the server down.
    private nonisolated func waitForRoom(_ socket: SocketNumber) async {
        while !Task.isCancelled {
            let room = self.broadcaster.room
            guard room > .plenty, await self.isHeldBack(socket) else { return }
            let more = self.broadcaster.moreRoom(than: room)
            do {
                try await self.time.limit(Self.burstInterval) { for await _ in more {} }
            } catch {
                // Time has passed. With little room, one burst is read: it may contain pings.
                guard room == .none else { return }
            }
        }
    }

    /// The longest wait for more room before a burst is read.
    private static let burstInterval = Duration.seconds(1)

    // MARK: Reports of child tasks

    /// `false` for a connection that is not established or not current: its messages are read, and
    /// add next to nothing.
    private func isHeldBack(_ socket: SocketNumber) -> Bool {
        self.noteActivity()
        let waited = self.waited(socket)
        guard
            let actions = self.machine.heldBack(on: socket, waited: waited, at: self.time.now())
        else { return false }
        self.perform(actions)
        return true
    }

    private func entered(_ phase: ConnectPhase, _ socket: SocketNumber, at time: ChannelsTimestamp)
    {
        self.machine.entered(
            phase.part, address: phase.address, isWithheld: phase.isWithheld, socket, at: time)
    }

    private func opened(_ socket: SocketNumber, _ connection: any WebSocketConnection) {
        self.noteActivity()
        self.sockets[socket]?.connection = connection
        self.perform(
            self.machine.opened(
                socket, software: connection.details.software, at: self.time.now()))
    }

    private func failed(_ socket: SocketNumber, _ error: TransportError) {
        self.noteActivity()
        self.perform(
            self.machine.failed(
                socket, ConnectFailure(error, in: self.options.settingWords),
                isInjected: error.isInjected, at: self.time.now(), using: &self.random))
    }

    private func closed(_ socket: SocketNumber, _ closure: WebSocketClosure) {
        self.noteActivity(isOver: self.machine.socket == socket)
        let waited = self.waited(socket)
        self.perform(
            self.machine.closed(
                socket, code: closure.code.map(CloseCode.init(rawValue:)),
                reason: closure.reason,
                failure: closure.error.map { ConnectFailure($0, in: self.options.settingWords) },
                isInjected: closure.isInjected || closure.error?.isInjected == true,
                endedInOrder: closure.endedInOrder || closure.error == nil,
                waited: waited, at: self.time.now(), using: &self.random))
    }

    /// Ordinary events become reports at once; the machine gets the others in their places, and
    /// learns once per burst that there were any.
    private func received(_ messages: ArraySlice<WebSocketMessage>, on socket: SocketNumber) {
        self.noteActivity()
        self.renewEventReader()
        let waited = self.waited(socket)
        var outgoing = self.outgoing(capacity: messages.textCount)
        var isInformed = false
        for message in messages {
            switch message {
            case .texts(let run):
                self.received(run.bytes, run.frames, on: socket, waited, &isInformed, &outgoing)
            case .binary(let bytes):
                let frame = ReceivedFrame(.failure(.binary(count: bytes.count)))
                self.passToMachine([frame], on: socket, waited, &isInformed, &outgoing)
            case .ping, .pong:
                // Control frames only show that the peer is alive.
                if !isInformed {
                    self.passToMachine([], on: socket, waited, &isInformed, &outgoing)
                }
            }
        }
        self.finish(&outgoing)
    }

    private func received(
        _ text: [UInt8], _ frames: [Range<UInt32>], on socket: SocketNumber, _ waited: Duration?,
        _ isInformed: inout Bool, _ outgoing: inout Outgoing
    ) {
        var next = 0
        while next < frames.count {
            if !isInformed,
                let actions = self.machine.receivedEvents(
                    on: socket, waited: waited, at: outgoing.time)
            {
                isInformed = true
                for action in actions { self.perform(action, &outgoing) }
            }
            if isInformed {
                let read = self.eventReader.read(text, frames, from: next, into: &outgoing.read)
                next = read.next
                if let burst = read.burst { self.note(burst, in: &outgoing) }
            }
            guard next < frames.count else { return }
            let frame = Array(text[Int(frames[next].lowerBound)..<Int(frames[next].upperBound)])
            self.passToMachine(
                [FrameCodec.readServerFrame(frame)], on: socket, waited, &isInformed, &outgoing)
            next += 1
        }
    }

    private func passToMachine(
        _ frames: [ReceivedFrame], on socket: SocketNumber, _ waited: Duration?,
        _ isInformed: inout Bool, _ outgoing: inout Outgoing
    ) {
        isInformed = false
        let actions = self.machine.received(
            frames, on: socket, waited: waited, at: outgoing.time, using: &self.random)
        for action in actions { self.perform(action, &outgoing) }
    }

    private func timerFired(_ timer: TimerID) {
        self.noteActivity()
        self.perform(
            self.machine.timerFired(timer, at: self.time.now(), using: &self.random))
    }

    private func forget(_ socket: SocketNumber) {
        self.sockets[socket] = nil
    }
}

extension ArraySlice<WebSocketMessage> {
    fileprivate var textCount: Int { self.reduce(0) { $0 + $1.textCount } }

    fileprivate func burst(
        _ limit: (messages: Int, bytes: Int)
    ) -> ArraySlice<WebSocketMessage> {
        var (messages, bytes) = (0, 0)
        for index in self.indices {
            messages += Swift.max(1, self[index].textCount)
            if case .texts(let run) = self[index] { bytes += run.bytes.count }
            if messages >= limit.messages || bytes >= limit.bytes { return self[...index] }
        }
        return self
    }
}
