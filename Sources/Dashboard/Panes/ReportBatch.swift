import ChannelsProtocol

/// Reports of the client in their order, with what all panes want to know of them.
struct ReportBatch {
    let events: [ClientEvent]
    /// Whether no binding was told about the event.
    let areUnbound: [Bool]
    /// The places of those that are not events of channels.
    let reports: [Int]
    /// The bindings that reports take away, by the number of the report.
    let removed: [Int: Binding]
}
