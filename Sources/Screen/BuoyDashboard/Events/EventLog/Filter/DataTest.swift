import ChannelsBasics
import ChannelsProtocol

package enum DataTest: Hashable, Sendable {
    /// It may be `null`.
    case exists
    case pattern(FilterPattern)
    case compare(FilterOperator, Operand)

    /// Without quotation marks a value matches however the sender wrote it: `100` matches the
    /// number and the string `"100.0"`, `true` the Boolean and the string.
    package enum Operand: Hashable, Sendable {
        case number(Number)
        /// `true`, `null` or unquoted text, in lower case.
        case word([UInt8])
        /// In lower case; matches only strings.
        case quoted([UInt8])
    }

    func holds(for value: EventData?) -> Bool {
        guard let value else { return false }
        switch self {
        case .exists: return true
        case .pattern(let pattern): return pattern.matches(value.text)
        case .compare(let comparison, let operand): return operand.holds(comparison, value)
        }
    }
}

extension DataTest.Operand {
    init(_ text: FilterText) {
        let bytes = text.text.utf8.map(\.lowercasedASCII)
        self = text.isQuoted ? .quoted(bytes) : .word(bytes)
    }

    fileprivate func holds(_ comparison: FilterOperator, _ value: EventData) -> Bool {
        switch self {
        case .number(let number):
            guard let other = DataTest.Number(value.text) else { return comparison == .notEqual }
            return other.holds(comparison, number)
        case .word(let word):
            return Self.holds(comparison, value, word)
        case .quoted(let text):
            guard value.isString else { return comparison == .notEqual }
            return Self.holds(comparison, value, text)
        }
    }

    private static func holds(
        _ comparison: FilterOperator, _ value: EventData, _ expected: [UInt8]
    ) -> Bool {
        comparison.holds(Bytes(value.text.utf8.map(\.lowercasedASCII)), Bytes(expected))
    }

    private struct Bytes: Comparable {
        let bytes: [UInt8]
        init(_ bytes: [UInt8]) { self.bytes = bytes }
        static func < (left: Bytes, right: Bytes) -> Bool {
            left.bytes.lexicographicallyPrecedes(right.bytes)
        }
    }
}

extension DataTest {
    /// Exact if it is whole and not too large.
    package struct Number: Hashable, Sendable {
        private let whole: Int?
        private let value: Double

        init?(_ text: String) {
            var text = text
            if let short = text.withUTF8(Self.short) {
                self.value = Double(short.digits) / short.divisor
                self.whole = short.divisor == 1 ? short.digits : nil
                return
            }
            let json = JSONValue.number(text)
            guard let value = json.doubleValue else { return nil }
            self.value = value
            self.whole = json.intValue
        }

        /// A few digits, possibly with a decimal point. A `Double` represents both parts exactly,
        /// so their quotient is the nearest one.
        private static func short(
            _ bytes: UnsafeBufferPointer<UInt8>
        ) -> (digits: Int, divisor: Double)? {
            guard bytes.count <= 15, let first = bytes.first, first >= UInt8(ascii: "1"),
                let last = bytes.last, last != UInt8(ascii: ".")
            else { return nil }
            var (digits, divisor) = (0, 0.0)
            for byte in bytes {
                switch byte {
                case UInt8(ascii: "0")...UInt8(ascii: "9"):
                    digits = digits * 10 + Int(byte - UInt8(ascii: "0"))
                    divisor *= 10
                case UInt8(ascii: ".") where divisor == 0: divisor = 1
                default: return nil
                }
            }
            return (digits, max(divisor, 1))
        }

        func holds(_ comparison: FilterOperator, _ other: Number) -> Bool {
            if let whole = self.whole, let other = other.whole {
                return comparison.holds(whole, other)
            }
            return comparison.holds(self.value, other.value)
        }
    }
}
