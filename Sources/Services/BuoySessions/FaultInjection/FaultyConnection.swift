import ChannelsProtocol
import ChannelsTransport
import Synchronization

final class FaultyConnection: WebSocketConnection {
    private let base: any WebSocketConnection
    private let switches: FaultSwitches
    private let held = Mutex<[[UInt8]]>([])

    init(_ base: any WebSocketConnection, _ switches: FaultSwitches) {
        self.base = base
        self.switches = switches
    }

    var details: ConnectionDetails { self.base.details }
    var readingExecutor: (any TaskExecutor)? { self.base.readingExecutor }
    var timeSinceArrival: Duration? { self.base.timeSinceArrival }

    func receive() async -> WebSocketInput {
        while true {
            let input = await self.base.receive()
            guard self.switches.isFiltering, case .messages(let messages) = input else {
                return input
            }
            let rest = messages.compactMap(self.arriving)
            if !rest.isEmpty { return .messages(rest) }
        }
    }

    func send(_ texts: [[UInt8]]) throws(TransportError) { try self.base.send(texts) }

    func ping(_ payload: [UInt8]) throws(TransportError) { try self.base.ping(payload) }

    func close(code: UInt16?, reason: String, timeLimit: Duration) async {
        await self.base.close(code: code, reason: reason, timeLimit: timeLimit)
    }

    func release() {
        let texts = self.held.withLock { held in
            defer { held = [] }
            return held
        }
        for text in texts { self.inject(.text(text)) }
    }

    /// Receives a frame that the server did not send.
    func inject(_ frame: InjectedFrame) {
        (self.base as? any InjectableConnection)?.inject(frame)
    }

    private func arriving(_ message: WebSocketMessage) -> WebSocketMessage? {
        switch message {
        case .texts(let run):
            let texts = run.texts.compactMap(self.arriving)
            return texts.isEmpty ? nil : .texts(TextRun(texts))
        case .pong: return self.switches.messages.withholdsPongs ? nil : message
        case .binary, .ping: return message
        }
    }

    private func arriving(_ text: [UInt8]) -> [UInt8]? {
        if self.switches.takeCorruption() { return MessageFaults.corrupted(text) }
        switch self.switches.messages.fate(of: text) {
        case .arrives: return text
        case .isLost: return nil
        case .isHeld:
            self.held.withLock { $0.append(text) }
            return nil
        }
    }
}

/// A connection that the server closes before it is established.
final class RejectedConnection: WebSocketConnection {
    private let base: any WebSocketConnection
    private let code: UInt16

    init(_ base: any WebSocketConnection, code: UInt16) {
        self.base = base
        self.code = code
    }

    var details: ConnectionDetails { self.base.details }
    var readingExecutor: (any TaskExecutor)? { self.base.readingExecutor }

    func receive() async -> WebSocketInput {
        var closure = WebSocketClosure(code: self.code)
        closure.isInjected = true
        return .closed(closure)
    }

    func send(_ texts: [[UInt8]]) throws(TransportError) {
        throw .closed("it was closed with \(self.code)")
    }

    func ping(_ payload: [UInt8]) throws(TransportError) {
        throw .closed("it was closed with \(self.code)")
    }

    func close(code: UInt16?, reason: String, timeLimit: Duration) async {
        await self.base.close(code: code, reason: reason, timeLimit: timeLimit)
    }
}

/// A connection on which no message arrives.
final class StalledConnection: WebSocketConnection {
    private let base: any WebSocketConnection

    init(_ base: any WebSocketConnection) { self.base = base }

    var details: ConnectionDetails { self.base.details }
    var readingExecutor: (any TaskExecutor)? { self.base.readingExecutor }

    func receive() async -> WebSocketInput {
        while true {
            let input = await self.base.receive()
            guard case .messages = input else { return input }
        }
    }

    func send(_ texts: [[UInt8]]) throws(TransportError) { try self.base.send(texts) }

    func ping(_ payload: [UInt8]) throws(TransportError) { try self.base.ping(payload) }

    func close(code: UInt16?, reason: String, timeLimit: Duration) async {
        await self.base.close(code: code, reason: reason, timeLimit: timeLimit)
    }
}
