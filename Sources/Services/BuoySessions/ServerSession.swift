import ArgumentParser
import BuoyProgramSupport
import BuoyRecordingFiles
import BuoyServers
package import Channels
package import ChannelsProtocol
package import ChannelsTransport

/// A client of a server, with the faults and the sandbox that live as long as it.
package struct ServerSession: Sendable {
    package let client: ChannelsClient
    /// All reports, from before the client's first action.
    package let events: ClientStream<[ClientReport]>
    package let target: ServerTarget
    package let faults: SessionFaults
    package let recorder: SessionRecorder

    /// - Parameter secrets: not recorded, besides those of the target.
    package init(
        _ target: ServerTarget, faults plan: SessionFaults.Plan = SessionFaults.Plan(),
        limits: ListenerLimits, secrets: [[UInt8]] = [], connector: (any WebSocketConnector)? = nil
    ) throws {
        self.target = target
        self.faults = SessionFaults(plan)
        do {
            var options = target.options
            options.moreSecrets += secrets
            self.client = try ChannelsClient(
                options, connector: connector ?? self.faults.injector.connector)
        } catch {
            throw ValidationError(error.description)
        }
        self.events = self.client.reportBatches(limits: limits)
        self.recorder = SessionRecorder(
            self.client,
            header: RecordingHeader(
                time: .zero, program: Version.text, server: target.label,
                address: target.options.route.address,
                appKey: target.maskedKey, usesTLS: target.options.route.usesTLS, session: ""),
            secrets: self.client.mask,
            // Where every line is printed, every line is recorded.
            limits: limits.pausesReading ? .recordedInFull : .recorded)
    }

    /// Returns when the client has stopped and everything it reported is recorded.
    package func run() async {
        for channel in self.target.channels { await self.client.subscribe(channel) }
        if self.target.signsIn { await self.client.signIn() }
        async let faults: Void = self.faults.run(self.client)
        async let recording: Void = self.recorder.run()
        await self.client.connect()
        await self.client.run()
        await self.faults.injector.stop()
        await faults
        await self.recorder.finish()
        await recording
    }

    package func stop() async {
        await self.client.stop()
        self.target.sandbox?.announcement?.end()
        await self.target.sandbox?.server.stop()
    }
}

extension ListenerLimits {
    /// For a screen, or lines that may be skipped: the latest matters, and the rest is counted.
    package static let skipping = ListenerLimits(
        events: 20_000, bytes: 16 << 20, controlEvents: 2_000)
    /// For a recording beside a screen: as much as the client keeps for a reader that has stopped,
    /// as a disk may be busy for a while.
    static let recorded = ListenerLimits(events: 1_000_000, bytes: 64 << 20)
    /// For a recording beside lines. Few events, because a killed program loses those that wait
    /// (docs/recording.md).
    package static let recordedInFull = ListenerLimits(
        events: 2_000, bytes: 1 << 20, pausesReading: true)
    /// For lines: each is printed, and a slow reader slows the server down.
    package static let lossless = ListenerLimits(bytes: 64 << 20, pausesReading: true)
}
