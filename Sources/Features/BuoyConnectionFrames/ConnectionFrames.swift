package import BuoyDashboard
package import BuoyDashboardRuntime
import BuoyTextScreen
import Channels

package enum ConnectionFrames: DashboardFeature, CoreKeyFeature, ServiceFeature {
    package static func panes(_ facts: FeatureFacts) -> [any Pane] { [FramesPane()] }

    package static let commands: [Command] = [
        .init(
            "toggle-frames", .connection, keys: [.in(.frames, "x")], title: "Turn frames on or off",
            hint: .init { $0[FramesPane.self]?.isOn == true ? "off" : "on" },
            summary: "Turns the Frames pane on or off; while off, only the newest 256 are kept.",
            needs: .oneServer,
            unavailable: {
                $0.isPassedOn ? "the Clients pane shows a proxy's frames" : nil
            },
            change: { $0[FramesPane.self]?.toggle() })
    ]

    package static let keysOfCore: [CommandName: [KeyBinding]] = [
        "inspect": [.in(.frames, .enter)]
    ]

    package static func service(for subject: WatchedSubject) -> (any FeatureService)? {
        subject.client.map { FramesService(client: $0) }
    }
}

extension PaneID {
    static let frames = PaneID(
        14, "Frames", key: ">",
        summary: "The connection's frames in both directions.")
}
