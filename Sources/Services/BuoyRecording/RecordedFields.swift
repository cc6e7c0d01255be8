package import ChannelsProtocol

/// Why a line of a recording cannot be read, as the end of a sentence.
package struct RecordingFault: Error, Hashable, Sendable, CustomStringConvertible {
    package let description: String

    /// Whether it is the header of a recording that a later buoy made.
    let isOfLaterFormat: Bool

    init(_ description: String, isOfLaterFormat: Bool = false) {
        self.description = description
        self.isOfLaterFormat = isOfLaterFormat
    }

    /// The first line is not a header.
    static let headerMissing = RecordingFault("is not the header of one")
}

/// The members of a JSON object in a recording.
struct RecordedFields: Sendable {
    private(set) var members: [JSONObject.Member] = []

    init() {}

    /// The members of a line.
    init(_ json: JSON) throws(RecordingFault) {
        guard let object = json.objectValue else { throw RecordingFault("is not an object") }
        self.members = object.members
    }

    var json: JSON { .object(JSONObject(self.members)) }

    // MARK: Writing

    /// Adds a value. A missing one is left out.
    mutating func add(_ key: String, _ value: (some RecordedValue)?) {
        guard let value else { return }
        self.members.append(JSONObject.Member(key: key, value: value.recorded))
    }

    mutating func add(_ member: JSONObject.Member) { self.members.append(member) }

    // MARK: Reading

    /// Whether there is a member.
    func has(_ key: String) -> Bool { self.members.contains { $0.key == key } }

    /// The value of a member, which may be missing.
    func find<Value: RecordedValue>(
        _ key: String, as type: Value.Type = Value.self
    ) throws(RecordingFault) -> Value? {
        guard let json = self.members.last(where: { $0.key == key })?.value else { return nil }
        do throws(RecordingFault) {
            return try Value(recorded: json)
        } catch {
            throw RecordingFault("\(key) \(error.description)")
        }
    }

    /// The value of a member.
    func get<Value: RecordedValue>(
        _ key: String, as type: Value.Type = Value.self
    ) throws(RecordingFault) -> Value {
        guard let value = try self.find(key, as: type) else {
            throw RecordingFault("\(key) is missing")
        }
        return value
    }

    func reportNumber() throws(RecordingFault) -> Int {
        let number: Int = try self.get("n")
        guard RecordedRange.number.contains(number) else {
            throw RecordingFault("n is not the number of a report")
        }
        return number
    }
}

/// A value in a recording, which reads back as the same value.
protocol RecordedValue {
    var recorded: JSON { get }

    /// Reads the value.
    init(recorded json: JSON) throws(RecordingFault)
}

/// A value that is an object in a recording.
protocol RecordedObject: RecordedValue {
    /// Adds the members.
    func write(to fields: inout RecordedFields)

    /// Reads the members. Unknown ones, of later versions, are ignored.
    init(from fields: RecordedFields) throws(RecordingFault)
}

extension RecordedObject {
    var recorded: JSON {
        var fields = RecordedFields()
        self.write(to: &fields)
        return fields.json
    }

    init(recorded json: JSON) throws(RecordingFault) {
        try self.init(from: try RecordedFields(json))
    }
}

// MARK: Simple values

extension Int: RecordedValue {
    var recorded: JSON { .number(String(self)) }

    init(recorded json: JSON) throws(RecordingFault) {
        guard let value = json.intValue else { throw RecordingFault("is not an integer") }
        self = Swift.min(Swift.max(value, -RecordedRange.count), RecordedRange.count)
    }
}

/// The numbers that a recording may contain. Anybody can write a file, so computing with its
/// numbers must not overflow.
enum RecordedRange {
    /// The size of a count. A larger one, which a server may have sent, is read as this one: the
    /// largest integer that floating-point numbers represent exactly.
    static let count = 1 << 53

    /// The size of a time of either clock: 18 digits, which are 31 years in nanoseconds and 31,000
    /// years in microseconds. `LineStart` reads no more either.
    static let clock: Int64 = 999_999_999_999_999_999

    /// The numbers of reports.
    static let number = 0..<Self.count
}

extension Bool: RecordedValue {
    var recorded: JSON { .bool(self) }

    init(recorded json: JSON) throws(RecordingFault) {
        guard let value = json.boolValue else { throw RecordingFault("is not true or false") }
        self = value
    }
}

extension String: RecordedValue {
    var recorded: JSON { .string(self) }

    init(recorded json: JSON) throws(RecordingFault) {
        guard let value = json.stringValue else { throw RecordingFault("is not a string") }
        self = value
    }
}

extension Array: RecordedValue where Element: RecordedValue {
    var recorded: JSON { .array(self.map(\.recorded)) }

    init(recorded json: JSON) throws(RecordingFault) {
        guard let elements = json.arrayValue else { throw RecordingFault("is not an array") }
        self = []
        self.reserveCapacity(elements.count)
        for element in elements { self.append(try Element(recorded: element)) }
    }
}

/// A value that is written as its raw value, a word.
protocol RecordedWord: RecordedValue, RawRepresentable where RawValue == String {}

extension RecordedWord {
    var recorded: JSON { .string(self.rawValue) }

    init(recorded json: JSON) throws(RecordingFault) {
        let word = try String(recorded: json)
        guard let value = Self(rawValue: word) else {
            throw RecordingFault("has the unknown value \(word.debugDescription)")
        }
        self = value
    }
}

/// In nanoseconds; a finer one as seconds and attoseconds.
extension Duration: RecordedValue {
    var recorded: JSON {
        let nanoseconds = self.clampedNanoseconds
        if Duration.nanoseconds(nanoseconds) == self { return Int(nanoseconds).recorded }
        let (seconds, attoseconds) = self.components
        return [Int(seconds), Int(attoseconds)].recorded
    }

    init(recorded json: JSON) throws(RecordingFault) {
        if let nanoseconds = json.intValue {
            self = .nanoseconds(nanoseconds)
            return
        }
        guard let parts = json.arrayValue?.map(\.intValue), parts.count == 2,
            let seconds = parts[0], let attoseconds = parts[1],
            seconds.magnitude < Self.longest, attoseconds.magnitude < 1_000_000_000_000_000_000
        else { throw RecordingFault("is not a duration") }
        self = Duration(
            secondsComponent: Int64(seconds), attosecondsComponent: Int64(attoseconds))
    }

    /// In seconds: as many as fit in nanoseconds.
    private static let longest = UInt(Int64.max) / 1_000_000_000
}

/// `t` are the microseconds of the wall clock since 1970, `m` the nanoseconds of a clock that never
/// goes back.
extension Timestamp: RecordedObject {
    func write(to fields: inout RecordedFields) {
        fields.add("t", Int(self.wallMicroseconds))
        fields.add("m", Int(self.monotonicNanoseconds))
    }

    init(from fields: RecordedFields) throws(RecordingFault) {
        self.init(
            monotonicNanoseconds: try fields.get("m", as: RecordedClock.self).value,
            wallMicroseconds: try fields.get("t", as: RecordedClock.self).value)
    }
}

/// The time of a clock.
private struct RecordedClock: RecordedValue {
    let value: Int64
    var recorded: JSON { Int(self.value).recorded }

    init(recorded json: JSON) throws(RecordingFault) {
        guard let value = json.intValue, value.magnitude <= UInt(RecordedRange.clock) else {
            throw RecordingFault("is not a time")
        }
        self.value = Int64(value)
    }
}

/// The whole hash; it is compared, and nothing is computed with it.
extension SecretMark: RecordedValue {
    var recorded: JSON { self.hash.recorded }

    init(recorded json: JSON) throws(RecordingFault) {
        guard let hash = json.intValue else { throw RecordingFault("is not a mark") }
        self.init(recorded: hash)
    }
}

// MARK: Names

extension ChannelName: RecordedValue {
    var recorded: JSON { .string(self.text) }
    init(recorded json: JSON) throws(RecordingFault) { self.init(wire: try String(recorded: json)) }
}

extension EventName: RecordedValue {
    var recorded: JSON { .string(self.text) }
    init(recorded json: JSON) throws(RecordingFault) { self.init(try String(recorded: json)) }
}

extension UserID: RecordedValue {
    var recorded: JSON { .string(self.text) }
    init(recorded json: JSON) throws(RecordingFault) { self.init(try String(recorded: json)) }
}

extension SocketID: RecordedValue {
    var recorded: JSON { .string(self.text) }

    init(recorded json: JSON) throws(RecordingFault) {
        guard let id = SocketID(try String(recorded: json)) else {
            throw RecordingFault("is not a socket id")
        }
        self = id
    }
}

extension BindingID: RecordedValue {
    var recorded: JSON { self.number.recorded }
    init(recorded json: JSON) throws(RecordingFault) { self.init(try Int(recorded: json)) }
}

extension CloseCode: RecordedValue {
    var recorded: JSON { Int(self.rawValue).recorded }

    init(recorded json: JSON) throws(RecordingFault) {
        guard let code = UInt16(exactly: try Int(recorded: json)) else {
            throw RecordingFault("is not a close code")
        }
        self.init(rawValue: code)
    }
}
