import ArgumentParser
import BuoyProgramSupport
import ChannelsProtocol
import ChannelsPushNotifications
import Glibc

/// One run of a client: what is requested is saved, then sent as far as possible.
enum PushSession {
    enum End: Sendable {
        /// Nothing more is sent by itself.
        case settled
        case timedOut
        case signal(Int32)
    }

    static func change(
        _ service: PushServiceArguments, _ state: PushStateArguments, waitsForever: Bool = false,
        _ change: @Sendable (PushClient) async throws -> Void
    ) async throws {
        try FileDescriptors.require()
        let environment = Environment.current
        let path = try state.path(environment: environment)
        let wait = try service.parsedWait()
        // From here on a signal ends the wait, and not the program in the middle of a line.
        let signals = SignalWatch([SIGINT, SIGTERM, SIGHUP])
        do {
            let options = try service.options(file: path, environment: environment)
            let client = try PushClient(options)
            let before = await client.status
            try await change(client)
            if await client.status.outbox.isEmpty, !state.printsJSON {
                try Console.print("nothing to send")
            }
            var end = End.timedOut
            if waitsForever || wait > .zero {
                end = try await Self.run(
                    client, limit: waitsForever ? nil : wait, signals,
                    isQuiet: state.printsJSON)
            }
            await client.stop()
            let status = await client.status
            if state.printsJSON { try PushReport.printJSON(status, path: path) }
            let onlySaves = !waitsForever && wait == .zero
            try Self.finish(end, before: before, status, path: path, onlySaves: onlySaves)
        } catch let error as PushError {
            throw ProgramFailure(error)
        }
    }

    private static func run(
        _ client: PushClient, limit: Duration?, _ signals: SignalWatch, isQuiet: Bool
    ) async throws -> End {
        try await withThrowingTaskGroup(of: End?.self) { group in
            group.addTask {
                await client.run()
                return nil
            }
            group.addTask {
                var last: PushStatus?
                for await status in await client.statuses() {
                    if let last, !isQuiet {
                        let lines = PushReport.progress(
                            from: last, to: status, at: SystemTime().now())
                        if !lines.isEmpty { try Console.print(lines.joined(separator: "\n")) }
                    }
                    last = status
                    if status.isSettled { return .settled }
                }
                return nil
            }
            group.addTask { await signals.next().map { .signal($0) } }
            if let limit {
                group.addTask {
                    try? await Task.sleep(for: limit, clock: .continuous)
                    return .timedOut
                }
            }
            defer { group.cancelAll() }
            while let end = try await group.next() {
                if let end { return end }
            }
            return .settled
        }
    }

    private static func finish(
        _ end: End, before: PushStatus, _ status: PushStatus, path: String, onlySaves: Bool
    ) throws {
        if case .signal(let signal) = end { throw ExitCode(128 + signal) }
        let known = Set(before.refused)
        let refused = status.refused.filter { !known.contains($0) }
        guard refused.isEmpty else {
            throw ProgramFailure(
                .refused, refused.map { "\($0)." }.joined(separator: "\nbuoy: "))
        }
        guard !status.outbox.isEmpty, !onlySaves else { return }
        if status.isSettled {
            throw ProgramFailure(
                .failed,
                "The device is not registered, so \(Self.operations(status.outbox.count)) saved "
                    + "for later. Register it with 'buoy push register'.")
        }
        let isHosted = status.endpoint == PushOptions.documentedRoute.url
        let lines = [
            "Not confirmed in time: \(Self.operations(status.outbox.count)) kept in \(path). Send "
                + "the rest with 'buoy push run'.",
            status.lastError.map { "  last failure: \($0.text)" },
            isHosted
                ? "  The hosted service was shut down years ago: use --endpoint and another "
                    + "--state." : nil,
        ]
        throw ProgramFailure(.unreachable, lines.compactMap(\.self).joined(separator: "\n"))
    }

    private static func operations(_ count: Int) -> String {
        count == 1 ? "one operation is" : "\(count) operations are"
    }
}

extension ProgramFailure {
    init(_ error: PushError) {
        let code: ProgramExit =
            switch error {
            case .interestName, .token, .option, .stateFile, .tooManyInterests: .usage
            case .refused: .refused
            case .notRegistered, .stopped: .failed
            }
        self.init(code, error.description)
    }
}
