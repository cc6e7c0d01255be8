package import BuoyDashboard
package import Channels
package import ChannelsProtocol

/// What works for the panes and commands of a feature, as long as a dashboard is shown.
package protocol FeatureService: Sendable {
    /// What its panes and commands ask for.
    associatedtype Request: FeatureRequest

    /// What its panes and commands know from the start, besides what is reported.
    var facts: [any Hashable & Sendable] { get }
    /// Warnings that the dashboard shows before anything happens, as sentences.
    var warnings: [String] { get }

    /// Uses what the configuration says in the sections of the feature: called before anything is
    /// reported, and after each reload. Like `received` and `timePassed`, it is not called for a
    /// recording, nor for the log of several servers.
    @MainActor
    func configured(_ sections: ConfiguredSections, _ shown: any ShownDashboard)

    /// The client has reported something, which is shown now.
    @MainActor
    func received(_ events: [ClientReport], _ shown: any ShownDashboard)

    /// Time has passed.
    ///
    /// - Parameter time: the time that is shown.
    @MainActor
    func timePassed(_ time: Timestamp, _ shown: any ShownDashboard)

    /// Works until the task is cancelled or the service is stopped.
    func run(_ shown: any ShownDashboard) async

    /// Carries out a request, and reports what comes of it.
    ///
    /// - Throws: an error whose description is shown with the words of the request.
    func perform(_ request: Request, _ shown: any ShownDashboard) async throws

    /// Goes on with the client of another server that is shown from now on, and will be run again.
    /// Called while the present client still runs.
    ///
    /// - Returns: whether it does; otherwise it is stopped, because most services are about one
    ///   client.
    func follow(_ client: ChannelsClient) -> Bool

    /// Ends what would continue without the dashboard.
    func stop() async
}

extension FeatureService {
    package var facts: [any Hashable & Sendable] { [] }
    package var warnings: [String] { [] }

    package func configured(_ sections: ConfiguredSections, _ shown: any ShownDashboard) {}

    package func received(_ events: [ClientReport], _ shown: any ShownDashboard) {}

    package func timePassed(_ time: Timestamp, _ shown: any ShownDashboard) {}

    package func run(_ shown: any ShownDashboard) async {}

    package func follow(_ client: ChannelsClient) -> Bool { false }

    package func stop() async {}
}

/// The dashboard that a service works for. What is reported after the dashboard shows something
/// else is dropped.
@MainActor
package protocol ShownDashboard: Sendable {
    /// The current time.
    var now: Timestamp { get }
    /// What is shown.
    var state: DashboardState { get }

    /// Passes a report, a notice or a tick to the dashboard.
    func handle(_ action: Action)
    /// Rings the bell of the terminal.
    func ringBell()
    /// Shows a notification of the desktop, in terminals that can.
    func notify(_ text: String)
}

extension ShownDashboard {
    /// Reports something that the feature's own panes understand.
    package func report(_ report: some FeatureReport) {
        self.handle(.service(.feature(AnyFeatureReport(report))))
    }
}

/// A feature that has nothing to do asks for nothing: the request of its service.
package enum NoRequest: FeatureRequest {
    package var words: String { "" }
    package var changesServer: Bool { false }
    package var needs: Needs { [] }
    package var order: RequestOrder { .parallel }
}

extension FeatureService where Request == NoRequest {
    package func perform(_ request: NoRequest, _ shown: any ShownDashboard) async {}
}
