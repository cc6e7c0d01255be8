import ChannelsProtocol
package import Clocks
package import FaultScripts
package import Transport

/// Makes things go wrong with the connections of a client, as a schedule says.
///
/// The client connects with `connector`; `run()` carries out what is planned.
package actor FaultInjector {
    /// Reports, in order.
    package nonisolated let reports: AsyncStream<FaultReport>
    /// Opens the connections that suffer.
    package nonisolated let connector: FaultyConnector

    private let link: FaultyLink
    private let switches = FaultSwitches()
    private let time: any TimeSource
    private var schedule = FaultSchedule()
    private let report: AsyncStream<FaultReport>.Continuation
    private let alarms = AsyncStream.makeStream(of: Timestamp.self)

    /// Creates an injector for connections over the network, or over `base`.
    /// - Parameter base: opens connections on `link`; `nil` for the network.
    package init(
        time: any TimeSource = SystemTime(), link: FaultyLink = FaultyLink(),
        base: (any WebSocketConnector)? = nil
    ) {
        self.time = time
        self.link = link
        self.connector = FaultyConnector(
            base ?? NIOWebSocketConnector(link: link), self.switches, time)
        (self.reports, self.report) = AsyncStream.makeStream()
    }

    /// Does what is asked. Each order is answered with a report at once.
    package func perform(_ order: FaultOrder) {
        switch order {
        case .plan(let steps):
            self.schedule.plan(steps, at: self.time.now(), chance: .random(in: 0..<1))
            self.carryOut(isAnswer: true)
        case .endAll:
            let changes = self.schedule.endAll()
            self.carryOut(changes)
            self.tell(changes, at: self.time.now())
        // The server is asked by who knows it.
        case .ofServer: break
        }
    }

    /// Carries out what is planned until `stop()` is called or the task is cancelled.
    package func run() async {
        await withDiscardingTaskGroup { group in
            for await moment in self.alarms.stream {
                group.addTask {
                    guard (try? await self.time.sleep(until: moment)) != nil else { return }
                    await self.carryOut(isAnswer: false)
                }
            }
            group.cancelAll()
        }
    }

    /// Ends all faults, and makes `run()` return.
    package func stop() {
        self.perform(.endAll)
        self.alarms.continuation.finish()
        self.report.finish()
    }

    /// - Parameter isAnswer: whether there is a report even if nothing happens yet.
    private func carryOut(isAnswer: Bool = false) {
        let now = self.time.now()
        let changes = self.schedule.due(at: now, chance: .random(in: 0..<1))
        self.carryOut(changes)
        if isAnswer || !changes.isEmpty { self.tell(changes, at: now) }
        if let next = self.schedule.next { self.alarms.continuation.yield(next) }
    }

    private func carryOut(_ changes: [FaultSchedule.Change]) {
        guard !changes.isEmpty else { return }
        let inForce = self.schedule.inForce
        self.link.change(to: LinkCondition(inForce.map(\.fault)))
        self.switches.change(to: inForce)
        for case .strike(let fault) in changes { self.strike(fault) }
    }

    private func tell(_ changes: [FaultSchedule.Change], at now: Timestamp) {
        self.report.yield(
            FaultReport(
                at: now, changes, inForce: self.schedule.inForce,
                nextStart: self.schedule.nextStart))
    }

    private func strike(_ fault: Fault) {
        switch fault {
        case .cut: self.link.cut(resets: false)
        case .reset: self.link.cut(resets: true)
        case .truncate: self.link.truncate()
        case .close(let code): self.inject(.close(code: code.rawValue, reason: Self.reason))
        case .error(let code):
            let error = ServerError(code: Int(code.rawValue), message: Self.reason)
            self.inject(.text(FrameCodec.encode(.error(error))))
        case .corrupt: self.switches.corruptNext()
        case .silence, .delay, .throttle, .noPongs, .hold, .refuse, .unreachable, .unresolved,
            .status, .reject:
            break
        }
    }

    private func inject(_ frame: InjectedFrame) {
        for connection in self.switches.connections { connection.inject(frame) }
    }

    private static let reason = "a fault made by buoy"
}

extension LinkCondition {
    /// What lasting faults make of a link.
    init(_ faults: [Fault]) {
        self.init()
        for fault in faults {
            switch fault {
            case .silence(let direction):
                self.stopsReceiving = self.stopsReceiving || direction != .sent
                self.stopsSending = self.stopsSending || direction != .received
            case .delay(let delay, let jitter): (self.delay, self.jitter) = (delay, jitter)
            case .throttle(let rate): self.bytesPerSecond = rate
            default: break
            }
        }
    }
}
