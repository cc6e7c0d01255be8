package import BuoyScripts
package import ChannelsProtocol
package import ChannelsTransport

package struct FaultInjector: Sendable {
    package var reports: AsyncStream<FaultReport> { self.runner.reports }
    package let connector: FaultyConnector

    private let runner: FaultRunner

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

    package func perform(_ order: FaultOrder) async { await self.runner.perform(order) }

    package func run() async { await self.runner.run() }

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
        case .silence, .loss, .buffer, .delay, .throttle, .noPongs, .delayAnswers,
            .refuse, .unreachable, .stall, .unresolved, .status, .reject:
            break
        }
    }

    private static func inject(_ frame: InjectedFrame, _ switches: FaultSwitches) {
        for connection in switches.connections { connection.inject(frame) }
    }
}

extension LinkCut {
    package static let cut = LinkCut("it was cut")
    package static let reset = LinkCut("it was reset", resets: true)
    package static let truncation = LinkCut("it was cut in the middle of a frame")
}

extension LinkCondition {
    package init(_ faults: [Fault]) {
        self.init()
        for fault in faults {
            switch fault {
            case .silence(.old): self.silencesOpen = true
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
