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
    package let sections: ConfiguredSections
    package let start: ChannelsTimestamp
    /// Takes a sentence without a full stop.
    package let warn: @Sendable (String) -> Void

    package init(
        name: String?, sections: ConfiguredSections, start: ChannelsTimestamp,
        warn: @escaping @Sendable (String) -> Void
    ) {
        self.name = name
        self.sections = sections
        self.start = start
        self.warn = warn
    }
}

/// Options of `buoy watch`, some of which mean something only where a dashboard is drawn.
package protocol ScreenOptions {
    func requireScreen() throws
}
