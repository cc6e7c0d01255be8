import ChannelsDiagnostics
import ChannelsProtocol
import ChannelsSigning
import NIOCore
import NIOEmbedded

@testable import BuoyServers
@testable import Channels
@testable import ChannelsTesting
@testable import ChannelsTransport

/// A whole client and a whole sandbox in memory, and the network between them, in simulated time.
///
/// ```
/// ChannelsClient ── WebSocketHandler ══ bytes, cut and late ══ decoder ── SandboxHub
///   (actor, all its tasks on a SteppedExecutor)      (SimulatedServer)
/// ```
/// There is no thread, no socket and no system clock: what happens depends on the script alone.
final class Simulation {
    let script: Script
    let clock = ManualClock()
    let loop = EmbeddedEventLoop()
    let executor: SteppedExecutor
    let network = ScriptedConnector()
    let wishes = Mailbox<AuthWish>()
    let client: ChannelsClient
    let log = ReportLog()
    let slowLog = ReportLog()
    let slowGate = Mailbox<Void>()
    let pausingLog = ReportLog()
    let pausingGate = ReaderGate(isOpen: true)
    let ending = ReportLog()

    /// Nanoseconds since the start of the simulation.
    var now = Int64(0)
    /// When the client's machine wakes; `nil` while it is awake.
    var wakeAt: Int64?
    var server: SimulatedServer
    var ends: [ClientEnd] = []
    var attempts: [PendingAttempt] = []
    var waitingWishes: [(wish: AuthWish, due: Int64?)] = []
    var authorizeAfter: Int64? = 20 * .millisecond
    /// At most so many bytes are read at once.
    var cut = 1 << 16
    var nextTick = Simulation.tick
    /// The channels that the user wants.
    var wanted: [Script.Place] = []
    var triggers = 0
    /// What the slow listener got.
    var slowEvents: [Int] = []
    var slowSkipped = 0
    var oracle: Oracle
    /// Whether tasks that read run before others.
    private var readsFirst = false

    /// How often the hub is told that time passes.
    private static let tick = 3 * Int64.second

    /// An attempt to connect, and how it continues.
    struct PendingAttempt {
        var attempt: ScriptedAttempt
        var due: Int64
        var refusal: Script.Refusal?
    }

    /// What happens, a line each, if somebody wants to know.
    var trace: [String]?

    init(_ script: Script) throws {
        self.script = script
        self.executor = SteppedExecutor(
            chance: script.settings.shuffles ? SeededGenerator(seed: script.seed) : nil)
        self.server = SimulatedServer(seed: script.seed)
        self.oracle = Oracle(script.settings)
        let wishes = self.wishes
        var options = ChannelsOptions(
            appKey: SandboxApp.standardKey, host: .host("example.test"), usesTLS: false,
            authMethod: .authorizer { channel, socketID in
                let wish = AuthWish(channel, socketID)
                wishes.put(wish)
                return try await wish.wait()
            }, policy: script.settings.policy.policy)
        options.route.proxy = .none
        options.watchesNetwork = false
        options.stopsWhenRefused = false
        options.activityTimeout = .milliseconds(script.settings.activity)
        options.pongTimeout = .milliseconds(script.settings.pong)
        self.client = try ChannelsClient(
            options, connector: self.network, requester: ScriptedRequester(), time: self.clock,
            watchesSystem: true, random: SeededGenerator(seed: script.seed))
    }

    // MARK: Running

    /// Plays the script, lets everything settle, and stops the client.
    ///
    /// - Returns: what was wrong; `nil` if nothing was.
    func run() -> Violation? {
        self.start()
        for (number, step) in self.script.steps.enumerated() {
            self.oracle.step = number
            self.advance(to: self.now + Int64(step.delay) * .millisecond)
            guard self.oracle.violation == nil else { return self.oracle.violation }
            self.trace?.append("\(self.now / .millisecond) ms: step \(number): \(step.action)")
            self.perform(step.action)
            self.settle()
            guard self.oracle.violation == nil else { return self.oracle.violation }
        }
        self.oracle.step = self.script.steps.count
        self.finish()
        return self.oracle.violation
    }

    private func start() {
        let (client, log, slowLog, slowGate, ending) =
            (self.client, self.log, self.slowLog, self.slowGate, self.ending)
        let all = client.reportBatches
        let slow = client.reportBatches(
            limits: ListenerLimits(events: self.script.settings.slowEvents))
        self.spawn {
            for await batch in all { log.add(batch) }
            log.finish()
        }
        self.spawn {
            var batches = slow.makeAsyncIterator()
            while await slowGate.take() != nil, let batch = await batches.next() {
                slowLog.add(batch)
            }
            slowLog.finish()
        }
        if self.script.settings.pausingEvents > 0 { self.startPausing() }
        self.spawn {
            await client.run()
            ending.finish()
        }
        self.settle()
    }

    private func startPausing() {
        let (log, gate) = (self.pausingLog, self.pausingGate)
        let batches = self.client.reportBatches(
            limits: ListenerLimits(
                events: self.script.settings.pausingEvents, pausesReading: true))
        self.spawn {
            var batches = batches.makeAsyncIterator()
            while true {
                await gate.pass()
                guard let batch = await batches.next() else { break }
                log.add(batch)
            }
            log.finish()
        }
    }

    /// Starts a task of the client's process.
    func spawn(_ work: @escaping @Sendable () async -> Void) {
        Task(executorPreference: self.executor) { await work() }
    }

    // MARK: Time

    /// Lets time pass, with everything that happens meanwhile.
    func advance(to target: Int64) {
        repeat {
            let next = min(target, self.nextEvent)
            self.move(to: max(self.now, next))
        } while self.now < target && self.oracle.violation == nil
    }

    /// When something happens next.
    private var nextEvent: Int64 {
        var next = min(self.nextTick, self.server.next ?? .max)
        if let wake = self.wakeAt { return min(next, wake) }
        if let timer = self.clock.pending.first { next = min(next, self.now + timer.nanoseconds) }
        for attempt in self.attempts { next = min(next, attempt.due) }
        for wish in self.waitingWishes { next = min(next, wish.due ?? .max) }
        for end in self.ends where end.reads && end.isActive {
            next = min(next, self.server.ends[end.id]?.toClient.next ?? .max)
        }
        return next
    }

    private func move(to time: Int64) {
        self.now = time
        self.server.act(at: time)
        while self.nextTick <= time {
            let tick = self.nextTick
            self.server.ask(at: tick) { $0.ticked(at: .nanoseconds(tick)) }
            self.nextTick += Self.tick
        }
        let wakes = self.wakeAt.map { $0 <= time } ?? false
        if wakes { self.wakeAt = nil }
        guard self.wakeAt == nil else { return }
        if wakes { self.oracle.woke(at: time) }
        self.passTime()
        // What waits in the sockets may be read before the timers fire, or after.
        let mayRead = wakes || self.script.settings.shuffles
        self.readsFirst = mayRead && self.chance(7, UInt64(time)) & 1 == 0
        if !self.readsFirst { self.settle() }
        self.readAll()
        self.answerAttempts()
        self.answerWishes()
        self.settle()
        self.oracle.check(at: time, self)
    }

    /// Moves the clocks of the client's machine.
    private func passTime() {
        let behind = self.now - self.clock.now().monotonicNanoseconds
        if behind > 0 {
            self.clock.advance(by: .nanoseconds(behind))
            self.loop.advanceTime(by: .nanoseconds(behind))
        }
    }

    /// A number that depends on the script's seed and these.
    func chance(_ first: UInt64, _ second: UInt64) -> UInt64 {
        var generator = SeededGenerator(
            seed: self.script.seed &* 0x9E37_79B9 &+ first &* 0x1_0000_01B3 &+ second)
        return generator.next()
    }

    // MARK: Rest

    /// Runs the client's tasks until each of them waits for something, and takes what they want.
    func settle() {
        guard self.wakeAt == nil else { return }
        var jobs = 0
        repeat {
            repeat {
                if self.readsFirst { self.loop.run() }
                while self.executor.runOne() { jobs += 1 }
                self.loop.run()
                guard jobs < 200_000 else {
                    return self.oracle.fail("rest", "the client never rests", at: self.now)
                }
            } while self.executor.runOne()
            self.takeWritten()
            self.takeAttempts()
            self.takeWishes()
            let reports = self.log.take()
            self.addTrace(of: reports)
            self.oracle.note(reports, self)
            self.noteSlow()
        } while self.executor.runOne()
    }

    private func addTrace(of reports: [ClientReport]) {
        guard self.trace != nil else { return }
        for report in reports {
            let time = report.time.monotonicNanoseconds / .millisecond
            self.trace?.append("    \(time) ms: \(report.kind)")
        }
    }

    private func noteSlow() {
        for event in self.slowLog.take() {
            switch event.kind {
            case .received(let event):
                self.slowEvents.append(SimulatedServer.number(of: event) ?? -1)
            case .skipped(let skipped): self.slowSkipped += skipped.events
            default: break
            }
        }
        _ = self.pausingLog.take()
    }
}

extension Script.PolicyName {
    var policy: ReconnectionPolicy {
        switch self {
        case .standard: .standard
        case .pusherJS: .pusherJS
        case .fixed: .fixed
        }
    }
}

extension Duration {
    /// In whole nanoseconds.
    var nanoseconds: Int64 { self.clampedNanoseconds }
}
