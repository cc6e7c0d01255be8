package import ChannelsProtocol

/// Reports of the client in order, with information that all panes need.
package struct ReportBatch {
    package let events: [ClientReport]
    /// For each report, whether no binding matched the event.
    let areUnbound: [Bool]
    /// The indices of reports that are not events of channels.
    let reports: [Int]
    /// The bindings that reports remove, by the number of the report.
    let removed: [Int: Binding]
    /// The names of the events of channels, in order; a name that comes again and again is here
    /// once.
    let eventNames: [EventName]
    /// What was found about repeats, by the index of the event. Most batches have none.
    let repeats: [Int: RepeatFinding]

    /// What an event says about repeats in its stream.
    func finding(at index: Int) -> RepeatFinding? {
        self.repeats.isEmpty ? nil : self.repeats[index]
    }
}
