package import ArgumentParser
package import BuoyDashboard
package import BuoyScripts

// What some features have in the program, besides what they have in the dashboard.

/// A feature with commands of the command line.
package protocol SubcommandFeature: Feature {
    static var subcommands: [any ParsableCommand.Type] { get }
    /// Their place in the help of the program.
    static var subcommandGroup: SubcommandGroup { get }
}

/// A feature that starts `buoy watch` in other ways.
package protocol WatchFeature: Feature {
    /// The commands of the command line that show what `buoy watch` shows, and start otherwise.
    static var watchVariants: [any WatchVariant.Type] { get }
}

/// A feature with sections of the configuration. Its service reads them in `configured`.
package protocol SectionFeature: Feature {
    static var sections: [SettingSection] { get }
}

/// A feature with a service while a dashboard is shown.
package protocol ServiceFeature: Feature {
    /// - Returns: `nil` if it can do nothing for the subject.
    /// - Throws: `ValidationError` if arguments cannot be used, `ProgramFailure` if something
    ///   cannot be started.
    static func service(for subject: WatchedSubject) async throws -> (any FeatureService)?
}

/// A feature whose service has to be there before the server, because the server is told of it.
package protocol EarlyServiceFeature: Feature {
    /// - Parameter server: the options of a sandbox may be changed.
    /// - Returns: `nil` if it can do nothing for the server.
    /// - Throws: as `ServiceFeature.service(for:)`.
    static func service(
        before server: inout ComingServer
    ) async throws -> (any FeatureService)?
}

/// A feature with a service while reports are printed as lines.
package protocol LineServiceFeature: Feature {
    /// - Returns: `nil` if it has nothing to do.
    static func lineService(for server: PrintedServer) -> (any LineService)?
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
