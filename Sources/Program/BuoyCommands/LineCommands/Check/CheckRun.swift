import BuoyDashboard
import BuoySessions
import Channels
import ChannelsBasics
import ChannelsProtocol
import ChannelsTransport
import Synchronization

actor CheckRun {
    private var check: ConnectionCheck
    private let session: ServerSession
    private let observer: AttemptObserver
    private let question: APIQuestion?
    private let endpoint: EndpointQuestion?
    private let time = SystemTime()

    init(
        _ target: ServerTarget, _ subject: ConnectionCheck.Subject, _ question: APIQuestion?,
        _ endpoint: EndpointQuestion?
    ) throws {
        var (target, subject) = (target, subject)
        subject.api = question?.questions
        subject.hasOtherAPI = question?.isElsewhere == true
        if case .publish(let probe)? = question?.questions {
            if !target.channels.contains(probe.channel) { target.channels.append(probe.channel) }
            if !subject.channels.contains(probe.channel) { subject.channels.append(probe.channel) }
        }
        self.question = question
        self.endpoint = endpoint
        subject.endpoint = endpoint?.address
        self.check = ConnectionCheck(subject)
        self.observer = AttemptObserver()
        self.session = try ServerSession(
            target, limits: .skipping, connector: ObservedConnector(self.observer))
    }

    func run(timeLimit: Duration) async -> CheckReport {
        await withDiscardingTaskGroup { group in
            group.addTask { await self.session.run() }
            await withTaskGroup(of: Bool.self) { group in
                group.addTask { await self.follow() }
                group.addTask { await self.ask(timeLimit) }
                group.addTask { await self.askEndpoint() }
                group.addTask {
                    try? await Task.sleep(for: timeLimit)
                    return true
                }
                for await isOver in group where isOver { break }
                group.cancelAll()
            }
            self.take(self.observer.take())
            self.check.timedOut(after: timeLimit)
            await self.session.stop()
        }
        if self.check.isRefusedByMachine, let question, !question.isElsewhere,
            let address = await LoopbackQuestion(question.origin)?.listeningAddress()
        {
            self.check.found(listeningAt: address)
        }
        return self.check.report
    }

    private func follow() async -> Bool {
        for await batch in self.session.events {
            // Observations of a connection precede the client's reports of it.
            self.take(self.observer.take())
            for event in batch { await self.perform(self.check.reported(event)) }
            if self.check.isComplete { return true }
        }
        return self.check.isComplete
    }

    private func ask(_ limit: Duration) async -> Bool {
        guard let question = self.question else { return false }
        let finding = await question.ask()
        let noAnswer = APIFinding.failed(
            FailureParts(ConnectionCheck.noAnswer(within: limit)), .unreachable)
        await self.perform(self.check.asked(Task.isCancelled ? noAnswer : finding))
        return self.check.isComplete
    }

    /// Independent of the connection: the answer is useful even if connecting fails.
    private func askEndpoint() async -> Bool {
        guard let endpoint = self.endpoint else { return false }
        for channel in self.check.askedChannels {
            let start = self.time.now()
            let finding = await endpoint.ask(self.session.client, about: channel)
            guard !Task.isCancelled else { return false }
            self.check.answered(
                finding, for: channel, after: self.time.now().duration(since: start))
        }
        return self.check.isComplete
    }

    private func perform(_ request: ConnectionCheck.Request?) async {
        switch request {
        case nil: break
        case .ping: await self.session.client.ping()
        case .publish(let probe):
            let start = self.time.now()
            self.check.publishStart = start
            let error = await self.question?.publish(probe.data, on: probe.channel)
            // The steps that the time limit ends are worded by the check.
            guard !Task.isCancelled else { return }
            self.check.published(error, after: self.time.now().duration(since: start))
        }
    }

    private func take(_ observations: [AttemptObserver.Observation]) {
        for observation in observations {
            switch observation {
            case .entered(let phase, let time):
                self.check.entered(phase.part, phase.address, at: time)
            case .opened(let details, let time):
                let certificate = details.certificate.map {
                    CheckedCertificate(
                        subject: $0.subject, issuer: $0.issuer, expires: $0.expires, now: time)
                }
                self.check.opened(
                    CheckedLink(tlsVersion: details.tlsVersion, certificate: certificate),
                    at: time)
            }
        }
    }
}

final class AttemptObserver: Sendable {
    enum Observation: Sendable {
        case entered(ConnectPhase, ChannelsTimestamp)
        case opened(ConnectionDetails, ChannelsTimestamp)
    }

    private let observations = Mutex<[Observation]>([])
    private let time = SystemTime()

    func entered(_ phase: ConnectPhase) {
        let now = self.time.now()
        self.observations.withLock { $0.append(.entered(phase, now)) }
    }

    func opened(_ details: ConnectionDetails) {
        let now = self.time.now()
        self.observations.withLock { $0.append(.opened(details, now)) }
    }

    func take() -> [Observation] {
        self.observations.withLock { observations in
            defer { observations = [] }
            return observations
        }
    }
}

private struct ObservedConnector: WebSocketConnector {
    let observer: AttemptObserver

    init(_ observer: AttemptObserver) { self.observer = observer }

    func connect(
        to endpoint: WebSocketEndpoint, progress: @escaping @Sendable (ConnectPhase) -> Void
    ) async throws(TransportError) -> any WebSocketConnection {
        let observer = self.observer
        let connection = try await NIOWebSocketConnector().connect(to: endpoint) { phase in
            observer.entered(phase)
            progress(phase)
        }
        observer.opened(connection.details)
        return connection
    }
}

extension ConnectPhase {
    fileprivate var address: String {
        if case .connecting(let address) = self { address } else { "" }
    }
}
