package import ArgumentParser
package import Channels
package import Dashboard
package import DashboardPanes

/// A feature of the program: everything about one thing in one folder. It enters the program by a
/// line in the list of `FeatureList`, and is imported by nothing else.
package protocol Feature: DashboardFeature {
    /// What its panes and commands ask for.
    associatedtype Request: FeatureRequest
    /// What comes of that.
    associatedtype Report: FeatureReport

    /// The commands of the command line.
    static var subcommands: [any ParsableCommand.Type] { get }

    /// Carries out a request, beside everything else.
    ///
    /// - Throws: an error whose description is shown with the words of the request.
    static func run(_ request: Request, in session: FeatureSession) async throws -> Report
}

/// What a dashboard shows, for the requests of features.
package struct FeatureSession: Sendable {
    /// The options of the program's own client; `nil` for a recording or a proxy.
    package let options: ChannelsOptions?

    /// - Parameter options: the options of the program's own client; `nil` if there is none.
    package init(options: ChannelsOptions?) { self.options = options }
}

extension Feature {
    /// Carries out a request if it is one of this feature; `nil` if it is not.
    package static func answer(
        _ request: AnyFeatureRequest, in session: FeatureSession
    ) async throws -> AnyFeatureReport? {
        guard let request = request.base as? Request else { return nil }
        return AnyFeatureReport(try await Self.run(request, in: session))
    }
}
