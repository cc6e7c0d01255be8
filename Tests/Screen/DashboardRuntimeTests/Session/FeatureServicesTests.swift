import BuoyDashboard
import Channels
import ChannelsTesting
import Testing

@testable import BuoyDashboardRuntime

@Suite("The services of features")
struct FeatureServicesTests {
    private struct StayingService: WarningService {
        let warnings = ["stays"]
    }

    private struct Follower: WarningService, FollowingService {
        let warnings = ["follows"]

        func follow(_ client: ChannelsClient) {}
    }

    /// Works for one client.
    private enum Staying: ServiceFeature {
        static func service(for subject: WatchedSubject) -> (any FeatureService)? {
            StayingService()
        }
    }

    /// Is there before the server, and continues with every client.
    private enum Following: EarlyServiceFeature {
        static func service(before server: inout ComingServer) -> (any FeatureService)? {
            Follower()
        }
    }

    @Test("a service that follows works for the next server, and no longer for the one before")
    func followers() async throws {
        let features: [any Feature.Type] = [Staying.self, Following.self]
        var server = ComingServer(appKey: "key", appSecret: nil, arguments: [])
        var services = try await FeatureServices(features, before: &server)
        try await services.add(of: features, for: WatchedSubject())
        #expect(services.warnings == ["follows", "stays"])
        let client = try ScriptedServer().client(
            ChannelsOptions(appKey: "key", host: .host("example.test")))
        var next = FeatureServices()
        next.add(services.takeFollowers(of: client))
        #expect(services.warnings == ["stays"])
        #expect(next.warnings == ["follows"])
    }
}
