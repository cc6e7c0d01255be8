package import ArgumentParser
package import BuoyDashboard
package import BuoyProgramSupport
package import ChannelsProtocol

/// A command that shows what `buoy watch` shows and takes its options too, but starts differently:
/// `buoy stage FILE`.
package protocol WatchVariant: ParsableArguments {
    /// Its place in the help of the program.
    static var group: SubcommandGroup { get }
    static var command: CommandConfiguration { get }
    static var examples: [CommandExample] { get }

    func start() throws -> WatchStart
}

package struct WatchStart: Sendable {
    /// For a message: `The stage`.
    package var title: String
    /// Subscribed to before those of the arguments, and in place of those of the demonstration.
    package var channels: [ChannelName] = []
    package var pane: PaneID?
    package var facts: [any Hashable & Sendable] = []
    /// For the services, beside those of `buoy watch`.
    package var arguments: [any ParsableArguments & Sendable] = []

    package init(title: String) { self.title = title }
}
