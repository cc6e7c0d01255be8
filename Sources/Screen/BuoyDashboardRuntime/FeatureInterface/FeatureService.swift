package import BuoyDashboard
package import Channels
package import ChannelsProtocol

/// What works for the panes and commands of a feature, as long as a dashboard is shown. It conforms
/// to the protocols of what it does.
package protocol FeatureService: Sendable {}

/// A service that works all the time.
package protocol RunningService: FeatureService {
    func run(_ shown: any ShownDashboard) async
}

/// A service with something that would continue without the dashboard.
package protocol StoppableService: FeatureService {
    func stop() async
}

/// A service that carries out requests of the feature's panes and commands.
package protocol RequestService: FeatureService {
    associatedtype Request: FeatureRequest

    /// Carries out a request, and reports what comes of it.
    ///
    /// - Throws: an error whose description is shown with the words of the request.
    func perform(_ request: Request, _ shown: any ShownDashboard) async throws
}

/// A service with facts that the feature's panes and commands know from the start.
package protocol FactService: FeatureService {
    var facts: [any Hashable & Sendable] { get }
}

/// A service with warnings for the user before anything happens.
package protocol WarningService: FeatureService {
    /// The warnings, as sentences.
    var warnings: [String] { get }
}

/// A service that continues with the client of the next server. Others are about one client, and
/// are stopped.
package protocol FollowingService: FeatureService {
    /// Continues with another client. Called while the current client still runs; then the service
    /// is run again.
    func follow(_ client: ChannelsClient)
}

/// A service that hears what is shown, as it is shown. It hears nothing of a recording, nor of the
/// log of several servers.
@MainActor
package protocol ListeningService: FeatureService {
    /// Uses what the configuration says in the sections of the feature: called before anything is
    /// reported, and after each reload.
    func configured(_ sections: ConfiguredSections, _ shown: any ShownDashboard)
    /// The client has reported something.
    func received(_ events: [ClientReport], _ shown: any ShownDashboard)
    /// Time has passed.
    func timePassed(_ time: ChannelsTimestamp, _ shown: any ShownDashboard)
}

/// Reports that arrive once the dashboard shows something else are dropped.
@MainActor
package protocol ShownDashboard: Sendable {
    var now: ChannelsTimestamp { get }
    var state: DashboardState { get }

    func handle(_ action: Action)
    func ringBell()
    /// Shows a desktop notification, in terminals that can.
    func notify(_ text: String)
}

extension ShownDashboard {
    package func report(_ report: some FeatureReport) {
        self.handle(.service(.feature(AnyFeatureReport(report))))
    }
}
