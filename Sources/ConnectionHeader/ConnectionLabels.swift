/// What the header says besides what the client reports.
package struct ConnectionLabels: Hashable, Sendable {
    /// The name of the server: `sandbox`, or that of a profile or a cluster. Empty for none.
    let server: String
    /// The app key, already masked.
    let appKey: String
    /// The offset of displayed times from UTC, in seconds.
    let utcOffsetSeconds: Int

    package init(server: String, appKey: String, utcOffsetSeconds: Int) {
        self.server = server
        self.appKey = appKey
        self.utcOffsetSeconds = utcOffsetSeconds
    }
}
