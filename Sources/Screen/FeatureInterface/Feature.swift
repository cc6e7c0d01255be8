package import ArgumentParser
package import Dashboard

/// A feature of the program: everything about one thing in one folder. It enters the program by a
/// line in the list of `FeatureList`, and is imported by nothing else.
package protocol Feature: DashboardFeature {
    /// The commands of the command line.
    static var subcommands: [any ParsableCommand.Type] { get }
    /// Where these commands stand in the help of the program.
    static var subcommandGroup: SubcommandGroup { get }

    /// What works for its panes and commands while a dashboard is shown; `nil` if nothing can, or
    /// need.
    ///
    /// - Throws: `ValidationError` if arguments cannot be used, `ProgramFailure` if something
    ///   cannot be started.
    static func service(for subject: WatchedSubject) async throws -> (any FeatureService)?
}

extension Feature {
    package static var subcommandGroup: SubcommandGroup { .tool }
}

/// The commands of features among those of the program, in the order of the help.
package enum SubcommandGroup: Hashable, Sendable {
    /// What asks or changes an app, after the commands that show a connection.
    case app
    /// What serves, plays or examines something, after the servers.
    case tool
}
