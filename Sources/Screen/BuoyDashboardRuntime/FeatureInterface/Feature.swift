package import ArgumentParser
package import BuoyDashboard
package import BuoyScripts

/// A feature of the program: everything about one thing in one folder. It enters the program by a
/// line in the list of `FeatureList`, and is imported by nothing else.
package protocol Feature: DashboardFeature {
    /// The commands of the command line.
    static var subcommands: [any ParsableCommand.Type] { get }
    /// Where these commands stand in the help of the program.
    static var subcommandGroup: SubcommandGroup { get }
    /// The sections of the configuration.
    static var sections: [SettingSection] { get }
    /// The commands of the command line that show what `buoy watch` shows, and start otherwise.
    static var watchVariants: [any WatchVariant.Type] { get }
    /// The options of the commands with a dashboard that start with one of the feature's panes.
    static var firstPanes: [FirstPaneOption] { get }

    /// What works for it as `service(for:)` does, and has to be there before the server, because
    /// the server is told of it.
    ///
    /// - Parameter server: the options of a sandbox may be changed.
    /// - Throws: as `service(for:)`.
    static func service(
        before server: inout ComingServer
    ) async throws -> (any FeatureService)?

    /// What works for its panes and commands while a dashboard is shown; `nil` if nothing can, or
    /// need.
    ///
    /// - Throws: `ValidationError` if arguments cannot be used, `ProgramFailure` if something
    ///   cannot be started.
    static func service(for subject: WatchedSubject) async throws -> (any FeatureService)?

    /// Its service while reports are printed as lines; `nil` if it needs none.
    static func lineService(for server: PrintedServer) -> (any LineService)?
}

// For features that have only a part of all this.
extension Feature {
    package static func panes(_ facts: FeatureFacts) -> [any Pane] { [] }
    package static var commands: [Command] { [] }
    package static var subcommands: [any ParsableCommand.Type] { [] }
    package static var subcommandGroup: SubcommandGroup { .watch }
    package static var sections: [SettingSection] { [] }

    package static func service(
        before server: inout ComingServer
    ) async throws -> (any FeatureService)? { nil }

    package static func service(
        for subject: WatchedSubject
    ) async throws -> (any FeatureService)? { nil }

    package static func lineService(for server: PrintedServer) -> (any LineService)? { nil }

    package static var watchVariants: [any WatchVariant.Type] { [] }

    package static var firstPanes: [FirstPaneOption] { [] }
}

/// The groups of commands, in the order of the help.
package enum SubcommandGroup: String, CaseIterable, Sendable {
    case watch = "Watch"
    case api = "HTTP API"
    case servers = "Servers"
    case recordings = "Recordings"
    case teaching = "Teaching"
    case settings = "Settings"
    case push = "Push"
}
