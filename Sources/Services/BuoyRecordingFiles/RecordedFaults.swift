package import BuoyScripts
import ChannelsProtocol

extension FaultReport: RecordedStruct {
    static func form<Form: RecordedForm<Self>>(_ form: inout Form) throws(Form.Failure) -> Self {
        let time = try form.members(of: \.time)
        try form.kind("fault")
        return Self(
            at: time, try form("changes", \.changes), inForce: try form("in_force", \.inForce),
            planned: try form("planned", \.planned, usually: []),
            forgotten: try form("forgotten", \.forgotten, usually: 0))
    }
}

extension FaultSchedule.Planned: RecordedStruct {
    static func form<Form: RecordedForm<Self>>(_ form: inout Form) throws(Form.Failure) -> Self {
        Self(
            fault: try form("fault", \.fault), start: try form("start", \.start),
            within: try form("within_ms", \.within))
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
        default: throw RecordingFault("is an unknown fault change")
        }
    }
}

extension FaultSchedule.InForce: RecordedStruct {
    static func form<Form: RecordedForm<Self>>(_ form: inout Form) throws(Form.Failure) -> Self {
        Self(
            fault: try form("fault", \.fault), start: try form("start", \.start),
            end: try form("end", \.end))
    }
}

extension Fault: RecordedValue {
    var recorded: JSONValue { .string(self.words) }

    init(recorded json: JSONValue) throws(RecordingFault) {
        let words = try String(recorded: json)
        guard let step = try? FaultLine.step(words) else {
            throw RecordingFault("is not a fault")
        }
        self = step.fault
    }
}
