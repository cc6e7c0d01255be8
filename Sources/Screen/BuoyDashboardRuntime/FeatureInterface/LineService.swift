package import BuoyDashboard
package import ChannelsProtocol

/// The service of a feature while reports are printed as lines, without a dashboard.
package protocol LineService: Sendable {
    func received(_ reports: [ClientReport]) async -> [LineNote]

    func timePassed(_ time: ChannelsTimestamp) async -> [LineNote]

    /// No more reports follow: waits for running work.
    func finish() async

    func stop() async
}

package struct PrintedServer: Sendable {
    /// `nil` if there is only one.
    package let name: String?
    /// `nil` without a configuration.
    package let sections: ConfiguredSections?
    package let subject: WatchedSubject
    package let start: ChannelsTimestamp
    /// Takes a sentence without a full stop.
    package let warn: @Sendable (String) -> Void
    /// Takes the number of events that were missed in a gap.
    package let missed: @Sendable (Int) -> Void

    package init(
        name: String?, sections: ConfiguredSections?, subject: WatchedSubject = WatchedSubject(),
        start: ChannelsTimestamp, warn: @escaping @Sendable (String) -> Void,
        missed: @escaping @Sendable (Int) -> Void = { _ in }
    ) {
        self.name = name
        self.sections = sections
        self.subject = subject
        self.missed = missed
        self.start = start
        self.warn = warn
    }
}

/// Options of `buoy watch`, some of which mean something only where a dashboard is drawn.
package protocol ScreenOptions {
    func requireScreen() throws
}
