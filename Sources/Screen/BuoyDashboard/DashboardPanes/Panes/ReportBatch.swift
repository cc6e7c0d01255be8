package import ChannelsProtocol

package struct ReportBatch {
    package let events: [ClientReport]
    let areUnbound: [Bool]
    let reports: [Int]
    let removed: [Int: EventBinding]
    /// In order; a name that comes again and again is here once.
    let eventNames: [EventName]
    let repeats: [Int: RepeatFinding]

    func finding(at index: Int) -> RepeatFinding? {
        self.repeats.isEmpty ? nil : self.repeats[index]
    }
}
