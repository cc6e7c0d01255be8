import ArgumentParser
import BuoyDashboard
import BuoyProgramSupport
import BuoySessions
import Channels
import ChannelsProtocol

/// Publishes an event at an interval and measures its delivery, on a separate connection so that
/// lines, recordings, alerts and metrics do not include the probes.
actor DeliveryProbe {
    nonisolated let meter = ProbeMeter()
    private let session: ServerSession
    private let question: APIQuestion
    private let interval: Duration
    private var waiting: (data: String, since: ChannelsTimestamp)?
    private let time = SystemTime()
    private var retried: ChannelsTimestamp

    private static let channel = ConnectionCheck.ProbeEvent(token: "").channel
    private static let longestWait = Duration.seconds(10)

    init(
        _ target: ServerTarget, _ connection: ConnectionArguments, every interval: Duration
    ) throws {
        let question = try APIQuestion(
            target, connection, publishes: false, environment: Environment.current)
        guard let question, question.questions == .ask else {
            throw ValidationError(
                "--publish-every needs the app's id and its secret: use --app-id and "
                    + "--secret-file, or set BUOY_APP_ID and BUOY_SECRET.")
        }
        var target = target
        // The program's own sandbox outlives this.
        target.sandbox = nil
        target.channels = [Self.channel]
        target.signsIn = false
        self.session = try ServerSession(target, limits: .skipping)
        self.question = question
        self.retried = self.time.now()
        self.interval = interval
    }

    func run() async {
        async let running: Void = self.session.run()
        await withDiscardingTaskGroup { group in
            group.addTask { await self.publish() }
            for await batch in self.session.events {
                for report in batch { self.received(report) }
            }
            group.cancelAll()
        }
        await running
    }

    func stop() async { await self.session.stop() }

    private func received(_ report: ClientReport) {
        guard case .received(let event) = report.kind, let waiting,
            event.name == ConnectionCheck.ProbeEvent.name, event.data.text == waiting.data
        else { return }
        self.waiting = nil
        self.meter.record(.arrived(after: report.time.duration(since: waiting.since)))
    }

    private func publish() async {
        let wait = min(self.interval, Self.longestWait)
        // The connection gets a moment.
        guard (try? await Task.sleep(for: min(self.interval, .seconds(2)))) != nil else { return }
        while !Task.isCancelled {
            if let failed = await self.publishOnce() { self.meter.record(.failed(failed)) }
            guard (try? await Task.sleep(for: wait)) != nil else { return }
            if self.waiting != nil { self.meter.record(.failed(.arrival)) }
            self.waiting = nil
            guard (try? await Task.sleep(for: self.interval - wait)) != nil else { return }
        }
    }

    private func publishOnce() async -> ProbeMeter.Step? {
        if self.time.now().duration(since: self.retried) >= .seconds(60) {
            self.retried = self.time.now()
            await self.session.client.retryRefused()
        }
        let isSubscribed = await self.session.client.subscriptions.contains {
            $0.state == .subscribed
        }
        guard isSubscribed else { return .subscription }
        let event = ConnectionCheck.ProbeEvent(
            token: String(UInt64.random(in: .min ... .max), radix: 36))
        self.waiting = (event.data, self.time.now())
        guard await self.question.publish(event.data, on: event.channel) != nil else { return nil }
        // It may have arrived although the answer did not.
        guard self.waiting != nil else { return nil }
        self.waiting = nil
        return .publishing
    }
}
