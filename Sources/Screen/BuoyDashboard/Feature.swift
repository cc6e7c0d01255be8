/// Everything about one thing that buoy does besides watching, in one folder. It enters the program
/// by a line in the list of `FeatureList`, and is imported by nothing else.
///
/// A feature conforms to the protocols of what it has: those below for the dashboard, and those of
/// `FeatureInterface` for the program. The dashboard knows no feature by name: it is put together
/// from a list of them, in a `Catalog`.
package protocol Feature: Sendable {}

/// A feature with panes and commands.
package protocol DashboardFeature: Feature {
    /// The panes, as they are at the start. The order of all panes is that of their numbers.
    ///
    /// - Parameter facts: what is known at the start; which panes there are does not depend on it.
    static func panes(_ facts: FeatureFacts) -> [any Pane]
    /// The commands, in the order of the help; each names its section.
    static var commands: [Command] { get }
}

/// A feature with keys for commands of the core, in its own panes.
package protocol CoreKeyFeature: Feature {
    static var keysOfCore: [CommandName: [KeyBinding]] { get }
}

/// A feature with commands in the hints of panes of the core.
package protocol CoreHintFeature: Feature {
    static var hintsOfCore: [AddedHint] { get }
}

/// A feature with other names of commands on the command line.
package protocol ShortFormFeature: Feature {
    static var shortForms: [(name: String, command: CommandName)] { get }
}

/// A feature whose commands open lists to choose from.
package protocol ListFeature: Feature {
    static var lists: [PickerKind] { get }
}

/// A feature that keeps something for the next run.
package protocol SettingFeature: Feature {
    static var settings: [FeatureSetting] { get }
}

/// A feature that acts as time passes.
package protocol TimedFeature: Feature {
    /// Does what is due by now.
    static func timePassed(_ state: inout DashboardState) -> [Effect]
}

/// A command of a feature in the hints of a pane of the core.
package struct AddedHint: Sendable {
    let command: CommandName
    let pane: PaneID
    /// The hint before which it stands; `nil` for the end.
    let next: CommandName?

    package init(_ command: CommandName, in pane: PaneID, before next: CommandName? = nil) {
        self.command = command
        self.pane = pane
        self.next = next
    }
}
