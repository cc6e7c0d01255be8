import BuoyTestBasics
import BuoyTextScreen
import Testing

@testable import BuoyCursesTerminal

@Suite("Keys from ncurses")
struct InputDecoderTests {
    /// What one burst of characters means.
    private func keys(_ text: String) -> [KeyPress] {
        var decoder = InputDecoder()
        return decoder.burst(text)
    }

    @Test(
        "characters are keys",
        arguments: [
            ("u", [.character("u")]), ("é日", [.character("é"), .character("日")]),
            (" ", [.character(" ")]), ("\r", [.enter]), ("\n", [.enter]), ("\t", [.tab]),
            ("\u{7F}\u{8}", [.backspace, .backspace]), ("\u{1}", [.control("A")]),
            ("\u{1A}\u{3}\u{1C}", [.control("Z"), .control("C"), .control("\\")]),
            ("\0", [.control("@")]), ("\u{9B}", []), ("\u{85}u", [.character("u")]),
        ] as [(HostileString, [KeyPress])])
    func characters(text: HostileString, keys: [KeyPress]) {
        let text = text.text
        #expect(self.keys(text) == keys)
    }

    @Test(
        "Esc alone is a key, and with a key behind it Alt",
        arguments: [
            ("\u{1B}", [.escape]), ("\u{1B}x", [.alt("x")]), ("\u{1B}\u{1B}", [.escape, .escape]),
            ("\u{1B}é", [.alt("é")]), ("\u{1B}[", [.alt("[")]), ("\u{1B}O", [.alt("O")]),
            ("\u{1B}]", [.alt("]")]), ("\u{1B}\r", []), ("\u{1B}xu", [.alt("x"), .character("u")]),
        ] as [(HostileString, [KeyPress])])
    func escape(text: HostileString, keys: [KeyPress]) {
        let text = text.text
        #expect(self.keys(text) == keys)
    }

    @Test(
        "the end of a paste wins over everything that was begun in it",
        arguments: [
            "\u{1B}]0;never", "\u{1B}P1000p", "\u{1B}_x", "\u{1B}^x", "\u{1B}Xx", "\u{1B}[M",
            "\u{1B}[M!", "\u{1B}", "\u{1B}[", "\u{1B}[1;", "\u{1B}\u{1B}", "\u{1B}]\u{1B}",
            "\u{1B}é\u{1B}",
        ] as [HostileString])
    func pasteEnds(begun: HostileString) {
        var decoder = InputDecoder()
        let keys = decoder.burst("\u{1B}[200~a\(begun.text)\u{1B}[201~\u{3}")
        #expect(keys.count == 2)
        #expect(keys.last == .control("C"))
        guard case .paste(let text) = keys.first else {
            Issue.record("\(keys)")
            return
        }
        #expect(text.first == UInt8(ascii: "a"))
        #expect(!text.contains(0x1B))
        #expect(!String(decoding: text, as: UTF8.self).contains("201~"))
    }

    @Test("whatever is pasted, its end is seen", arguments: 0..<300)
    func pastedBytes(seed: Int) {
        var dice = Dice(seed: UInt64(seed))
        let likely: [UInt8] = Array("\u{1B}[]P_^XMO0;~\\".utf8) + [0x07, 0xC3, 0x9B]
        let pasted = (0..<dice.number(0...40)).map { _ in
            dice.isHeads() ? likely[dice.number(0...likely.count - 1)] : UInt8(dice.number(0...255))
        }
        var decoder = InputDecoder()
        let keys = decoder.burst(
            Array("\u{1B}[200~".utf8) + pasted + Array("\u{1B}[201~\u{3}".utf8))
        #expect(keys.last == .control("C"), "\(pasted)")
        #expect(keys.count == 2, "\(pasted)")
    }

    @Test(
        "keys in another notation than the terminal type's are understood",
        arguments: [
            ("\u{1B}[A", [.up]), ("\u{1B}[1;2B", [.down]), ("\u{1B}OC", [.right]),
            ("\u{1B}[H\u{1B}[4~", [.home, .end]), ("\u{1B}[3~", [.delete]),
            ("\u{1B}[3;2~", [.delete]), ("\u{1B}[Z", [.backTab]), ("\u{1B}OP", [.function(1)]),
            ("\u{1B}[24~", [.function(12)]), ("\u{1B}[I\u{1B}[O", [.focusIn, .focusOut]),
            ("\u{1B}[97u", [.character("a")]), ("\u{1B}[97;5u", [.control("A")]),
            ("\u{1B}[97;3u", [.alt("a")]), ("\u{1B}[27u", [.escape]), ("\u{1B}[13;2u", [.enter]),
            ("\u{1B}[27;5;108~", [.control("L")]), ("\u{1B}[9;2u", [.backTab]),
            ("\u{1B}[97:65;5u", [.control("A")]),
            ("\u{1B}[97;65u", [.character("a")]),
            ("\u{1B}[99;5u\u{1B}[122;5u", [.control("C"), .control("Z")]),
            ("\u{1B}[91;5u\u{1B}[105;5u", [.escape, .tab]),
            ("\u{1B}[109;5u\u{1B}[106;5u\u{1B}[104;5u", [.enter, .enter, .backspace]),
            ("\u{1B}[32;5u\u{1B}[47;5u", [.control("@"), .control("_")]),
            ("\u{1B}[233;3u", [.alt("é")]), ("\u{1B}[13;3u", [.enter]),
            ("\u{1B}[57399u\u{1B}[57408u", [.character("0"), .character("9")]),
            ("\u{1B}[57414u\u{1B}[57420u\u{1B}[57409u", [.enter, .down, .character(".")]),
            ("\u{1B}[57427u\u{1B}[57441u", []),
        ] as [(HostileString, [KeyPress])])
    func notations(text: HostileString, keys: [KeyPress]) {
        let text = text.text
        #expect(self.keys(text) == keys)
    }

    @Test(
        "arrows with Alt and Ctrl are keys of their own in every notation, with Shift they are arrows",
        arguments: [
            ("\u{1B}[1;3A", [.altArrow(.up)]), ("\u{1B}[1;4B", [.altArrow(.down)]),
            ("\u{1B}[1;5D", [.controlArrow(.left)]), ("\u{1B}[1;6C", [.controlArrow(.right)]),
            ("\u{1B}[1;2A", [.up]), ("\u{1B}[1;69D", [.controlArrow(.left)]),
            ("\u{1B}[5A", [.controlArrow(.up)]), ("\u{1B}O5C", [.controlArrow(.right)]),
            ("\u{1B}O3D", [.altArrow(.left)]), ("\u{1B}O1;3A", [.altArrow(.up)]),
            ("\u{1B}\u{1B}[A", [.altArrow(.up)]), ("\u{1B}\u{1B}OD", [.altArrow(.left)]),
            ("\u{1B}\u{1B}[5~", [.pageUp]), ("\u{1B}Oa", [.controlArrow(.up)]),
            ("\u{1B}Od", [.controlArrow(.left)]), ("\u{1B}[b", [.down]),
            ("\u{1B}\u{1B}x", [.escape, .alt("x")]), ("\u{1B}\u{1B}[", [.escape, .alt("[")]),
            ("\u{1B}\u{1B}\u{1B}[A", [.escape, .altArrow(.up)]),
            ("\u{1B}\u{1B}\u{1B}", [.escape, .escape, .escape]),
            ("\u{1B}[1;7A", []), ("\u{1B}[1;9A", []), ("\u{1B}O5u", []),
        ] as [(HostileString, [KeyPress])])
    func arrows(text: HostileString, keys: [KeyPress]) {
        let text = text.text
        #expect(self.keys(text) == keys)
    }

    @Test("codes that ncurses has for this terminal type alone are the keys they were named for")
    func extendedCodes() {
        var decoder = InputDecoder(extendedKeys: [600: .altArrow(.up), 601: .controlArrow(.left)])
        #expect(decoder.received(key: 600) == [.altArrow(.up)])
        #expect(decoder.received(key: 601) == [.controlArrow(.left)])
        #expect(decoder.received(key: 602) == [])
    }

    @Test("an arrow that ncurses knows is one with Alt when an Esc came right before it")
    func escapeBeforeCode() {
        var decoder = InputDecoder()
        #expect(decoder.received(byte: 0x1B) == [])
        #expect(decoder.received(key: 0o404) == [.altArrow(.left)])
        #expect(decoder.received(byte: 0x1B) + decoder.received(byte: 0x1B) == [])
        #expect(decoder.received(key: 0o405) == [.escape, .altArrow(.right)])
        #expect(decoder.inputEnded() == [])
    }

    @Test(
        "focus is told by two sequences and by nothing like them",
        arguments: ["\u{1B}[1I", "\u{1B}[1;2O", "\u{1B}OI", "\u{1B}[?I", "\u{1B}[<O"]
            as [HostileString])
    func noFocus(text: HostileString) {
        let text = text.text
        #expect(self.keys(text + "u") == [.character("u")])
    }

    @Test(
        "an answer of the terminal that nobody asked for is dropped whole",
        arguments: [
            "\u{1B}[?64;1;2;6u", "\u{1B}[?1;2c", "\u{1B}[>0;276;0c", "\u{1B}[24;80R",
            "\u{1B}]11;rgb:1e1e/1e1e/2e2e\u{7}", "\u{1B}]11;rgb:1e1e/1e1e\u{1B}\\",
            "\u{1B}P1$r0m\u{1B}\\", "\u{1B}_Gi=1;OK\u{1B}\\", "\u{1B}^pm\u{7}", "\u{1B}Xsos\u{7}",
            "\u{1B}[<0;10;5M", "\u{1B}[<0;10;5m", "\u{1B}[M !!", "\u{1B}[<35;1;1M",
            "\u{1B}[?2004;1$y",
            "\u{1B}[[A", "\u{1B}[8;24;80t", "\u{1B}[97;9u", "\u{1B}[99999999999999999999u",
            "\u{1B}[57344u", "\u{1B}[117;1:3u", "\u{1B}[117;:3u", "\u{1B}[1;1:3A", "\u{1B}[3;1:3~",
        ] as [HostileString])
    func answers(text: HostileString) {
        let text = text.text
        #expect(self.keys(text + "u") == [.character("u")])
    }

    @Test("a sequence that comes in two parts is still one")
    func torn() {
        var decoder = InputDecoder()
        #expect(decoder.burst("\u{1B}[1;") == [])
        #expect(decoder.isWaiting)
        #expect(decoder.burst("5A") == [.controlArrow(.up)])
        #expect(decoder.burst("\u{1B}]11;rgb:") == [])
        #expect(decoder.burst("1e1e\u{7}q") == [.character("q")])
        #expect(!decoder.isWaiting)
    }

    @Test("after a pause, what was not ended is given up")
    func pause() {
        var decoder = InputDecoder()
        #expect(decoder.burst("\u{1B}]11;rgb:") == [])
        #expect(decoder.inputPaused() == [])
        #expect(decoder.burst("q") == [.character("q")])
    }

    @Test("a string that never ends does not swallow the keyboard")
    func endless() {
        var decoder = InputDecoder()
        #expect(decoder.burst("\u{1B}]" + String(repeating: "x", count: 5000)) == [])
        #expect(decoder.inputPaused() == [])
        #expect(decoder.burst("q") == [.character("q")])
        #expect(
            decoder.burst("\u{1B}[" + String(repeating: "1", count: 500) + "q").last
                == .character("q"))
        #expect(decoder.burst("\u{1B}]abc\r") == [])
        #expect(decoder.burst("q") == [.character("q")])
    }

    @Test("an answer is dropped to its end, however long it is", arguments: ["\u{7}", "\u{1B}\\"])
    func longAnswer(end: String) {
        var decoder = InputDecoder()
        let answer = "\u{1B}]11;rgb:" + String(repeating: "f", count: 100_000)
        #expect(decoder.burst(answer + end + "q") == [.character("q")])
    }

    @Test("pasted text is one thing, whatever is in it")
    func paste() {
        var decoder = InputDecoder()
        let text = "q\r\u{3}d\u{1B}[Aé\u{1B}xu"
        #expect(
            decoder.burst("\u{1B}[200~" + text + "\u{1B}[201~u")
                == [.paste(Array("q\r\u{3}dé".utf8) + Array("u".utf8)), .character("u")])
    }

    @Test("a paste may come in parts, and keys that ncurses makes of it are not pressed")
    func pasteInParts() {
        var decoder = InputDecoder()
        #expect(decoder.burst("\u{1B}[200~ab") == [])
        #expect(decoder.isWaiting)
        #expect(decoder.received(key: 0o403) == [])
        #expect(decoder.received(key: 0o632) == [.resize])
        #expect(decoder.burst("c\u{1B}[20") == [])
        #expect(decoder.burst("1~") == [.paste(Array("abc".utf8))])
    }

    @Test("a paste without an end is all there is of it after a pause")
    func pasteWithoutEnd() {
        var decoder = InputDecoder()
        #expect(decoder.burst("\u{1B}[200~abc") == [])
        #expect(decoder.inputPaused() == [.paste(Array("abc".utf8))])
        #expect(decoder.burst("q") == [.character("q")])
    }

    @Test("a paste is cut at its limit")
    func longPaste() {
        var decoder = InputDecoder()
        let text = String(repeating: "x", count: 100_000)
        let keys = decoder.burst("\u{1B}[200~" + text + "\u{1B}[201~")
        #expect(keys == [.paste(Array(repeating: 0x78, count: InputDecoder.largestPaste))])
    }

    @Test(
        "key codes of ncurses are keys",
        arguments: [
            (0o402, .down), (0o403, .up), (0o404, .left), (0o405, .right), (0o406, .home),
            (0o407, .backspace), (0o411, .function(1)), (0o424, .function(12)),
            (0o512, .delete), (0o513, .insert), (0o522, .pageDown), (0o523, .pageUp),
            (0o520, .down), (0o521, .up), (0o611, .left), (0o622, .right),
            (0o527, .enter), (0o541, .backTab), (0o550, .end), (0o632, .resize),
        ] as [(Int32, KeyPress)])
    func codes(code: Int32, key: KeyPress) {
        var decoder = InputDecoder()
        #expect(decoder.received(key: code) == [key])
    }

    @Test(
        "codes without a meaning are no keys",
        arguments: [Int32.min, -1, 0, 0o410, 0o600, 0o777, .max])
    func unknownCodes(code: Int32) {
        var decoder = InputDecoder()
        #expect(decoder.received(key: code) == [])
    }

    @Test("bytes that are not UTF-8 are dropped, and the keys around them are not")
    func invalid() {
        var decoder = InputDecoder()
        #expect(
            decoder.burst([
                0x61, 0xFF, 0xFE, 0x80, 0x62, 0xC3, 0x63, 0xC3, 0xA9, 0xED, 0xA0, 0x80, 0x64,
            ])
                == [
                    .character("a"), .character("b"), .character("c"), .character("é"),
                    .character("d"),
                ])
        #expect(decoder.burst([0x1B, 0xC3]) == [.escape])
    }

    @Test("a character may come in parts")
    func tornCharacter() {
        var decoder = InputDecoder()
        #expect(decoder.burst([0xE6, 0x97]) == [])
        #expect(decoder.burst([0xA5]) == [.character("日")])
    }

    @Test("pasted bytes stay as they came")
    func pastedBytes() {
        var decoder = InputDecoder()
        let bytes: [UInt8] = [0xFF, 0xC3, 0xA9, 0x9B]
        let keys = decoder.burst(Array("\u{1B}[200~".utf8) + bytes + Array("\u{1B}[201~".utf8))
        #expect(keys == [.paste(bytes)])
    }

    @Test(
        "random input never sticks: a pause and a key always get through",
        arguments: UInt64(1)...100)
    func random(seed: UInt64) {
        var decoder = InputDecoder()
        var state = seed
        let alphabet = Array("\u{1B}[]O;~200126uMAP\u{7}\r\\x".utf8)
        for _ in 0..<500 {
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            let pick = Int(state >> 33) % alphabet.count
            _ = decoder.received(byte: alphabet[pick])
            if pick == 0 { _ = decoder.inputEnded() }
        }
        _ = decoder.inputEnded()
        _ = decoder.inputPaused()
        #expect(!decoder.isWaiting)
        #expect(decoder.burst("q") == [.character("q")])
    }
}
