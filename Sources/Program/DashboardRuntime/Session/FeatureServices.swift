import ChannelsProtocol
import Dashboard
package import DashboardPanes
package import FeatureInterface
import ProgramSupport

/// The services of features, for what a dashboard shows.
package struct FeatureServices: Sendable {
    private let services: [any FeatureService]

    /// No services.
    package init() { self.services = [] }

    /// - Throws: as `Feature.service(for:)`.
    package init(_ features: [any Feature.Type], for subject: WatchedSubject) async throws {
        var services: [any FeatureService] = []
        for feature in features {
            if let service = try await feature.service(for: subject) { services.append(service) }
        }
        self.services = services
    }

    /// What the panes and commands of the features know from the start.
    package var facts: FeatureFacts { FeatureFacts(self.services.flatMap(\.facts)) }
    /// Warnings before anything happens, as sentences.
    package var warnings: [String] { self.services.flatMap(\.warnings) }
    /// Values that must not appear in anything that is written for others.
    var secrets: [[UInt8]] { self.services.flatMap(\.secrets) }

    /// Lets all services work until the task is cancelled.
    func run(_ shown: any ShownDashboard) async {
        await withDiscardingTaskGroup { group in
            for service in self.services { group.addTask { await service.run(shown) } }
        }
    }

    /// Begins to carry out a request, when it is its turn.
    @MainActor
    func start(_ request: AnyFeatureRequest, _ loop: DashboardLoop, _ shown: any ShownDashboard) {
        let work: Errand.Work = { await self.perform(request, shown) }
        switch request.base.order {
        case .inOrder: loop.inOrder(work)
        case .parallel: loop.beside(work)
        }
    }

    @MainActor
    private func perform(_ request: AnyFeatureRequest, _ shown: any ShownDashboard) async {
        do {
            for service in self.services where try await service.answers(request, shown) { return }
            shown.handle(.effectFailed(.request(request), "no part of the program can do this"))
        } catch {
            shown.handle(.effectFailed(.request(request), ProgramFailure.reason(of: error)))
        }
    }

    /// Ends what would go on without the dashboard.
    package func stop() async {
        for service in self.services { await service.stop() }
    }
}

extension FeatureService {
    /// Carries out a request if it is one of this service.
    /// - Returns: whether it is.
    fileprivate func answers(
        _ request: AnyFeatureRequest, _ shown: any ShownDashboard
    ) async throws -> Bool {
        guard let request = request.base as? Request else { return false }
        try await self.perform(request, shown)
        return true
    }
}

extension DashboardLoop {
    /// The services for what has no client of this program: a recording, or the clients of a proxy.
    func servicesWithoutClient() async -> FeatureServices {
        do {
            return try await FeatureServices(self.parts.features, for: WatchedSubject())
        } catch {
            self.handle(.notice(.warning, ProgramFailure.reason(of: error)))
            return FeatureServices()
        }
    }
}

/// A dashboard as long as it shows what a service works for.
@MainActor
final class LoopDashboard: ShownDashboard {
    private let loop: DashboardLoop
    /// Whether something else is shown: what comes now is not about that.
    var isOver = false

    init(_ loop: DashboardLoop) { self.loop = loop }

    var now: Timestamp { self.loop.now }
    var state: DashboardState { self.loop.state }

    func handle(_ action: Action) {
        if !self.isOver { self.loop.handle(action) }
    }
}
