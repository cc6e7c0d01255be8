import ChannelsProtocol
package import Scripts

// Faults that were made on purpose: what happened, and which are in force after it.

extension FaultReport: RecordedObject {
    func write(to fields: inout RecordedFields) {
        self.time.write(to: &fields)
        fields.add("kind", "fault")
        fields.add("changes", self.changes)
        fields.add("in_force", self.inForce)
        if !self.planned.isEmpty { fields.add("planned", self.planned) }
        if self.forgotten > 0 { fields.add("forgotten", self.forgotten) }
    }

    init(from fields: RecordedFields) throws(RecordingFault) {
        self.init(
            at: try Timestamp(from: fields), try fields.get("changes"),
            inForce: try fields.get("in_force"), planned: try fields.find("planned") ?? [],
            forgotten: try fields.find("forgotten") ?? 0)
    }
}

extension FaultSchedule.Planned: RecordedObject {
    func write(to fields: inout RecordedFields) {
        fields.add("fault", self.fault)
        fields.add("start", self.start)
        fields.add("within", self.within)
    }

    init(from fields: RecordedFields) throws(RecordingFault) {
        self.init(
            fault: try fields.get("fault"), start: try fields.get("start"),
            within: try fields.find("within"))
    }
}

extension FaultSchedule.Change: RecordedObject {
    func write(to fields: inout RecordedFields) {
        switch self {
        case .strike(let fault):
            fields.add("change", "strike")
            fields.add("fault", fault)
        case .begin(let fault):
            fields.add("change", "begin")
            fault.write(to: &fields)
        case .end(let fault):
            fields.add("change", "end")
            fault.write(to: &fields)
        }
    }

    init(from fields: RecordedFields) throws(RecordingFault) {
        switch try fields.get("change", as: String.self) {
        case "strike": self = .strike(try fields.get("fault"))
        case "begin": self = .begin(try FaultSchedule.InForce(from: fields))
        case "end": self = .end(try FaultSchedule.InForce(from: fields))
        default: throw RecordingFault("is an unknown change of a fault")
        }
    }
}

extension FaultSchedule.InForce: RecordedObject {
    func write(to fields: inout RecordedFields) {
        fields.add("fault", self.fault)
        fields.add("start", self.start)
        fields.add("end", self.end)
    }

    init(from fields: RecordedFields) throws(RecordingFault) {
        self.init(
            fault: try fields.get("fault"), start: try fields.get("start"),
            end: try fields.find("end"))
    }
}

/// As it is typed.
extension Fault: RecordedValue {
    var recorded: JSON { .string(self.words) }

    init(recorded json: JSON) throws(RecordingFault) {
        let words = try String(recorded: json)
        guard let step = try? FaultLine.step(words) else {
            throw RecordingFault("is not a fault")
        }
        self = step.fault
    }
}
