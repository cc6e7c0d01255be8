import BuoyTestBasics
import ChannelsBasics
import Testing

@testable import BuoyCursesTerminal

@Suite("The clipboard", .inTurn)
struct ClipboardTests {
    private func text(_ route: Clipboard.Route, _ text: String) -> String {
        let bytes = Clipboard(route: route, ending: .bell).sequence(for: Array(text.utf8))
        return String(decoding: bytes, as: UTF8.self)
    }

    @Test(
        "base64 is that of RFC 4648",
        arguments: [
            ("", ""), ("f", "Zg=="), ("fo", "Zm8="), ("foo", "Zm9v"), ("foob", "Zm9vYg=="),
            ("fooba", "Zm9vYmE="), ("foobar", "Zm9vYmFy"), ("\u{FFFD}\u{3FF}?~", "77+9z78/fg=="),
        ])
    func base64(text: String, encoded: String) {
        let bytes = Array(text.utf8)
        #expect(Base64.encode(bytes) == encoded)
        #expect(Base64.length(of: bytes.count) == encoded.utf8.count)
    }

    @Test("every byte goes through base64 unchanged")
    func allBytes() {
        let encoded = Base64.encodedBytes(0...255)
        let alphabet = Array(
            "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)
        let bits = encoded.filter { $0 != UInt8(ascii: "=") }.flatMap { character in
            let value = alphabet.firstIndex(of: character) ?? 0
            return (0..<6).map { value >> (5 - $0) & 1 }
        }
        let bytes = (0..<256).map { index in
            bits[index * 8..<index * 8 + 8].reduce(0) { $0 << 1 | $1 }
        }
        #expect(bytes == Array(0...255))
    }

    @Test(
        "the way to the clipboard depends on what is between",
        arguments: [
            (["TMUX": "/tmp/x,1,0"], "tmux-256color", .tmux),
            (["TMUX": "/tmp/x,1,0", "STY": "1.a"], "screen", .tmux),
            (["STY": "1.a"], "screen-256color", .screen), (["STY": "1.a"], "xterm", .screen),
            ([:], "screen-256color", .screenOrTmux), ([:], "tmux-256color", .terminal),
            ([:], "xterm-256color", .terminal), ([:], "foot", .terminal), ([:], "linux", .none),
            ([:], "vt100", .none), ([:], "st-256color", .terminal),
        ] as [([String: String], String, Clipboard.Route)])
    func routes(variables: [String: String], type: String, route: Clipboard.Route) {
        #expect(Clipboard.route(type: type) { variables[$0] } == route)
    }

    @Test("a terminal is sent one string, with either ending")
    func plain() {
        #expect(self.text(.terminal, "hello") == "\u{1B}]52;c;aGVsbG8=\u{7}")
        #expect(self.text(.tmux, "hello") == "\u{1B}]52;c;aGVsbG8=\u{7}")
        let other = Clipboard(route: .terminal, ending: .stringTerminator)
        #expect(
            other.sequence(for: Array("hello".utf8)) == Array("\u{1B}]52;c;aGVsbG8=\u{1B}\\".utf8))
        #expect(self.text(.none, "hello") == "")
    }

    @Test("GNU screen is sent pieces, each a string of its own for it to unwrap")
    func pieces() {
        #expect(self.text(.screen, "hello") == "\u{1B}P\u{1B}]52;c;aGVsbG8=\u{7}\u{1B}\\")
        let long = self.text(.screen, String(repeating: "a", count: 200))
        let pieces = long.split(separator: "\u{1B}\\").map { $0.dropFirst(2) }
        #expect(pieces.count == 4)
        #expect(pieces.allSatisfy { $0.utf8.count <= 76 + 7 })
        #expect(long.hasPrefix("\u{1B}P") && long.hasSuffix("\u{7}\u{1B}\\"))
        #expect(
            pieces.joined()
                == "\u{1B}]52;c;"
                + Base64.encode([UInt8](repeating: 0x61, count: 200))
                + "\u{7}")
    }

    @Test("when it may be either, both are sent what each reads")
    func either() {
        #expect(
            self.text(.screenOrTmux, "hello")
                == self.text(.terminal, "hello") + self.text(.screen, "hello"))
    }

    @Test("nothing of a hostile text is in a sequence as it was")
    func hostile() {
        let hostile = "\u{1B}]52;c;!\u{7}\u{1B}\\\u{9C}\r\n;;"
        for route in [Clipboard.Route.terminal, .screen, .screenOrTmux] {
            let inner = self.text(route, hostile).dropFirst(2)
            #expect(!inner.contains("]52;c;!"))
            #expect(!inner.contains("\u{9C}") && !inner.contains("\r"))
        }
    }

    @Test("the largest text fits into what terminals take, and not one byte more does")
    func limit() {
        #expect(Base64.length(of: Clipboard.largestText) <= 74_994)
        #expect(Base64.length(of: Clipboard.largestText + 1) > 74_994)
        #expect(Clipboard.largestText == 56_244)
    }

    @Test(
        "a report says what was sent, and never that it was copied",
        arguments: [
            (.sent(bytes: 214), true, "sent 214 B to the terminal's clipboard"),
            (
                .sentThroughTmux(bytes: 214), true,
                "sent 214 B to tmux and through it to the terminal's clipboard"
            ),
            (
                .sentToTmuxAlone(bytes: 5), true,
                "sent 5 B to tmux, which is too old to forward them: paste inside tmux"
            ),
            (
                .sentPastTmux(bytes: 5, problem: "exit status 1"), false,
                "tmux did not accept the text (exit status 1): sent 5 B to the terminal directly, which works "
                    + "only with set-clipboard on"
            ),
            (
                .tooLarge(bytes: 56_245), false,
                "56245 B exceeds the terminal clipboard limit of 56244 B: export to "
                    + "a file instead"
            ),
            (
                .noClipboard(type: "linux"), false,
                "the terminal type linux does not support a clipboard: export to a file instead"
            ),
        ] as [(ClipboardReport, Bool, String)])
    func reports(report: ClipboardReport, isSent: Bool, text: String) {
        #expect("\(report)" == text)
        #expect(report.isSent == isSent)
    }

    @Test("no report calls it copied")
    func neverCopied() {
        let reports: [ClipboardReport] = [
            .sent(bytes: 1), .sentThroughTmux(bytes: 1), .sentToTmuxAlone(bytes: 1),
            .sentPastTmux(bytes: 1, problem: ""),
            .empty, .tooLarge(bytes: 1), .noClipboard(type: ""), .busy, .interrupted,
        ]
        #expect(reports.allSatisfy { !"\($0)".contains("copied") })
    }

    @Test(
        "a program that stands for tmux and fails is told of",
        arguments: [
            ("no-such-program-here", .notRun("not found")),
            ("/dev/null", .notRun("Permission denied")),
            ("false", .refused(status: 1)),
            ("true", .unread),
        ] as [(String, TmuxProgram.Problem)])
    func failures(program: String, problem: TmuxProgram.Problem) async {
        // More than a socket holds, so that the writing meets the end of the program too.
        let text = [UInt8](repeating: 0x61, count: 1_000_000)
        #expect(await TmuxProgram.load(text, program: program) == problem)
    }
}
