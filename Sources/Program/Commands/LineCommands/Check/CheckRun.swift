import Analysis
import Channels
import ChannelsProtocol
import Sessions
import Synchronization
import Transport

/// Connects once, and tells a check what happens.
actor CheckRun {
    private var check: ConnectionCheck
    private let session: ServerSession
    private let observer: AttemptObserver

    /// - Throws: `ValidationError` if an option cannot be used.
    init(_ target: ServerTarget, _ subject: ConnectionCheck.Subject) throws {
        self.check = ConnectionCheck(subject)
        self.observer = AttemptObserver()
        self.session = try ServerSession(
            target, limits: .skipping, connector: ObservedConnector(self.observer))
    }

    /// Connects, and returns what was found when everything is, or when the time is up.
    func run(timeLimit: Duration) async -> CheckReport {
        await withDiscardingTaskGroup { group in
            group.addTask { await self.session.run() }
            await withTaskGroup(of: Void.self) { group in
                group.addTask { await self.follow() }
                group.addTask { try? await Task.sleep(for: timeLimit) }
                await group.next()
                group.cancelAll()
            }
            self.take(self.observer.take())
            self.check.timedOut(after: timeLimit)
            await self.session.stop()
        }
        return self.check.report
    }

    private func follow() async {
        for await batch in self.session.events {
            // What is observed of a connection precedes what the client reports of it.
            self.take(self.observer.take())
            for event in batch where self.check.reported(event) == .ping {
                await self.session.client.ping()
            }
            if self.check.isComplete { return }
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

/// Keeps what is observed of attempts to connect until it is taken.
final class AttemptObserver: Sendable {
    enum Observation: Sendable {
        case entered(ConnectPhase, Timestamp)
        case opened(ConnectionDetails, Timestamp)
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

    /// Everything since the last call, in order.
    func take() -> [Observation] {
        self.observations.withLock { observations in
            defer { observations = [] }
            return observations
        }
    }
}

/// Connects over the network, and tells an observer.
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
    /// The address that is connected to; empty in other phases.
    fileprivate var address: String {
        if case .connecting(let address) = self { address } else { "" }
    }
}
