package import ArgumentParser
package import Dashboard

/// A feature of the program: everything about one thing in one folder. It enters the program by a
/// line in the list of `FeatureList`, and is imported by nothing else.
package protocol Feature: DashboardFeature {
    /// The commands of the command line.
    static var subcommands: [any ParsableCommand.Type] { get }
    /// The commands of the command line that show what `buoy watch` shows, and begin otherwise.
    static var watchVariants: [any WatchVariant.Type] { get }
    /// The options of the commands with a dashboard that begin with one of the feature's panes.
    static var firstPanes: [FirstPaneOption] { get }

    /// What works for its panes and commands while a dashboard is shown; `nil` if nothing can, or
    /// need.
    ///
    /// - Throws: `ValidationError` if arguments cannot be used, `ProgramFailure` if something
    ///   cannot be started.
    static func service(for subject: WatchedSubject) async throws -> (any FeatureService)?
}

extension Feature {
    package static var watchVariants: [any WatchVariant.Type] { [] }

    package static var firstPanes: [FirstPaneOption] { [] }
}
