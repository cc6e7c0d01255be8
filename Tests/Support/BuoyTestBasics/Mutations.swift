import Foundation

/// Good input with a few small changes: for tests that give parsers whatever comes. The same seed
/// makes the same.
///
/// `FUZZ_FACTOR=100 swift test --filter "Fuzz|Forged|mutated"` tries a hundred times as many as
/// usual, and `FUZZ_FIRST=1000` starts at another seed.
package struct Mutations: Sendable {
    private let inputs: [[UInt8]]
    private let pieces: [[UInt8]]

    /// How many times as much is tried.
    package static let factor = Self.number("FUZZ_FACTOR", standard: 1)

    /// The seeds of a test that usually has this many.
    package static func seeds(_ count: Int) -> Range<UInt64> {
        let first = UInt64(Self.number("FUZZ_FIRST", standard: 0))
        return first..<first + UInt64(count * Self.factor)
    }

    private static func number(_ variable: String, standard: Int) -> Int {
        ProcessInfo.processInfo.environment[variable].flatMap(Int.init).map { max($0, 0) }
            ?? standard
    }

    /// Numbers at the ends of what readers take.
    private static let numbers = [
        "-9223372036854775808", "9223372036854775807", "-9223372036854775807",
        "18446744073709551616",
        "999999999999999999", "-999999999999999999", "1000000000000000000", "9007199254740992",
        "9007199254740991", "-1", "0", "1", "1.5", "1e400", "-0", "4294967296", "65536",
        "4611686018427387904", "-4611686018427387904",
    ].map { Array($0.utf8) }

    /// - Parameters:
    ///   - inputs: what is changed.
    ///   - pieces: what is inserted.
    package init(of inputs: [[UInt8]], pieces: [String] = []) {
        self.inputs = inputs
        self.pieces = pieces.map { Array($0.utf8) }
    }

    /// One of the inputs, with one to four changes: a byte, a hole, a doubling, a piece of another
    /// input, or another number.
    package func next(_ dice: inout Dice) -> [UInt8] {
        var bytes = self.inputs.randomElement(using: &dice) ?? []
        for _ in 0..<dice.number(1...4) where !bytes.isEmpty {
            let place = dice.number(0...bytes.count - 1)
            let end = min(bytes.count, place + dice.number(1...8))
            switch dice.number(0...6) {
            case 0: bytes[place] = UInt8.random(in: .min ... .max, using: &dice)
            case 1: bytes.removeSubrange(place..<end)
            case 2: bytes.insert(contentsOf: bytes[place..<end], at: place)
            case 3:
                let other = self.inputs.randomElement(using: &dice) ?? []
                bytes.insert(contentsOf: other.prefix(40), at: place)
            case 4:
                bytes.insert(contentsOf: self.pieces.randomElement(using: &dice) ?? [], at: place)
            default: Self.replaceNumber(in: &bytes, from: place, &dice)
            }
        }
        return bytes
    }

    private static func replaceNumber(
        in bytes: inout [UInt8], from place: Int, _ dice: inout Dice
    ) {
        let isDigit = { (byte: UInt8) in (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) }
        guard
            let start = bytes[place...].firstIndex(where: isDigit)
                ?? bytes.firstIndex(where: isDigit)
        else { return }
        let end = bytes[start...].firstIndex { !isDigit($0) } ?? bytes.count
        bytes.replaceSubrange(start..<end, with: Self.numbers.randomElement(using: &dice) ?? [])
    }
}
