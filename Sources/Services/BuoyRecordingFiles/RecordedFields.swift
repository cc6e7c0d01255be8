import ChannelsEventWords
package import ChannelsProtocol

package struct RecordingFault: Error, Hashable, Sendable, CustomStringConvertible {
    package let description: String

    /// Whether it is the header of a recording that a later buoy made.
    let isOfLaterFormat: Bool

    init(_ description: String, isOfLaterFormat: Bool = false) {
        self.description = description
        self.isOfLaterFormat = isOfLaterFormat
    }
}

/// The members of a JSON object in a recording, or in another file with the same names and units.
package struct RecordedFields: Sendable {
    private(set) var members: [JSONValue.Object.Member] = []

    package init() {}

    init(_ json: JSONValue) throws(RecordingFault) {
        guard let object = json.objectValue else { throw RecordingFault("is not an object") }
        self.members = object.members
    }

    package var json: JSONValue { .object(JSONValue.Object(self.members)) }

    // MARK: Writing

    mutating func add(_ key: String, _ value: (some RecordedValue)?) {
        self.add(key, value?.recorded)
    }

    package mutating func add(_ member: JSONValue.Object.Member) { self.members.append(member) }

    package mutating func add(_ key: String, _ value: String?) { self.add(key, value?.recorded) }
    package mutating func add(_ key: String, _ value: Int?) { self.add(key, value?.recorded) }
    package mutating func add(_ key: String, _ value: Bool) { self.add(key, value.recorded) }
    package mutating func add(_ key: String, _ value: Duration?) { self.add(key, value?.recorded) }
    package mutating func add(_ key: String, _ value: ChannelsTimestamp?) {
        self.add(key, value?.recorded)
    }
    package mutating func add(_ key: String, _ end: ConnectionEnd) { self.add(key, end.recorded) }
    package mutating func add(_ key: String, _ failure: SubscriptionFailure?) {
        self.add(key, failure?.recorded)
    }

    package mutating func add(_ member: PresenceMember) { member.write(to: &self) }
    package mutating func add(_ binding: EventBinding) { binding.write(to: &self) }

    /// Adds a JSON value. A missing one is left out.
    package mutating func add(_ key: String, _ value: JSONValue?) {
        guard let value else { return }
        self.members.append(JSONValue.Object.Member(key: key, value: value))
    }

    // MARK: Reading

    func has(_ key: String) -> Bool { self.members.contains { $0.key == key } }

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

    func get<Value: RecordedValue>(
        _ key: String, as type: Value.Type = Value.self
    ) throws(RecordingFault) -> Value {
        guard let value = try self.find(key, as: type) else {
            throw RecordingFault("\(key) is missing")
        }
        return value
    }

    func reportNumber() throws(RecordingFault) -> Int {
        let number: Int = try self.get("number")
        guard RecordedRange.number.contains(number) else {
            throw RecordingFault("number is not the number of a report")
        }
        return number
    }
}

/// Reads back as the same value.
protocol RecordedValue {
    var recorded: JSONValue { get }

    init(recorded json: JSONValue) throws(RecordingFault)
}

protocol RecordedObject: RecordedValue {
    func write(to fields: inout RecordedFields)

    /// Ignores unknown members of later versions.
    init(from fields: RecordedFields) throws(RecordingFault)
}

extension RecordedObject {
    var recorded: JSONValue {
        var fields = RecordedFields()
        self.write(to: &fields)
        return fields.json
    }

    init(recorded json: JSONValue) throws(RecordingFault) {
        try self.init(from: try RecordedFields(json))
    }
}

// MARK: Simple values

extension Int: RecordedValue {
    var recorded: JSONValue { .number(String(self)) }

    init(recorded json: JSONValue) throws(RecordingFault) {
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

    /// The size of a time of the clock that never goes back: 18 digits, which are 31 years.
    /// `LineStart` reads no more either.
    static let clock: Int64 = 999_999_999_999_999_999

    static let number = 0..<Self.count
}

extension Bool: RecordedValue {
    var recorded: JSONValue { .bool(self) }

    init(recorded json: JSONValue) throws(RecordingFault) {
        guard let value = json.boolValue else { throw RecordingFault("is not true or false") }
        self = value
    }
}

extension String: RecordedValue {
    var recorded: JSONValue { .string(self) }

    init(recorded json: JSONValue) throws(RecordingFault) {
        guard let value = json.stringValue else { throw RecordingFault("is not a string") }
        self = value
    }
}

extension Array: RecordedValue where Element: RecordedValue {
    var recorded: JSONValue { .array(self.map(\.recorded)) }

    init(recorded json: JSONValue) throws(RecordingFault) {
        guard let elements = json.arrayValue else { throw RecordingFault("is not an array") }
        self = []
        self.reserveCapacity(elements.count)
        for element in elements { self.append(try Element(recorded: element)) }
    }
}

/// Written as its raw value.
protocol RecordedWord: RecordedValue, RawRepresentable where RawValue == String {}

extension RecordedWord {
    var recorded: JSONValue { .string(self.rawValue) }

    init(recorded json: JSONValue) throws(RecordingFault) {
        let word = try String(recorded: json)
        guard let value = Self(rawValue: word) else {
            throw RecordingFault("has the unknown value \(word.debugDescription)")
        }
        self = value
    }
}

/// In milliseconds, with as many digits as it needs. The name of the member ends in `_ms`.
extension Duration: RecordedValue {
    var recorded: JSONValue {
        let (seconds, attoseconds) = self.components
        let whole = min(seconds.magnitude, Self.longest) * 1000
        let (more, fraction) = attoseconds.magnitude.quotientAndRemainder(dividingBy: Self.unit)
        var digits = String(Self.unit + fraction).dropFirst()
        while digits.last == "0" { digits.removeLast() }
        let sign = seconds < 0 || attoseconds < 0 ? "-" : ""
        return .number("\(sign)\(whole + more)\(digits.isEmpty ? "" : ".\(digits)")")
    }

    init(recorded json: JSONValue) throws(RecordingFault) {
        guard case .number(let text) = json, let value = Duration(milliseconds: text) else {
            throw RecordingFault("is not a duration")
        }
        self = value
    }

    /// As `recorded` writes it, or as another program wrote it again.
    private init?(milliseconds text: String) {
        let isNegative = text.hasPrefix("-")
        let parts = text.drop { $0 == "-" }.split(separator: ".", omittingEmptySubsequences: false)
        let fraction = parts.count == 2 ? parts[1] : ""
        if parts.count <= 2, fraction.count <= 15, let whole = UInt64(parts[0]),
            let rest = UInt64(fraction + String(repeating: "0", count: 15 - fraction.count)),
            whole / 1000 <= Self.longest
        {
            let size = Duration(
                secondsComponent: Int64(whole / 1000),
                attosecondsComponent: Int64(whole % 1000 * Self.unit + rest))
            self = isNegative ? .zero - size : size
        } else {
            guard let value = Double(text), abs(value) / 1000 < Double(Self.longest) else {
                return nil
            }
            self = .seconds(value / 1000)
        }
    }

    /// In seconds: as many as fit in nanoseconds.
    private static let longest = UInt64(Int64.max) / 1_000_000_000
    /// The attoseconds of a millisecond.
    private static let unit: UInt64 = 1_000_000_000_000_000
}

/// `time` is that of the wall clock in UTC, `clock_ns` the nanoseconds of a clock that never goes
/// back.
extension ChannelsTimestamp: RecordedObject {
    func write(to fields: inout RecordedFields) {
        fields.add("time", String(decoding: UTCTime.bytes(of: self, isExact: true), as: UTF8.self))
        fields.add("clock_ns", Int(self.monotonicNanoseconds))
    }

    init(from fields: RecordedFields) throws(RecordingFault) {
        let time: String = try fields.get("time")
        guard let wall = UTCTime.microseconds(of: time) else {
            throw RecordingFault("time is not a time")
        }
        let clock = try fields.get("clock_ns", as: RecordedClock.self)
        self.init(monotonicNanoseconds: clock.value, wallMicroseconds: wall)
    }
}

private struct RecordedClock: RecordedValue {
    let value: Int64
    var recorded: JSONValue { Int(self.value).recorded }

    init(recorded json: JSONValue) throws(RecordingFault) {
        guard let value = json.intValue, value.magnitude <= UInt(RecordedRange.clock) else {
            throw RecordingFault("is not a time")
        }
        self.value = Int64(value)
    }
}

/// The whole hash; it is only compared.
extension SecretMark: RecordedValue {
    var recorded: JSONValue { self.hash.recorded }

    init(recorded json: JSONValue) throws(RecordingFault) {
        guard let hash = json.intValue else { throw RecordingFault("is not a mark") }
        self.init(recorded: hash)
    }
}

// MARK: Names

extension ChannelName: RecordedValue {
    var recorded: JSONValue { .string(self.text) }
    init(recorded json: JSONValue) throws(RecordingFault) {
        self.init(wire: try String(recorded: json))
    }
}

extension EventName: RecordedValue {
    var recorded: JSONValue { .string(self.text) }
    init(recorded json: JSONValue) throws(RecordingFault) { self.init(try String(recorded: json)) }
}

extension UserID: RecordedValue {
    var recorded: JSONValue { .string(self.text) }
    init(recorded json: JSONValue) throws(RecordingFault) { self.init(try String(recorded: json)) }
}

extension SocketID: RecordedValue {
    var recorded: JSONValue { .string(self.text) }

    init(recorded json: JSONValue) throws(RecordingFault) {
        guard let id = SocketID(try String(recorded: json)) else {
            throw RecordingFault("is not a socket id")
        }
        self = id
    }
}

extension BindingID: RecordedValue {
    var recorded: JSONValue { self.number.recorded }
    init(recorded json: JSONValue) throws(RecordingFault) { self.init(try Int(recorded: json)) }
}

extension CloseCode: RecordedValue {
    var recorded: JSONValue { Int(self.rawValue).recorded }

    init(recorded json: JSONValue) throws(RecordingFault) {
        guard let code = UInt16(exactly: try Int(recorded: json)) else {
            throw RecordingFault("is not a close code")
        }
        self.init(rawValue: code)
    }
}
