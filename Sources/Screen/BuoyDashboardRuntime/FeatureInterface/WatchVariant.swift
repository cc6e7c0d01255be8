package import ArgumentParser
package import BuoyDashboard
package import BuoyProgramSupport
package import ChannelsProtocol

/// The arguments of a command that shows what `buoy watch` shows, takes its options too, and starts
/// otherwise: `buoy stage FILE`.
package protocol WatchVariant: ParsableArguments {
    /// Its place in the help of the program.
    static var group: SubcommandGroup { get }
    /// The name of the command, and its help.
    static var command: CommandConfiguration { get }
    /// Command lines to start from, for its help.
    static var examples: [CommandExample] { get }

    /// Its initial state.
    ///
    /// - Throws: `ValidationError` or `ProgramFailure` if the arguments cannot be used.
    func start() throws -> WatchStart
}

/// The initial state of a dashboard, in addition to the options of `buoy watch`.
package struct WatchStart: Sendable {
    /// What is shown, for a message: `The stage`.
    package var title: String
    /// The channels that are subscribed to before those of the arguments, and in place of those of
    /// the demonstration.
    package var channels: [ChannelName] = []
    /// The pane that has the focus; `nil` for the usual one.
    package var pane: PaneID?
    /// What the feature's panes and commands know from the start.
    package var facts: [any Hashable & Sendable] = []

    /// Creates a start like that of `buoy watch`.
    package init(title: String) { self.title = title }
}

/// An option of the commands with a dashboard, which is called like a pane and starts with it.
package struct FirstPaneOption: Hashable, Sendable {
    /// The pane.
    package let pane: PaneID
    /// A sentence for the help.
    let help: String

    package init(_ pane: PaneID, help: String) {
        self.pane = pane
        self.help = help
    }
}
