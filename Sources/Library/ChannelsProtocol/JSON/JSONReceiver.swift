/// Receives what a scanner reads. Ranges refer to the text; those of strings and keys exclude the
/// quotes and include the escapes.
protocol JSONReceiver {
    mutating func key(_ contents: Range<Int>)
    mutating func string(_ contents: Range<Int>)
    mutating func number(_ digits: Range<Int>)
    mutating func literal(_ value: JSON)
    mutating func open(_ container: JSONContainer)
    mutating func close(_ container: JSONContainer)
}

/// A value that contains values.
enum JSONContainer {
    case array, object

    var closingByte: UInt8 {
        switch self {
        case .array: UInt8(ascii: "]")
        case .object: UInt8(ascii: "}")
        }
    }
}
