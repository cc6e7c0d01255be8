import BuoyCursesTerminal
package import BuoyDashboard
import BuoyProgramSupport
import Channels
package import ChannelsProtocol

package struct FeatureServices: Sendable {
    private var services: [any FeatureService]

    package init() { self.services = [] }

    /// The services that must be there before the server.
    ///
    /// - Throws: as `EarlyServiceFeature.service(before:)`.
    init(_ features: [any Feature.Type], before server: inout ComingServer) async throws {
        self.services = []
        for feature in features.compactMap({ $0 as? any EarlyServiceFeature.Type }) {
            if let service = try await feature.service(before: &server) {
                self.services.append(service)
            }
        }
    }

    /// Adds the services for what is shown.
    ///
    /// - Throws: as `ServiceFeature.service(for:)`.
    mutating func add(
        of features: [any Feature.Type], for subject: WatchedSubject
    ) async throws {
        for feature in features.compactMap({ $0 as? any ServiceFeature.Type }) {
            if let service = try await feature.service(for: subject) {
                self.services.append(service)
            }
        }
    }

    private func all<Ability>(_ ability: Ability.Type) -> [Ability] {
        self.services.compactMap { $0 as? Ability }
    }

    var facts: FeatureFacts { FeatureFacts(self.all((any FactService).self).flatMap(\.facts)) }
    var warnings: [String] { self.all((any WarningService).self).flatMap(\.warnings) }
    /// Those that hear what is shown.
    var listening: [any ListeningService] { self.all((any ListeningService).self) }

    package func run(_ shown: any ShownDashboard) async {
        await withDiscardingTaskGroup { group in
            for service in self.all((any RunningService).self) {
                group.addTask { await service.run(shown) }
            }
        }
    }

    @MainActor
    package func start(
        _ request: AnyFeatureRequest, _ loop: DashboardLoop, _ shown: any ShownDashboard
    ) {
        let work: Errand.Work = { await self.perform(request, shown) }
        switch request.base.order {
        case .inOrder: loop.inOrder(work)
        case .parallel: loop.inParallel(work)
        }
    }

    @MainActor
    private func perform(_ request: AnyFeatureRequest, _ shown: any ShownDashboard) async {
        do {
            for service in self.all((any RequestService).self)
            where try await service.answers(request, shown) {
                return
            }
            shown.handle(.effectFailed(.request(request), "not supported here"))
        } catch {
            shown.handle(.effectFailed(.request(request), ProgramFailure.reason(of: error)))
        }
    }

    /// Takes out the services that continue with the client of another server.
    mutating func takeFollowers(of client: ChannelsClient) -> [any FeatureService] {
        let followers = self.all((any FollowingService).self)
        for service in followers { service.follow(client) }
        self.services.removeAll { $0 is any FollowingService }
        return followers
    }

    mutating func add(_ services: [any FeatureService]) { self.services += services }

    package func stop() async {
        await withDiscardingTaskGroup { group in
            for service in self.all((any StoppableService).self) {
                group.addTask { await service.stop() }
            }
        }
    }
}

extension RequestService {
    /// - Returns: whether the request is one of this service.
    fileprivate func answers(
        _ request: AnyFeatureRequest, _ shown: any ShownDashboard
    ) async throws -> Bool {
        guard let request = request.base as? Request else { return false }
        try await self.perform(request, shown)
        return true
    }
}

// Not for a recording, which has happened already.
extension DashboardLoop {
    private var listeningServices: [any ListeningService] {
        self.parts.source.isLive ? self.parts.source.services.listening : []
    }

    func configureServices() {
        let shown = LoopDashboard(self)
        for service in self.listeningServices {
            service.configured(self.parts.loaded.sections, shown)
        }
    }

    package func tellServices(_ events: [ClientReport]) {
        let shown = LoopDashboard(self)
        for service in self.listeningServices { service.received(events, shown) }
    }

    func tellServices(_ time: ChannelsTimestamp) {
        let shown = LoopDashboard(self)
        for service in self.listeningServices { service.timePassed(time, shown) }
    }

    /// For a recording, or the clients of a proxy.
    package func servicesWithoutClient() async -> FeatureServices {
        do {
            var services = FeatureServices()
            try await services.add(of: self.parts.features, for: WatchedSubject())
            return services
        } catch {
            self.handle(.notice(.warning, ProgramFailure.reason(of: error)))
            return FeatureServices()
        }
    }
}

@MainActor
package final class LoopDashboard: ShownDashboard {
    private let loop: DashboardLoop
    var isOver = false

    package init(_ loop: DashboardLoop) { self.loop = loop }

    package var now: ChannelsTimestamp { self.loop.now }
    package var state: DashboardState { self.loop.state }

    package func handle(_ action: Action) {
        if !self.isOver { self.loop.handle(action) }
    }

    package func ringBell() {
        if !self.isOver { self.loop.parts.terminal.ringBell() }
    }

    package func notify(_ text: String) {
        guard !self.isOver else { return }
        let name = self.loop.group.map { "\($0.name(of: self.loop)): " } ?? ""
        self.loop.parts.terminal.notify(name + text)
    }
}
