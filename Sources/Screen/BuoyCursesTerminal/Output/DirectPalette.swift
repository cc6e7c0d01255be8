import BuoyTextScreen

/// Lets ncurses, which knows only 256 colours, show any colour.
///
/// Each colour gets one of the places 16 to 255 of the palette. ncurses writes the place, which is
/// then replaced by the colour: `Esc [ 38;5;16 m` becomes `Esc [ 38;2;136;192;208 m`. The
/// terminal's own palette is never changed.
struct DirectPalette {
    private var places: [Color: Int32] = [:]

    /// By place, from 16 on: what follows the 38 or 48.
    private var parameters: [[UInt8]] = []

    private var begun: [UInt8] = []

    /// The places before it are the user's own colours.
    private static let firstPlace = 16

    /// The palette's 240 fixed colours lose their own places. `nil` if all places are taken.
    mutating func place(of color: Color) -> Int32? {
        if let place = self.places[color] { return place }
        let place = Int32(Self.firstPlace + self.parameters.count)
        guard place < 256, let parameters = Self.parameters(of: color) else { return nil }
        self.places[color] = place
        self.parameters.append(Array(parameters.utf8))
        return place
    }

    /// Everything on the screen must be rewritten afterwards.
    mutating func forget() {
        self.places = [:]
        self.parameters = []
    }

    /// Trailing bytes that may be part of a sequence are kept, and returned with the next ones.
    mutating func rewritten(_ bytes: [UInt8]) -> [UInt8] {
        guard !bytes.isEmpty, !self.parameters.isEmpty || !self.begun.isEmpty else { return bytes }
        let input = self.begun.isEmpty ? bytes : self.begun + bytes
        self.begun = []
        var output: [UInt8] = []
        output.reserveCapacity(input.count + input.count / 2)
        let end = input.withUnsafeBufferPointer { self.rewrite($0, into: &output) }
        if end < input.count { self.begun = Array(input[end...]) }
        return output
    }

    private func rewrite(_ input: UnsafeBufferPointer<UInt8>, into output: inout [UInt8]) -> Int {
        var copied = 0
        var index = 0
        while index < input.count {
            guard input[index] == 0x1B else {
                index += 1
                continue
            }
            switch ColorSequence.read(input, at: index) {
            case .other: index += 1
            case .unfinished:
                output += input[copied..<index]
                return index
            case .color(let place, let end):
                if place >= Self.firstPlace, place - Self.firstPlace < self.parameters.count {
                    // Up to the 38 or 48.
                    output += input[copied..<index + 4]
                    output.append(UInt8(ascii: ";"))
                    output += self.parameters[place - Self.firstPlace]
                    output.append(UInt8(ascii: "m"))
                    copied = end
                }
                index = end
            }
        }
        output += input[copied...]
        return input.count
    }

    static func canReplace(_ sequence: [UInt8]) -> Bool {
        sequence.withUnsafeBufferPointer { sequence in
            if case .color(_, let end) = ColorSequence.read(sequence, at: 0) {
                end == sequence.count
            } else {
                false
            }
        }
    }

    private static func parameters(of color: Color) -> String? {
        switch color {
        case .rgb(let rgb): "2;\(rgb.red);\(rgb.green);\(rgb.blue)"
        case .indexed(let index): "5;\(index)"
        case .standard, .named: nil
        }
    }
}

/// `Esc [ 38;5;16 m`, or with colons.
private enum ColorSequence {
    case other
    case unfinished
    case color(place: Int, end: Int)

    static func read(_ bytes: UnsafeBufferPointer<UInt8>, at start: Int) -> ColorSequence {
        for offset in 0..<Self.length {
            guard start + offset < bytes.count else { return .unfinished }
            let byte = bytes[start + offset]
            let isExpected =
                switch offset {
                case 0: byte == 0x1B
                case 1: byte == UInt8(ascii: "[")
                case 2: byte == UInt8(ascii: "3") || byte == UInt8(ascii: "4")
                case 3: byte == UInt8(ascii: "8")
                case 5: byte == UInt8(ascii: "5")
                default: byte == UInt8(ascii: ";") || byte == UInt8(ascii: ":")
                }
            guard isExpected else { return .other }
        }
        var place = 0
        for index in start + Self.length..<start + Self.length + 4 {
            guard index < bytes.count else { return .unfinished }
            switch bytes[index] {
            case UInt8(ascii: "0")...UInt8(ascii: "9"):
                place = place * 10 + Int(bytes[index] - UInt8(ascii: "0"))
            case UInt8(ascii: "m"): return .color(place: place, end: index + 1)
            default: return .other
            }
        }
        return .other
    }

    private static let length = 7
}
