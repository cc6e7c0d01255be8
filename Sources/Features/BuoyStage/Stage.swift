package import BuoyDashboard
package import BuoyDashboardRuntime

package enum Stage: DashboardFeature, WatchFeature, ServiceFeature, CoreHintFeature,
    ShortFormFeature,
    ListFeature, TimedFeature
{
    package static func panes(_ facts: FeatureFacts) -> [any Pane] {
        [StagePane(act: facts[StageAct.self], room: facts[RoomPlace.self])]
    }

    package static let commands: [Command] = [.say, .bot, .bots, .cue]

    package static let hintsOfCore = [AddedHint("bots", in: .members, before: "trigger")]

    package static var shortForms: [(name: String, command: CommandName)] {
        [("stage", "show stage")]
    }

    package static let lists: [PickerKind] = [.bots]

    package static let watchVariants: [any WatchVariant.Type] = [StageArguments.self]

    package static func service(for subject: WatchedSubject) -> (any FeatureService)? {
        subject.options.map { BotService($0) }
    }

    package static func timePassed(_ state: inout DashboardState) -> [Effect] { state.dueSteps() }
}

extension PaneID {
    static let stage = PaneID(
        11, "Stage", key: "A",
        summary:
            "Shows a presence channel to an audience: members, arrivals, departures and messages.")
}
