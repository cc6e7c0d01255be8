import Channels
import ChannelsProtocol
import Events
import MetricsService
import ProgramSupport
import Recording
import Sessions

/// Connects and prints, for the commands whose output is lines.
struct LineRun {
    let connection: ConnectionArguments
    let format: LineFormat
    let selection: EventSelection
    let timeLimit: Duration?
    let limits: ListenerLimits
    let ascii: Bool
    /// Whether a line on standard error says when the channels are subscribed.
    var tellsReady = false
    /// Where metrics are served; `nil` for nowhere.
    var metrics: MetricsAddress?
    /// What is recorded, and how; `nil` for nothing.
    var recording: RecordingArguments?

    /// - Returns: why it ended without a failure.
    /// - Throws: `ProgramFailure` with the exit code if the server refuses or cannot be reached.
    func run() async throws -> LinePrinter.End {
        try FileDescriptors.require()
        let target = try await ServerTarget.chosen(
            by: self.connection, environment: Environment.current)
        let session = try ServerSession(
            target, limits: self.limits, secrets: try self.connection.fieldSecrets)
        try await self.recording?.begin(session.recorder)
        for warning in target.allWarnings { Console.errorLine("buoy: warning: \(warning)") }
        // Before anything happens, so that nothing is missed.
        let reports = self.tellsReady ? session.client.reportBatches(limits: .skipping) : nil
        let metrics = try await self.metrics?.serve(session.client)
        async let measuring: Void? = metrics?.run()
        async let running: Void = session.run()
        async let ready: Void = Self.tellReady(reports, channels: target.channels)
        let printer = LinePrinter(
            session: session, format: self.format,
            alphabet: await OutputTerminal.alphabet(ascii: self.ascii),
            selection: self.selection, timeLimit: self.timeLimit)
        let end = try await printer.run()
        await running
        await ready
        await measuring
        if let sentence = await session.recorder.figures.lossSentence {
            Console.errorLine("buoy: \(sentence)")
        }
        return end
    }

    /// Says when every channel is subscribed, or was refused.
    private static func tellReady(
        _ reports: ClientStream<[ClientReport]>?, channels: [ChannelName]
    ) async {
        guard let reports else { return }
        var waiting = Set(channels)
        for await batch in reports {
            for event in batch {
                guard case .subscriptionChanged(let channel, let state) = event.kind,
                    state.isAnswered, waiting.remove(channel) != nil, waiting.isEmpty
                else { continue }
                return Console.errorLine("buoy: ready")
            }
        }
    }
}

extension SubscriptionState {
    /// Whether the request has been answered.
    fileprivate var isAnswered: Bool {
        switch self {
        case .subscribed, .failed: true
        default: false
        }
    }
}
