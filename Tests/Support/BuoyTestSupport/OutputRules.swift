import BuoyTextScreen

/// What the program may send to a terminal: everything that is not on these lists is a finding.
///
/// Lists of what is allowed, and none of what is forbidden: a function that nobody thought of is a
/// finding too. What else makes a terminal answer is allowed only where a test says so.
package struct OutputRules: Sendable {
    /// Whether the clipboard may be set.
    package var allowsClipboard = false
    /// Whether colours may be chosen.
    package var allowsColor = true
    /// Whether the terminal may be asked for more than its background and its palette.
    package var allowsQuestions = false
    /// Whether the kitty keyboard protocol may be switched on and off.
    package var allowsKeyboard = false
    /// Whether text may have characters that are not ASCII.
    package var allowsUnicode = true

    package init() {}

    /// Final characters of control sequences: moving, erasing, inserting, scrolling, colours.
    private static let finals: Set<Character> = [
        "A", "B", "C", "D", "G", "H", "J", "K", "L", "M", "P", "S", "T", "X", "@", "b", "d", "m",
        "r",
    ]
    /// Private modes. The three of 1000 and more but 2004 report keys and mice; 2026 holds a frame
    /// together.
    private static let modes: Set<String> = [
        "1", "7", "12", "25", "1000", "1002", "1004", "1006", "1049", "2004", "2026",
    ]
    /// Saving and restoring the title.
    private static let titleOperations: Set<String> = ["22;0;0", "23;0;0", "22;2", "23;2"]
    private static let escapes: Set<String> = ["7", "8", "=", ">", "M", "\\", "(B", "(0", ")0"]

    /// What breaks the rules, in the order of the output; at most eight.
    package func findings(in output: some Sequence<UInt8>) -> [String] {
        let pieces = ControlFunctions(output).pieces
        var findings: [String] = []
        for (index, piece) in pieces.enumerated() where findings.count < 8 {
            // The program breaks off what the terminal has not taken, in the middle of a function
            // or a character, and ends it.
            let next = index + 1 < pieces.count ? pieces[index + 1] : nil
            if case .cut(let text) = piece {
                if next != .escape("\\"), next != nil { findings.append("cut off: \(text)") }
            } else if case .text(let bytes) = piece, next == .escape("\\") {
                let whole = Self.withoutUnfinishedCharacter(bytes)
                if let finding = self.finding(inText: whole) { findings.append(finding) }
            } else if let finding = self.finding(piece) {
                findings.append(finding)
            }
        }
        return findings
    }

    private func finding(_ piece: ControlFunctions.Piece) -> String? {
        switch piece {
        case .text(let bytes): self.finding(inText: bytes)
        case .control(let byte):
            [0x08, 0x09, 0x0A, 0x0D, 0x0E, 0x0F].contains(byte) ? nil : "control character \(byte)"
        case .csi(let parameters, let final):
            self.isAllowed(parameters, final) ? nil : "CSI \(parameters)\(final)"
        case .osc(let text): self.finding(inCommand: text)
        case .string("P", "+q524742") where self.allowsQuestions: nil
        case .string("P", "+q5463") where self.allowsQuestions: nil
        case .string(let kind, let text):
            self.allowsClipboard && kind == "P" && !text.contains("\u{7}")
                ? nil : "string \(kind)\(text.prefix(60))"
        case .escape(let text): Self.escapes.contains(text) ? nil : "ESC \(text)"
        case .cut(let text): "cut off: \(text)"
        }
    }

    private func isAllowed(_ parameters: String, _ final: Character) -> Bool {
        switch final {
        case "h", "l":
            if parameters == "4" { return true }
            return parameters.hasPrefix("?")
                && parameters.dropFirst().split(separator: ";").allSatisfy {
                    Self.modes.contains(String($0))
                }
        case "t": return Self.titleOperations.contains(parameters)
        // Every terminal is asked whether it has the keyboard protocol.
        case "c": return parameters.isEmpty
        case "u":
            return parameters == "?" || self.allowsKeyboard && [">1", "<"].contains(parameters)
        case "m": return self.allowsColor || !Self.choosesColor(parameters)
        default:
            return Self.finals.contains(final)
                && parameters.allSatisfy { $0.isASCII && $0.isNumber || $0 == ";" }
        }
    }

    private static func choosesColor(_ parameters: String) -> Bool {
        parameters.split { $0 == ";" || $0 == ":" }.contains {
            Int($0).map { 30...38 ~= $0 || 40...48 ~= $0 || 90...107 ~= $0 } ?? true
        }
    }

    private func finding(inCommand text: String) -> String? {
        let isPrintable = text.unicodeScalars.allSatisfy {
            PlainText.isPrintable($0) && (self.allowsUnicode || $0.isASCII)
        }
        if text.hasPrefix("2;"), isPrintable, text.count <= 82 { return nil }
        // The default theme depends on the answers.
        if text == "11;?" || text.wholeMatch(of: /4;[0-9]{1,2};\?/) != nil { return nil }
        if text == "8;;" || text.wholeMatch(of: Self.link) != nil { return nil }
        if text.hasPrefix("52;c;"), self.allowsClipboard,
            text.dropFirst(5).allSatisfy({
                $0.isASCII && ($0.isLetter || $0.isNumber || "+/=".contains($0))
            })
        {
            return nil
        }
        return "OSC \(text.prefix(60))"
    }

    /// A link to a web address, in printable ASCII without quotes and brackets.
    nonisolated(unsafe) private static let link =
        /8;id=[0-9]+;https?:\/\/[!#-&(-;=?-\[\]_a-z~]{1,2000}/

    private static func withoutUnfinishedCharacter(_ bytes: [UInt8]) -> [UInt8] {
        guard let start = bytes.lastIndex(where: { $0 & 0xC0 != 0x80 }) else { return bytes }
        let length = (~bytes[start]).leadingZeroBitCount
        return bytes.count - start < length ? Array(bytes[..<start]) : bytes
    }

    private func finding(inText bytes: [UInt8]) -> String? {
        if bytes.allSatisfy({ $0 < 0x7F }) { return nil }
        guard let text = String(validating: bytes, as: UTF8.self) else {
            return "not UTF-8: \(bytes.prefix(40))"
        }
        guard self.allowsUnicode else { return "not ASCII: \(text.prefix(40))" }
        return text.unicodeScalars.first { !PlainText.isPrintable($0) }
            .map { "U+\(String($0.value, radix: 16)) in \(text.prefix(40))" }
    }
}

/// Characters that a terminal only shows.
package enum PlainText {
    /// Whether it is shown and does nothing else: no control, bidi, joining, tag or unassigned
    /// character.
    package static func isPrintable(_ scalar: Unicode.Scalar) -> Bool {
        if CharacterWidth.cells(of: scalar) == nil { return false }
        switch scalar.properties.generalCategory {
        case .control, .format, .surrogate, .unassigned, .lineSeparator, .paragraphSeparator:
            return false
        default: return true
        }
    }
}
