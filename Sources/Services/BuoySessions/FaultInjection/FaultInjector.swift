package import BuoyScripts
package import ChannelsProtocol
package import ChannelsTransport

/// Injects faults into the connections of a client, as scheduled.
///
/// The client connects with `connector`; `run()` carries out what is planned.
package struct FaultInjector: Sendable {
    /// Reports, in order.
    package var reports: AsyncStream<FaultReport> { self.runner.reports }
    /// Opens the connections that the faults affect.
    package let connector: FaultyConnector

    private let runner: FaultRunner

    /// Creates an injector for connections over the network, or over `base`.
    /// - Parameter base: opens connections on `link`; `nil` for the network.
    package init(
        time: any TimeSource = SystemTime(), link: FaultyLink = FaultyLink(),
        base: (any WebSocketConnector)? = nil
    ) {
        let switches = FaultSwitches()
        self.connector = FaultyConnector(base ?? NIOWebSocketConnector(link: link), switches, time)
        self.runner = FaultRunner(time: time) { changes, inForce in
            link.change(to: LinkCondition(inForce.map(\.fault)))
            switches.change(to: inForce)
            for case .strike(let fault) in changes { Self.strike(fault, link, switches) }
        }
    }

    /// Carries out an order. Each one is answered with a report at once.
    package func perform(_ order: FaultOrder) async { await self.runner.perform(order) }

    /// Carries out the planned faults until `stop()` is called or the task is cancelled.
    package func run() async { await self.runner.run() }

    /// Ends all faults, and makes `run()` return.
    package func stop() async { await self.runner.stop() }

    private static func strike(_ fault: Fault, _ link: FaultyLink, _ switches: FaultSwitches) {
        switch fault {
        case .cut: link.cut(.cut)
        case .reset: link.cut(.reset)
        case .truncate: link.truncate(.truncation)
        case .close(let code):
            self.inject(.close(code: code.rawValue, reason: ""), switches)
        case .error(let code):
            let error = ServerError(code: Int(code.rawValue), message: DeliberateFault.words)
            self.inject(.text(FrameCodec.encode(.error(error))), switches)
        case .corrupt: switches.corruptNext()
        case .silence, .loss, .buffer, .delay, .throttle, .noPongs, .hold, .refuse, .unreachable,
            .unresolved, .status, .reject:
            break
        }
    }

    private static func inject(_ frame: InjectedFrame, _ switches: FaultSwitches) {
        for connection in switches.connections { connection.inject(frame) }
    }
}

extension LinkCut {
    /// A `cut`.
    package static let cut = LinkCut("it was cut")
    /// A `reset`.
    package static let reset = LinkCut("it was reset", resets: true)
    /// A `truncate`.
    package static let truncation = LinkCut("it was cut in the middle of a frame")
}

extension LinkCondition {
    /// The condition of a link under these lasting faults.
    package init(_ faults: [Fault]) {
        self.init()
        for fault in faults {
            switch fault {
            case .silence(let direction):
                self.stopsReceiving = self.stopsReceiving || direction != .sent
                self.stopsSending = self.stopsSending || direction != .received
            case .loss: self.lossRepeats = Fault.dataRepeats
            case .buffer(let time): self.burstPeriod = time
            case .delay(let delay, let jitter): (self.delay, self.jitter) = (delay, jitter)
            case .throttle(let rate): self.bytesPerSecond = rate
            default: break
            }
        }
    }
}
