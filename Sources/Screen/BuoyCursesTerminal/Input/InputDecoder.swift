import BuoyTextScreen

/// ncurses knows the keys of the terminal type. Everything else arrives as Esc and loose
/// characters: Alt with a key, the markers around a paste, keys in another notation, and answers of
/// the terminal, even to queries that were not sent. Each such sequence is read to its end here, so
/// that none of its letters is taken for a command.
///
/// ```
/// ground ──Esc──▶ escape ──[──▶ sequence ──final──▶ ground, or paste ──Esc [ 2 0 1 ~──▶ ground
///                   │               └──M──▶ mouse ──three bytes──▶ ground
///                   ├──O──▶ keypad ──any but digits──▶ ground
///                   ├──] P _ ^ X──▶ string ──BEL, Esc \, control──▶ ground
///                   │                  └──Esc in a paste──▶ escape
///                   ├──Esc──▶ escape, where an arrow is one with Alt
///                   └──other──▶ ground (Alt)
/// ```
struct InputDecoder {
    private enum State {
        case ground

        case escape(isSecond: Bool)

        /// `Esc [` and what follows, up to a final character; with Alt after two Esc.
        case sequence([UInt8], hasAlt: Bool)

        /// `Esc O`, followed by one character; some terminals put modifiers before it.
        case keypad([UInt8], hasAlt: Bool)

        /// Up to its terminator, however long, so that no part of it is taken for keys; with the
        /// number of characters so far, as far as they may be an answer.
        case string(UInt8, length: Int)

        /// The Esc of the terminator was received.
        case stringEnd

        /// The oldest form, which has three bytes.
        case mouse([UInt8])
    }

    /// The rest is dropped. A byte more than a line takes, so that a prompt can say so.
    static let largestPaste = TextField.byteLimit + 1

    private static let longestSequence = 64
    private static let longestKeypad = 8
    private static let longestAnswer = 256

    var mouse = MouseFilter()

    /// Answers are kept, and the possible start of an answer is not taken for a key when nothing
    /// follows at once.
    var expectsAnswers = false

    private let extendedKeys: [Int32: KeyPress]
    private var state = State.ground
    private var paste: [UInt8]?
    private var character = UTF8Collector()
    private var answers: [TerminalAnswer] = []

    private var body: [UInt8] = []

    init(extendedKeys: [Int32: KeyPress] = [:]) {
        self.extendedKeys = extendedKeys
    }

    /// Something is unfinished, so that a pause in the input matters.
    var isWaiting: Bool {
        if case .ground = self.state { return self.paste != nil }
        return true
    }

    mutating func received(byte: UInt8) -> [KeyPress] {
        switch self.state {
        case .ground: return self.ground(byte)
        case .escape(let isSecond): return self.afterEscape(byte, isSecond: isSecond)
        case .sequence(let bytes, let hasAlt): return self.sequence(bytes, byte, hasAlt: hasAlt)
        case .keypad(let bytes, let hasAlt): return self.keypad(bytes, byte, hasAlt: hasAlt)
        case .string(let introducer, let length):
            return self.string(introducer, length, byte)
        case .stringEnd:
            self.state = .ground
            return []
        case .mouse(let bytes): return self.mouse(bytes + [byte])
        }
    }

    mutating func received(key code: Int32) -> [KeyPress] {
        let key = self.extendedKeys[code] ?? KeyCode.key(for: code)
        if key == .resize { return [.resize] }
        let before = self.state
        self.state = .ground
        switch before {
        case .mouse(let bytes):
            // Column 95 is the backspace key of many terminals.
            return key == .backspace ? self.mouse(bytes + [0x7F]) : []
        case .escape(let isSecond):
            let key = key?.withAlt
            return (isSecond ? self.emit(.escape) : []) + self.emit(key)
        case .ground, .sequence, .keypad, .string, .stringEnd: return self.emit(key)
        }
    }

    mutating func takeAnswers() -> [TerminalAnswer] {
        defer { self.answers = [] }
        return self.answers
    }

    /// The possible start of a sequence becomes a key if it is short enough to have been typed and
    /// no answer is expected.
    mutating func inputEnded() -> [KeyPress] {
        guard !self.expectsAnswers else { return [] }
        let keys: [KeyPress]
        switch self.state {
        case .escape(let isSecond): keys = isSecond ? [.escape, .escape] : [.escape]
        case .sequence([], let hasAlt): keys = (hasAlt ? [.escape] : []) + [.alt("[")]
        case .keypad([], let hasAlt): keys = (hasAlt ? [.escape] : []) + [.alt("O")]
        case .string(let introducer, length: 0): keys = [.alt(Unicode.Scalar(introducer))]
        case .ground, .sequence, .keypad, .string, .stringEnd, .mouse: return []
        }
        self.state = .ground
        return self.paste == nil ? keys : []
    }

    /// Nothing unfinished will be completed: the rest of a sequence is lost, and an unfinished
    /// paste is complete.
    mutating func inputPaused() -> [KeyPress] {
        self.state = .ground
        self.character = UTF8Collector()
        return self.endPaste()
    }
}

extension InputDecoder {
    private mutating func ground(_ byte: UInt8) -> [KeyPress] {
        if byte == 0x1B {
            self.state = .escape(isSecond: false)
            return []
        }
        guard self.paste == nil else {
            self.appendToPaste(byte)
            return []
        }
        return self.character.received(byte).flatMap(Self.key).map { [$0] } ?? []
    }

    private mutating func afterEscape(_ byte: UInt8, isSecond: Bool) -> [KeyPress] {
        switch byte {
        case UInt8(ascii: "["):
            self.state = .sequence([], hasAlt: isSecond)
            return []
        case UInt8(ascii: "O") where self.paste == nil:
            self.state = .keypad([], hasAlt: isSecond)
            return []
        case 0x1B:
            // The first of three in a row was a key.
            self.state = .escape(isSecond: true)
            return isSecond ? self.emit(.escape) : []
        default:
            return (isSecond ? self.emit(.escape) : []) + self.afterOneEscape(byte)
        }
    }

    private mutating func afterOneEscape(_ byte: UInt8) -> [KeyPress] {
        switch byte {
        case UInt8(ascii: "]"), UInt8(ascii: "P"), UInt8(ascii: "_"), UInt8(ascii: "^"),
            UInt8(ascii: "X"):
            self.state = .string(byte, length: 0)
            self.body = []
            return []
        default:
            let scalar = self.character.received(byte)
            guard !self.character.isUnfinished else {
                self.state = .escape(isSecond: false)
                return []
            }
            self.state = .ground
            // Alt with a control key has no name here, and must not be taken for the control key
            // alone.
            return self.emit(scalar.flatMap { Self.isPrintable($0) ? .alt($0) : nil })
        }
    }

    private mutating func sequence(
        _ bytes: [UInt8], _ byte: UInt8, hasAlt: Bool
    ) -> [KeyPress] {
        guard 0x20..<0x7F ~= byte, bytes.count < Self.longestSequence else {
            // Cancelled, or not a sequence at all. An Esc starts the next one.
            self.state = byte == 0x1B ? .escape(isSecond: false) : .ground
            return []
        }
        if byte < 0x40 || (byte == UInt8(ascii: "[") && bytes.isEmpty) {
            self.state = .sequence(bytes + [byte], hasAlt: hasAlt)
            return []
        }
        self.state = .ground
        if byte == UInt8(ascii: "M"), bytes.isEmpty {
            self.state = .mouse([])
            return []
        }
        let keys = self.finished(ControlSequence(parameters: bytes, final: byte))
        return hasAlt ? keys.map(\.withAlt) : keys
    }

    private mutating func finished(_ sequence: ControlSequence) -> [KeyPress] {
        if let report = MouseReport(sequence) {
            return self.emit(self.mouse.press(for: report).map(KeyPress.mouse))
        }
        if sequence.isAttributes { self.keep(.attributes) }
        if sequence.isKeyboard { self.keep(.keyboard) }
        switch (sequence.final, sequence.numbers) {
        case (UInt8(ascii: "~"), [200]):
            self.paste = self.paste ?? []
            return []
        case (UInt8(ascii: "~"), [201]):
            return self.endPaste()
        default:
            return self.emit(sequence.key)
        }
    }

    private mutating func mouse(_ bytes: [UInt8]) -> [KeyPress] {
        guard bytes.last != 0x1B else {
            // Without a button and a place, it was pasted text that only looked like a report.
            self.state = .escape(isSecond: false)
            return []
        }
        guard bytes.count == 3 else {
            self.state = .mouse(bytes)
            return []
        }
        self.state = .ground
        let press = MouseReport(oldest: bytes).flatMap { self.mouse.press(for: $0) }
        return self.emit(press.map(KeyPress.mouse))
    }

    /// What follows `Esc O`: a letter, before which some terminals put the number of the modifiers.
    private mutating func keypad(_ bytes: [UInt8], _ byte: UInt8, hasAlt: Bool) -> [KeyPress] {
        guard 0x20..<0x7F ~= byte, bytes.count < Self.longestKeypad else {
            self.state = byte == 0x1B ? .escape(isSecond: false) : .ground
            return []
        }
        if 0x30...0x3B ~= byte {
            self.state = .keypad(bytes + [byte], hasAlt: hasAlt)
            return []
        }
        self.state = .ground
        let key: KeyPress? =
            if ControlSequence.arrows[byte] != nil {
                ControlSequence(parameters: bytes, final: byte).key
            } else if let arrow = ControlSequence.arrows[byte &- 0x20] {
                // rxvt, with Ctrl.
                .controlArrow(arrow)
            } else {
                Self.keypadKeys[byte]
            }
        return self.emit(hasAlt ? key?.withAlt : key)
    }

    private mutating func string(
        _ introducer: UInt8, _ length: Int, _ byte: UInt8
    ) -> [KeyPress] {
        if byte == 0x1B, self.paste != nil {
            // Possibly the end of the paste, which takes precedence over everything in it.
            self.state = .escape(isSecond: false)
            return []
        }
        if byte == 0x1B {
            // Esc \ ends the string; outside a string it would be Alt-\.
            self.keep(TerminalAnswer(introducer: introducer, body: self.body))
            self.state = .stringEnd
            return []
        }
        if byte < 0x20 {
            if byte == 0x07 {
                self.keep(TerminalAnswer(introducer: introducer, body: self.body))
            }
            self.state = .ground
            return []
        }
        self.state = .string(introducer, length: min(length + 1, Self.longestAnswer))
        if self.expectsAnswers, length < Self.longestAnswer { self.body.append(byte) }
        return []
    }

    private mutating func keep(_ answer: TerminalAnswer?) {
        self.body = []
        guard self.expectsAnswers, self.paste == nil, let answer else { return }
        self.answers.append(answer)
    }

    private mutating func appendToPaste(_ byte: UInt8) {
        guard let length = self.paste?.count, length < Self.largestPaste else { return }
        self.paste?.append(byte)
    }

    private mutating func endPaste() -> [KeyPress] {
        defer { self.paste = nil }
        return self.paste.map { [.paste($0)] } ?? []
    }

    private func emit(_ key: KeyPress?) -> [KeyPress] {
        guard let key, self.paste == nil else { return [] }
        return [key]
    }

    private static func key(for scalar: Unicode.Scalar) -> KeyPress? {
        switch scalar.value {
        case 0x09: .tab
        case 0x0A, 0x0D: .enter
        case 0x08, 0x7F: .backspace
        case 0x00...0x1F: Unicode.Scalar(scalar.value + 0x40).map(KeyPress.control)
        case 0x80...0x9F: nil
        default: .character(scalar)
        }
    }

    private static func isPrintable(_ scalar: Unicode.Scalar) -> Bool {
        scalar.value >= 0x20 && !(0x7F...0x9F ~= scalar.value)
    }

    private static let keypadKeys: [UInt8: KeyPress] = [
        UInt8(ascii: "H"): .home, UInt8(ascii: "F"): .end,
        UInt8(ascii: "M"): .enter, UInt8(ascii: "P"): .function(1), UInt8(ascii: "Q"): .function(2),
        UInt8(ascii: "R"): .function(3), UInt8(ascii: "S"): .function(4),
    ]
}
