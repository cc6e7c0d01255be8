struct MouseReport: Hashable {
    enum Button: Hashable {
        case first, other

        /// The oldest form uses this for every release, all forms for mere motion.
        case none
        case wheelUp, wheelDown
    }

    let button: Button
    let isMotion: Bool
    let isRelease: Bool

    /// Counted from 1, as is `row`.
    let column: Int
    let row: Int

    /// The form of mode 1006: `Esc [ < button ; column ; row M`, with `m` for a release.
    init?(_ sequence: ControlSequence) {
        guard sequence.parameters.first == UInt8(ascii: "<"),
            sequence.final == UInt8(ascii: "M") || sequence.final == UInt8(ascii: "m")
        else { return nil }
        let numbers = ControlSequence(
            parameters: Array(sequence.parameters.dropFirst()), final: sequence.final
        ).numbers
        guard numbers.count == 3 else { return nil }
        self.init(
            code: numbers[0], column: numbers[1], row: numbers[2],
            isRelease: sequence.final == UInt8(ascii: "m"))
    }

    /// The oldest form: three bytes after `Esc [ M`, each 32 more than its value. `nil` for
    /// positions beyond column and row 223, which it cannot express.
    init?(oldest bytes: [UInt8]) {
        guard bytes.count == 3, bytes.allSatisfy({ $0 >= 32 }) else { return nil }
        let code = Int(bytes[0]) - 32
        self.init(
            code: code, column: Int(bytes[1]) - 32, row: Int(bytes[2]) - 32,
            isRelease: code & 0x63 == 3)
    }

    private init?(code: Int, column: Int, row: Int, isRelease: Bool) {
        guard column > 0, row > 0, code >= 0 else { return nil }
        // Shift, Alt and Ctrl (4, 8, 16) are ignored.
        switch code & 0xC3 {
        case 0: self.button = .first
        case 3: self.button = .none
        case 0x40: self.button = .wheelUp
        case 0x41: self.button = .wheelDown
        default: self.button = .other
        }
        self.isMotion = code & 0x20 != 0
        self.isRelease = isRelease
        self.column = column
        self.row = row
    }
}
