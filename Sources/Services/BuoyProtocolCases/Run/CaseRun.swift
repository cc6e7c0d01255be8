import ChannelsProtocol
import ChannelsSigning
import ChannelsTransport

package struct CaseResult: Sendable {
    package enum Verdict: String, Hashable, Sendable, CaseIterable {
        case passed, failed, skipped
    }

    package let id: String
    package let verdict: Verdict
    /// Why it failed or was not run; it may repeat what the subject said.
    package let reason: String
    /// The connection at which it failed; empty if it was not at one.
    package let connection: String
    package let trace: CaseTrace
    /// Whether a connection ended without a close code, perhaps because of another case.
    var lostConnection = false

    package init(
        id: String, verdict: Verdict, reason: String, connection: String = "",
        trace: CaseTrace = CaseTrace()
    ) {
        self.id = id
        self.verdict = verdict
        self.reason = reason
        self.connection = connection
        self.trace = trace
    }
}

/// Runs cases. Independent cases run in parallel.
package struct CaseRun: Sendable {
    package typealias Launch = @Sendable (ClientPlace) async -> String?

    package enum Kind: Sendable {
        case server(TestedServer)
        /// - Parameter launch: starts a client, and returns when it has ended, with what went
        ///   wrong; `nil` if a person starts it, who has one address for all cases.
        case client(port: Int, launch: Launch?)
    }

    private let kind: Kind
    private let granted: Set<ConformCase.Need>
    private let width: Int
    /// Part of the names of all channels, so that a run touches no others.
    private let mark: String

    package init(_ kind: Kind, granted: Set<ConformCase.Need>, width: Int = 12) {
        self.kind = kind
        self.granted = granted
        self.width = width
        self.mark = String(UInt32.random(in: .min ... .max), radix: 36)
    }

    /// In the order of the cases.
    package func run(
        _ cases: [ConformCase], finished: @Sendable (CaseResult) -> Void = { _ in }
    ) async -> [CaseResult] {
        // What waits for a timeout starts first.
        var queue = CaseQueue(cases.filter(\.waitsLong) + cases.filter { !$0.waitsLong })
        return await withTaskGroup(of: CaseResult.self) { group in
            func start() {
                while !Task.isCancelled, let next = queue.next(width: self.width) {
                    let obstacle = self.obstacle(to: next, after: queue.results)
                    group.addTask { await self.result(of: next, obstacle) }
                }
            }
            start()
            for await result in group {
                if queue.finish(result) { finished(result) }
                start()
            }
            return cases.compactMap { queue.results[$0.id] }
        }
    }

    private func obstacle(to entry: ConformCase, after results: [String: CaseResult]) -> String? {
        if let missing = ConformCase.Need.allCases.first(where: {
            entry.needs.contains($0) && !self.granted.contains($0)
        }) {
            return missing.words
        }
        return entry.after.first { (results[$0]?.verdict ?? .passed) != .passed }
            .map { "needs what \($0) asks for" }
    }

    private func result(of entry: ConformCase, _ obstacle: String?) async -> CaseResult {
        if let obstacle {
            return CaseResult(id: entry.id, verdict: .skipped, reason: obstacle)
        }
        let trace = Trace()
        let failure: StepFailure? =
            switch self.kind {
            case .server(let place): await self.play(entry, at: place, trace)
            case .client(let port, let launch): await self.play(entry, port, launch, trace)
            }
        var result = CaseResult(
            id: entry.id,
            verdict: failure.map { $0.isObstacle ? .skipped : .failed } ?? .passed,
            reason: failure?.text ?? "", connection: failure?.connection ?? "",
            trace: trace.all)
        if case .server = self.kind { result.lostConnection = failure?.lostConnection ?? false }
        return result
    }

    // MARK: Servers

    private func play(
        _ entry: ConformCase, at place: TestedServer, _ trace: Trace
    ) async -> StepFailure? {
        let text = self.text(of: entry, at: place)
        let failure = await self.perform(entry, self.stage(.server(place), text, trace))
        // A server that has ended must not be the fault of the next case.
        guard entry.isAlone, !Task.isCancelled else { return failure }
        guard await !place.serves() else { return failure }
        let texts = [failure?.text, "then the server could not be reached at once"].compactMap(
            \.self)
        return StepFailure(texts.joined(separator: "; "), connection: failure?.connection ?? "")
    }

    /// Its channels and users are its own.
    func text(of entry: ConformCase, at place: TestedServer) -> StageText {
        let name = "conform-\(self.mark)-\(entry.id.lowercased())"
        var text = StageText(key: place.key, secret: place.secret)
        text.words = [
            "key": place.key, "channel": name, "private": "private-\(name)",
            "presence": "presence-\(name)", "encrypted": "private-encrypted-\(name)",
            "cache": "cache-\(name)", "privatecache": "private-cache-\(name)",
            "presencecache": "presence-cache-\(name)",
            "user": "\(self.mark)-\(entry.id.lowercased())",
            "prefix": name, "target": Self.target(place.key),
        ]
        return text
    }

    private func stage(_ subject: Subject, _ text: StageText, _ trace: Trace) -> Stage {
        Stage(subject, text, trace, isPatient: self.granted.contains(.slow))
    }

    static func target(_ key: String) -> String {
        "/app/\(key)?protocol=7&client=buoy-conform&version=0.1"
    }

    private func perform(_ entry: ConformCase, _ stage: Stage) async -> StepFailure? {
        var failure: StepFailure?
        do throws(StepFailure) { try await stage.play(entry.steps) } catch {
            failure = error
            failure?.lostConnection = error.lostConnection || stage.hasLostConnection
        }
        await stage.finish()
        return failure
    }

    // MARK: Clients

    private func play(
        _ entry: ConformCase, _ port: Int, _ launch: Launch?, _ trace: Trace
    ) async -> StepFailure? {
        let host = ClientHost(trace)
        if let first = entry.steps.first, first.verb == .meet {
            host.meeting = Stage.meeting(in: first.text) ?? .hold
        }
        let server: NIOServer
        do throws(TransportError) {
            server = try await NIOServer.listen(address: "127.0.0.1", port: port, handler: host)
        } catch { return StepFailure(error.description) }
        host.port = server.port
        let place = ClientPlace(port: server.port, channels: entry.channels)
        let clients = launch.map { launch in
            (0..<entry.clients).map { _ in
                Task {
                    let problem = await launch(place)
                    await host.arrivals.end()
                    return problem
                }
            }
        }
        var text = StageText(key: ClientHost.key, secret: ClientHost.secret)
        text.words = ["key": ClientHost.key, "activity": String(entry.activity)]
        let failure = await self.perform(entry, self.stage(.client(host), text, trace))
        for client in clients ?? [] { client.cancel() }
        var problem: String?
        for client in clients ?? [] { problem = await client.value ?? problem }
        await server.close()
        guard let failure, let problem else { return failure }
        return StepFailure(
            "\(failure.text). The client: \(problem)", connection: failure.connection)
    }
}
