package import BuoyDashboard
package import BuoyDashboardRuntime
import BuoyProgramSupport
import BuoyServers
import Channels
import ChannelsBasics
import ChannelsProtocol
import ChannelsSigning
import ChannelsTransport

/// `buoy stage --room`: the audience joins with its telephones.
package enum Room: DashboardFeature, EarlyServiceFeature, ServiceFeature, ListFeature {
    package static func panes(_ facts: FeatureFacts) -> [any Pane] { [] }

    package static let commands: [Command] = [.room, .kick, .lock, .unsay, .code]

    package static let lists: [PickerKind] = [.room]

    /// Only makes room for the visitors, beside the presenter and the bots.
    package static func service(
        before server: inout ComingServer
    ) async throws -> (any FeatureService)? {
        guard let arguments = server.arguments(RoomArguments.self), arguments.isOn else {
            return nil
        }
        server.sandbox?.limits.members = arguments.limit + BotTroupe.limit + 1
        server.sandbox?.limits.activityTimeout = .seconds(15)
        return nil
    }

    package static func service(
        for subject: WatchedSubject
    ) async throws -> (any FeatureService)? {
        guard let arguments = subject.arguments(RoomArguments.self), arguments.isOn,
            let channel = arguments.channel.value
        else { return nil }
        return try await RoomService(arguments, subject, channel)
    }
}
