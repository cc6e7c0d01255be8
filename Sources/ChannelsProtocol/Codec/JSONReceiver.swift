/// Is told what a scanner passes. Ranges are those of the text: of strings and keys without their
/// quotes, and with their escapes.
protocol JSONReceiver {
    mutating func key(_ contents: Range<Int>)
    mutating func string(_ contents: Range<Int>)
    mutating func number(_ digits: Range<Int>)
    mutating func literal(_ value: JSON)
    mutating func open(_ container: JSONContainer)
    mutating func close(_ container: JSONContainer)
}

/// What has values inside.
enum JSONContainer {
    case array, object

    var closingByte: UInt8 {
        switch self {
        case .array: UInt8(ascii: "]")
        case .object: UInt8(ascii: "}")
        }
    }
}
