package import BuoyScripts
package import ChannelsProtocol

package enum RecordingLine: Hashable, Sendable {
    case header(RecordingHeader)
    case event(ClientReport)
    case frame(RecordedFrame)
    case fault(FaultReport)
    case checkpoint(RecordingCheckpoint)
    case lost(RecordingLoss)
    /// A kind of a later version, which is skipped.
    case unknown(kind: String)

    /// The maximum size of a line in bytes. Readers skip a longer one, so none is written. It is
    /// several times the largest message of a client.
    static let sizeLimit = 16 << 20

    /// When it happened; `nil` for the header and for unknown lines.
    package var time: ChannelsTimestamp? {
        switch self {
        case .event(let event): event.time
        case .frame(let frame): frame.time
        case .fault(let report): report.time
        case .checkpoint(let checkpoint): checkpoint.time
        case .lost(let loss): loss.time
        case .header, .unknown: nil
        }
    }
}

/// What is in effect at a place of a recording, as the reports that lead there from nothing.
package struct RecordingCheckpoint: Hashable, Sendable {
    package var time: ChannelsTimestamp
    package var lastNumber: Int
    /// In order, with their own numbers and times.
    package var events: [ClientReport]
    package var faults: [FaultSchedule.InForce] = []
}

extension RecordingCheckpoint {
    mutating func removeMembers() {
        self.events.removeAll { event in
            if case .membersReplaced = event.kind { true } else { false }
        }
    }
}

extension RecordingCheckpoint: RecordedStruct {
    static func form<Form: RecordedForm<Self>>(_ form: inout Form) throws(Form.Failure) -> Self {
        let time = try form.members(of: \.time)
        let lastNumber = try form.reportNumber(\.lastNumber)
        try form.kind("checkpoint")
        return Self(
            time: time, lastNumber: lastNumber, events: try form("events", \.events),
            faults: try form("faults", \.faults))
    }
}

/// Lines that could not be written, because the disk was full or failed.
package struct RecordingLoss: Hashable, Sendable {
    /// When writing was possible again.
    var time: ChannelsTimestamp
    package var lines: Int
    var reason: String
}

extension RecordingLoss: RecordedStruct {
    static func form<Form: RecordedForm<Self>>(_ form: inout Form) throws(Form.Failure) -> Self {
        let time = try form.members(of: \.time)
        try form.kind("lost")
        return Self(
            time: time, lines: try form("lines", \.lines), reason: try form("reason", \.reason))
    }
}
