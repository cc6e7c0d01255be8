package import BuoyDashboard
import BuoyScripts
import Channels
import ChannelsEventWords
import ChannelsProtocol

/// What a dashboard shows: the program's own client, the clients of a proxy, or a recording.
@MainActor
package protocol DashboardSource: Sendable {
    /// Warnings before anything happens, as sentences.
    var warnings: [String] { get }

    /// The number of streams of the client that are read; `nil` if it is not the program's own.
    var streamCount: Int? { get }

    /// What works for features.
    var services: FeatureServices { get }

    /// Whether it happens now.
    var isLive: Bool { get }

    /// Prepares the loop before its first frame.
    func prepare(_ loop: DashboardLoop) async

    /// Passes everything that happens to the loop, until the task is cancelled.
    func feed(_ loop: DashboardLoop) async

    /// Starts to carry out an effect that concerns neither the terminal nor files.
    func start(_ effect: Effect, _ loop: DashboardLoop)

    /// Ends what would continue without the dashboard.
    func end() async
}

extension DashboardSource {
    package var isLive: Bool { true }

    package func prepare(_ loop: DashboardLoop) async {}
}
