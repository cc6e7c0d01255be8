import BuoyTestBasics
import BuoyTextScreen
import Testing

@testable import BuoyCursesTerminal

@Suite("The mouse")
struct MouseReportTests {
    /// What a burst means on a screen of 80 by 24 with the mouse on.
    private func keys(_ bytes: [UInt8]) -> [KeyPress] {
        var decoder = InputDecoder()
        decoder.mouse.isOn = true
        return decoder.burst(bytes)
    }

    private func keys(_ text: String) -> [KeyPress] {
        self.keys(Array(text.utf8))
    }

    private static func mouse(_ kind: MousePress.Kind, _ x: Int, _ y: Int) -> KeyPress {
        .mouse(MousePress(kind, x: x, y: y))
    }

    @Test(
        "the first button and the wheel are reported, from 0, and nothing else is",
        arguments: [
            ("\u{1B}[<0;10;5M", [mouse(.press, 9, 4)]),
            ("\u{1B}[<0;1;1M\u{1B}[<0;2;1m", [mouse(.press, 0, 0), mouse(.release, 1, 0)]),
            (
                "\u{1B}[<0;3;3M\u{1B}[<32;4;3M\u{1B}[<0;4;3m",
                [mouse(.press, 2, 2), mouse(.drag, 3, 2), mouse(.release, 3, 2)]
            ),
            ("\u{1B}[<64;10;5M", [mouse(.wheelUp, 9, 4)]),
            ("\u{1B}[<65;10;5M", [mouse(.wheelDown, 9, 4)]),
            ("\u{1B}[<80;10;5M", [mouse(.wheelUp, 9, 4)]),
            ("\u{1B}[<16;10;5M", [mouse(.press, 9, 4)]),
            ("\u{1B}[<1;10;5M\u{1B}[<1;10;5m", []), ("\u{1B}[<2;10;5M", []),
            ("\u{1B}[<33;10;5M", []), ("\u{1B}[<35;10;5M", []), ("\u{1B}[<66;10;5M", []),
            ("\u{1B}[<67;10;5M", []), ("\u{1B}[<128;10;5M", []), ("\u{1B}[<32;10;5M", []),
            ("\u{1B}[<0;10;5m", []), ("\u{1B}[<65;10;5m", []),
        ] as [(HostileString, [KeyPress])])
    func reports(text: HostileString, keys: [KeyPress]) {
        let text = text.text
        #expect(self.keys(text + "u") == keys + [.character("u")])
    }

    @Test(
        "beside the screen nothing is pressed, but what was begun on it goes on at its edge",
        arguments: [
            ("\u{1B}[<0;81;25M\u{1B}[<0;81;25m", []), ("\u{1B}[<0;1114111;1M", []),
            ("\u{1B}[<64;1;25M", []),
            (
                "\u{1B}[<0;1;1M\u{1B}[<32;81;25M\u{1B}[<0;81;25m",
                [mouse(.press, 0, 0), mouse(.drag, 79, 23), mouse(.release, 79, 23)]
            ),
        ] as [(HostileString, [KeyPress])])
    func beside(text: HostileString, keys: [KeyPress]) {
        let text = text.text
        #expect(self.keys(text) == keys)
    }

    @Test(
        "what is no report is dropped whole",
        arguments: [
            "\u{1B}[<0;10M", "\u{1B}[<0;10;5;6M", "\u{1B}[<0;0;5M", "\u{1B}[<0;10;0M",
            "\u{1B}[<-1;10;5M", "\u{1B}[<0;99999999999999999999;5M", "\u{1B}[<M", "\u{1B}[<;;m",
            "\u{1B}[<0;10;5x", "\u{1B}[0;10;5M",
        ] as [HostileString])
    func garbage(text: HostileString) {
        let text = text.text
        #expect(self.keys(text + "u") == [.character("u")])
    }

    @Test(
        "the oldest form is read too, up to column 223",
        arguments: [
            ([32, 42, 37], [mouse(.press, 9, 4)]),
            ([96, 42, 37], [mouse(.wheelUp, 9, 4)]), ([97, 42, 37], [mouse(.wheelDown, 9, 4)]),
            ([32, 127, 33], []), ([33, 42, 37], []), ([35, 42, 37], []),
            ([67, 42, 37], []), ([32, 32, 37], []), ([0, 42, 37], []),
        ] as [([UInt8], [KeyPress])])
    func oldest(bytes: [UInt8], keys: [KeyPress]) {
        #expect(self.keys([0x1B, 0x5B, 0x4D] + bytes + [0x75]) == keys + [.character("u")])
    }

    @Test("in the oldest form no release says of which button; after a press it is the first")
    func oldestRelease() {
        let intro: [UInt8] = [0x1B, 0x5B, 0x4D]
        #expect(
            self.keys(intro + [32, 42, 37] + intro + [64, 43, 37] + intro + [35, 43, 37])
                == [
                    Self.mouse(.press, 9, 4), Self.mouse(.drag, 10, 4), Self.mouse(.release, 10, 4),
                ])
    }

    @Test("wide screens have wide columns")
    func wide() {
        var decoder = InputDecoder()
        decoder.mouse.isOn = true
        decoder.mouse.screen = ScreenSize(columns: 300, rows: 90)
        #expect(decoder.burst("\u{1B}[<0;300;90M") == [Self.mouse(.press, 299, 89)])
        #expect(
            decoder.burst([0x1B, 0x5B, 0x4D, 32, 255, 33]) == [Self.mouse(.press, 222, 0)])
    }

    @Test("column 95 of the oldest form is no backspace, though ncurses reads it as one")
    func backspaceColumn() {
        var decoder = InputDecoder()
        decoder.mouse.isOn = true
        decoder.mouse.screen = ScreenSize(columns: 120, rows: 40)
        #expect(decoder.burst([0x1B, 0x5B, 0x4D, 32]) == [])
        #expect(decoder.received(key: 0o407) == [])
        #expect(decoder.burst([33]) == [Self.mouse(.press, 94, 0)])
        #expect(decoder.received(key: 0o407) == [.backspace])
    }

    @Test("while the mouse is off its reports are nothing, also those of a button that was down")
    func off() {
        var decoder = InputDecoder()
        #expect(decoder.burst("\u{1B}[<0;10;5M\u{1B}[<64;1;1M\u{1B}[M !!") == [])
        decoder.mouse.isOn = true
        #expect(decoder.burst("\u{1B}[<0;10;5M").count == 1)
        decoder.mouse.isOn = false
        decoder.mouse.isOn = true
        #expect(decoder.burst("\u{1B}[<32;11;5M\u{1B}[<0;11;5m") == [])
    }

    @Test("a report in the middle of a paste is not part of it")
    func inPaste() {
        #expect(
            self.keys("\u{1B}[200~ab\u{1B}[<0;10;5Mc\u{1B}[201~") == [.paste(Array("abc".utf8))])
    }

    @Test("a screen without cells has no place, and does no harm")
    func emptyScreen() {
        var decoder = InputDecoder()
        decoder.mouse.isOn = true
        decoder.mouse.screen = ScreenSize(columns: 0, rows: 0)
        #expect(decoder.burst("\u{1B}[<0;10;5M") == [])
    }
}
