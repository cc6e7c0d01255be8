package import BuoyDashboard
package import ChannelsProtocol

/// The service of a feature while the reports of a server are printed as lines, without a
/// dashboard.
package protocol LineService: Sendable {
    /// The client has reported something.
    ///
    /// - Returns: lines to print after the reports.
    func received(_ reports: [ClientReport]) async -> [LineNote]

    /// Time has passed.
    ///
    /// - Returns: lines that are due.
    func timePassed(_ time: Timestamp) async -> [LineNote]

    /// No more reports follow: waits for running work.
    func finish() async

    /// Stops all work.
    func stop() async
}

/// A server whose reports are printed, for the services of features.
package struct PrintedServer: Sendable {
    /// Its name, if there are several.
    package let name: String?
    /// The features' sections of the configuration.
    package let sections: ConfiguredSections
    /// When printing started.
    package let start: Timestamp
    /// Reports a failure to the user, as a sentence without a full stop.
    package let warn: @Sendable (String) -> Void

    package init(
        name: String?, sections: ConfiguredSections, start: Timestamp,
        warn: @escaping @Sendable (String) -> Void
    ) {
        self.name = name
        self.sections = sections
        self.start = start
        self.warn = warn
    }
}

/// A group of options of `buoy watch` with some that mean something only where a dashboard is
/// drawn.
package protocol ScreenOptions {
    /// - Throws: `ValidationError` that says what to use instead, if one of them was given.
    func requireScreen() throws
}
