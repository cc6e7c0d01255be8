package import ChannelsProtocol
package import DashboardConfiguration
package import Events

/// What works for a feature while the reports of a server are printed as lines, without a
/// dashboard.
package protocol LineService: Sendable {
    /// The client has reported something.
    ///
    /// - Returns: lines that follow those of the reports.
    func received(_ reports: [ClientReport]) async -> [LineNote]

    /// Time has passed.
    ///
    /// - Returns: lines that are due.
    func timePassed(_ time: Timestamp) async -> [LineNote]

    /// Nothing more comes: waits for what has started.
    func finish() async

    /// Ends what would continue without the lines.
    func stop() async
}

/// A server whose reports are printed, for the services of features.
package struct PrintedServer: Sendable {
    /// Its name, if there are several.
    package let name: String?
    /// What the configuration says in the sections of features.
    package let sections: ConfiguredSections
    /// When printing started.
    package let start: Timestamp
    /// Tells the user that something did not work, as a sentence without a full stop.
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
