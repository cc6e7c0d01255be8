import BuoyCursesTerminal
package import BuoyDashboard
import BuoyProgramSupport
package import BuoyScripts
import BuoyTextScreen
import ChannelsEventWords

/// The session that is shown. Another server of the configuration can take its place, with a
/// client, a state and settings of its own.
@MainActor
package final class ServersSource: DashboardSource {
    /// Prepares a session that is not connected yet.
    ///
    /// - Throws: `ValidationError` or `ProgramFailure` if something that it needs cannot be used.
    package typealias Begin = @Sendable (NamedServer) async throws -> StartedServer

    private let begin: Begin
    private var source: SessionSource
    /// Those of all sessions of this run: a report may still name one of an earlier session.
    private var secrets: [[UInt8]]
    private let prepared = AsyncStream.makeStream(
        of: StartedServer.self, bufferingPolicy: .bufferingNewest(1))
    /// Counts the servers chosen, so that one prepared late does not replace a later one.
    private var choices = 0

    package init(first: Session, begin: @escaping Begin) {
        self.begin = begin
        self.source = SessionSource(session: first)
        self.secrets = first.secrets
    }

    package var warnings: [String] { self.source.warnings }
    package var streamCount: Int? { self.source.streamCount }
    package var services: FeatureServices { self.source.services }

    package func start(_ effect: Effect, _ loop: DashboardLoop) {
        guard case .server(let name) = effect else { return self.source.start(effect, loop) }
        loop.handle(.notice(.info, "connecting to \(name)"))
        self.choices += 1
        let choice = self.choices
        // Not a part of the loop: the end of the program does not wait for a password manager.
        Task {
            guard let next = await self.begun(name, loop), choice == self.choices else { return }
            self.prepared.continuation.yield(next)
        }
    }

    package func end() async {
        await self.source.end()
        await self.source.session.stop()
    }

    package func feed(_ loop: DashboardLoop) async {
        var tasks = [self.feeding(loop)]
        await withTaskCancellationHandler {
            for await next in self.prepared.stream {
                let followers = self.source.services.takeFollowers(of: next.session.client)
                for task in tasks { task.cancel() }
                await self.source.end()
                await self.source.session.stop()
                for task in tasks { await task.value }
                await self.show(next, followers, loop)
                let session = next.session
                tasks = [self.feeding(loop), Task { await session.run() }]
            }
        } onCancel: {
            self.prepared.continuation.finish()
        }
        for task in tasks { task.cancel() }
        await self.source.session.stop()
        for task in tasks { await task.value }
    }

    private func feeding(_ loop: DashboardLoop) -> Task<Void, Never> {
        let source = self.source
        return Task { await source.feed(loop) }
    }

    /// `nil` after a message if there can be none; the current session continues.
    private func begun(_ name: String, _ loop: DashboardLoop) async -> StartedServer? {
        guard let server = loop.parts.loaded.servers.first(where: { $0.name == name }) else {
            loop.handle(.effectFailed(.server(name), "the server is no longer configured"))
            return nil
        }
        do {
            return try await self.begin(server)
        } catch {
            loop.handle(.effectFailed(.server(name), ProgramFailure.reason(of: error)))
            return nil
        }
    }

    private func show(
        _ next: StartedServer, _ followers: [any FeatureService], _ loop: DashboardLoop
    ) async {
        let wasRecording = loop.state.isRecording
        await loop.keep(loop.state.settings)
        await loop.parts.use(next.loader, next.loaded)
        self.source = SessionSource(session: next.session)
        let warnings = next.loaded.warnings + self.source.warnings
        self.source.services.add(followers)
        self.secrets += next.session.secrets.filter { !self.secrets.contains($0) }
        loop.parts.terminal.setSecrets(self.secrets)
        var options = next.options
        options.glyphs = loop.state.options.glyphs
        options.firstPane = nil
        loop.beginAgain(DashboardState(options: options, size: loop.state.size))
        let ended = wasRecording ? "; the recording has ended" : ""
        let text = "switched to \(next.server.name), \(next.server.address)\(ended)"
        loop.handle(.service(.notes([LogNote(at: loop.now, "server", .neutral, text: text)])))
        loop.handle(
            warnings.isEmpty
                ? .notice(.info, text) : .notice(.warning, warnings.joined(separator: " ")))
    }
}

extension DashboardLoop {
    fileprivate func beginAgain(_ state: DashboardState) {
        self.exchange(for: state, keepsSettings: false)
        self.nameChange = nil
        self.configureServices()
        self.start(TerminalEffect.showTheme(state.settings.theme))
        self.noteForCrash()
    }
}
