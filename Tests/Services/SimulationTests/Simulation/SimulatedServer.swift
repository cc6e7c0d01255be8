import ChannelsProtocol
import ChannelsSigning

@testable import BuoyServers
@testable import Channels
@testable import ChannelsTransport

/// The server's end of a connection.
struct ServerEnd {
    let id: ConnectionID
    var decoder: WebSocketDecoder
    var toClient = SimulatedPipe()
    var toServer = SimulatedPipe()
    /// The number of bytes sent so far.
    var sentBytes = 0
    var frames: [SentFrame] = []
    /// Whether bytes vanish in both directions.
    var isSilent = false
    /// When this end ends TCP, after a close frame.
    var closeAt: Int64?
    /// Whether what is sent from now on is not understood.
    var isCorrupt = false
    /// Whether nothing more is sent.
    var isClosed = false
}

/// An event as it was published: the truth that the client's reports are compared with.
struct PublishedEvent {
    var place: Script.Place
    var time: Int64
    /// When it would arrive at a client that is there.
    var due: Int64
}

/// A sandbox without sockets: its hub, and connections that are bytes in memory.
struct SimulatedServer {
    var hub: SandboxHub
    var ends: [ConnectionID: ServerEnd] = [:]
    var connections = 0
    /// All events, by number.
    var published: [PublishedEvent] = []
    /// The client events that arrived.
    var heard: [Int] = []
    /// Half of the round trip.
    var latency = Int64(20) * .millisecond
    var stalledUntil = Int64.min
    /// When the last bytes arrive that were sent to any client.
    var lastArrival = Int64.min
    /// Until when it is down.
    var downUntil = Int64.min
    var refusal: (kind: Script.Refusal, until: Int64)?
    private var seed: UInt64

    init(seed: UInt64) {
        self.seed = seed
        self.hub = Self.makeHub(seed: seed)
    }

    private static func makeHub(seed: UInt64) -> SandboxHub {
        var options = SandboxOptions()
        options.hasBots = false
        options.seed = seed
        options.limits.activityTimeout = .seconds(15)
        options.limits.pongTimeout = .seconds(10)
        return SandboxHub(options)
    }

    // MARK: Connections

    /// Accepts a connection.
    mutating func accept(target: String, at time: Int64) -> ConnectionID {
        self.connections += 1
        let id = ConnectionID(self.connections)
        self.ends[id] = ServerEnd(
            id: id, decoder: WebSocketDecoder(role: .server, limits: WebSocketLimits()))
        return id
    }

    /// The handshake is done: the hub speaks first.
    mutating func opened(_ id: ConnectionID, target: String, at time: Int64) {
        self.ask(at: time) { $0.opened(id, target: target, at: .nanoseconds(time)) }
    }

    /// Asks the hub, and carries out what it says.
    mutating func ask(at time: Int64, _ question: (inout SandboxHub) -> [HubAction]) {
        for action in question(&self.hub) {
            switch action {
            case .send(let message, let receivers):
                let text = FrameCodec.encode(message)
                for id in receivers { self.send(text, message, to: id, at: time) }
            case .close(let id, let code, let reason):
                let payload =
                    [
                        UInt8(truncatingIfNeeded: code.rawValue >> 8),
                        UInt8(truncatingIfNeeded: code.rawValue),
                    ] + Array(reason.utf8.prefix(100))
                self.write(.close, payload, to: id, at: time)
                self.ends[id]?.closeAt = time + 2 * .second
            case .drop(let id, let drop): self.drop(id, isReset: drop == .rst, at: time)
            case .silence(let id): self.ends[id]?.isSilent = true
            case .sendRaw(let bytes, let receivers):
                for id in receivers { self.write(.text, bytes, to: id, at: time) }
            case .overheard: break
            }
        }
    }

    private mutating func send(
        _ text: [UInt8], _ message: ServerMessage, to id: ConnectionID, at time: Int64
    ) {
        var event: Int?
        if case .event(let published) = message { event = Self.number(of: published) }
        self.write(.text, text, to: id, at: time, event: event)
    }

    /// The number of an event, which its data starts with.
    static func number(of event: ChannelsEvent) -> Int? {
        Int(event.data.text.prefix { $0.isNumber })
    }

    /// Writes a frame.
    mutating func write(
        _ opcode: WebSocketOpcode, _ payload: [UInt8], to id: ConnectionID, at time: Int64,
        event: Int? = nil, isPong: Bool = false
    ) {
        var bytes: [UInt8] = []
        WebSocketEncoder(role: .server).append(opcode, payload, to: &bytes)
        guard let arrival = self.write(bytes, to: id, at: time) else { return }
        guard let end = self.ends[id]?.sentBytes, self.ends[id]?.isCorrupt == false else { return }
        self.ends[id]?.frames.append(
            SentFrame(end: end, sent: time, arrival: arrival, event: event, isPong: isPong))
    }

    /// When bytes arrive that are sent now. They overtake none.
    mutating func arrival(at time: Int64) -> Int64 {
        self.lastArrival = max(self.lastArrival, time + self.latency, self.stalledUntil)
        return self.lastArrival
    }

    /// Writes bytes.
    ///
    /// - Returns: when they arrive; `nil` if nothing can be written any more.
    @discardableResult
    mutating func write(_ bytes: [UInt8], to id: ConnectionID, at time: Int64) -> Int64? {
        guard var end = self.ends[id], !end.isClosed, end.closeAt == nil else { return nil }
        defer { self.ends[id] = end }
        end.sentBytes += bytes.count
        let arrival = self.arrival(at: time)
        // A silent connection loses them, which the server does not know.
        return end.isSilent ? arrival : end.toClient.send(bytes, arrival: arrival)
    }

    /// Writes what is no frame. What follows is not understood any more.
    mutating func corrupt(_ bytes: [UInt8], _ id: ConnectionID, at time: Int64) {
        guard self.ends[id]?.isCorrupt == false else { return }
        self.write(bytes, to: id, at: time)
        self.ends[id]?.isCorrupt = true
    }

    /// Ends TCP without a close frame.
    mutating func drop(_ id: ConnectionID, isReset: Bool, at time: Int64) {
        guard var end = self.ends[id], !end.isClosed else { return }
        end.isClosed = true
        if !end.isSilent {
            end.toClient.finish(arrival: self.arrival(at: time), isReset: isReset)
        }
        self.ends[id] = end
    }

    // MARK: What arrives

    /// Handles what has arrived from clients, and what is due.
    mutating func act(at time: Int64) {
        for id in self.ends.keys.sorted() {
            self.receive(id, at: time)
            if let due = self.ends[id]?.closeAt, due <= time {
                self.ends[id]?.closeAt = nil
                self.drop(id, isReset: false, at: time)
            }
        }
    }

    private mutating func receive(_ id: ConnectionID, at time: Int64) {
        guard var end = self.ends[id] else { return }
        let bytes = end.toServer.take(at: time)
        let isOver = end.toServer.takeEnd(at: time) != nil
        var output = WebSocketDecoder.Output()
        bytes.withUnsafeBytes { end.decoder.decode($0, into: &output) }
        self.ends[id] = end
        if !end.isClosed { self.handle(output, from: id, at: time) }
        guard isOver || output.end != nil else { return }
        self.ask(at: time) { $0.closed(id, at: .nanoseconds(time)) }
        self.ends[id]?.closeAt = nil
        self.drop(id, isReset: false, at: time)
        if isOver { self.ends[id]?.toServer.lose() }
    }

    private mutating func handle(
        _ output: WebSocketDecoder.Output, from id: ConnectionID, at time: Int64
    ) {
        for ping in output.pings { self.write(.pong, ping, to: id, at: time, isPong: true) }
        for message in output.messages.flatMap(IncomingMessage.all) {
            let uptime = Duration.nanoseconds(time)
            switch message {
            case .read(let message):
                if case .event(let event) = message, let number = Self.number(of: event) {
                    self.heard.append(number)
                }
                let isPing = message == .ping
                self.ask(at: time) { $0.received(message, from: id, at: uptime) }
                if isPing, let last = self.ends[id]?.frames.indices.last {
                    self.ends[id]?.frames[last].isPong = true
                }
            case .misread(let reason):
                self.ask(at: time) { $0.misread(reason, from: id, at: uptime) }
            case .control: self.hub.heard(from: id, at: uptime)
            }
        }
    }

    /// When something happens here by itself; `nil` if nothing does.
    var next: Int64? {
        self.ends.values.flatMap { [$0.toServer.next, $0.closeAt] }.compactMap(\.self).min()
    }

    // MARK: Faults

    /// The server ends with all its connections, and is down for a while.
    mutating func restart(down: Int64, at time: Int64) {
        for id in self.ends.keys.sorted() { self.drop(id, isReset: true, at: time) }
        self.seed &+= 1
        self.hub = Self.makeHub(seed: self.seed)
        self.downUntil = time + down
    }

    /// The network loses everything on the present connections, and tells nobody.
    mutating func silence() {
        for id in self.ends.keys {
            self.ends[id]?.isSilent = true
            self.ends[id]?.toClient.lose()
            self.ends[id]?.toServer.lose()
        }
    }

    /// Nothing arrives in either direction until then.
    mutating func stall(until time: Int64, at now: Int64) {
        self.stalledUntil = max(self.stalledUntil, time)
        for index in self.published.indices where self.published[index].due > now {
            self.published[index].due = max(self.published[index].due, time)
        }
        for id in self.ends.keys {
            for index in self.ends[id]?.frames.indices ?? 0..<0 {
                guard let arrival = self.ends[id]?.frames[index].arrival, arrival > now else {
                    continue
                }
                self.ends[id]?.frames[index].arrival = max(arrival, time)
            }
            self.ends[id]?.toClient.stall(until: time, at: now)
            self.ends[id]?.toServer.stall(until: time, at: now)
        }
    }
}

extension Int64 {
    /// A millisecond in nanoseconds.
    static let millisecond = Int64(1_000_000)
    /// A second in nanoseconds.
    static let second = Int64(1_000_000_000)
}
