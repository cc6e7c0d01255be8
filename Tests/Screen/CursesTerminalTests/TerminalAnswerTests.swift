import BuoyTestBasics
import BuoyTextScreen
import Testing

@testable import BuoyCursesTerminal

@Suite("What a terminal answers")
struct TerminalAnswerTests {
    private static let background = "\u{1B}]11;rgb:2e2e/3434/4040"

    private static func decoder() -> InputDecoder {
        var decoder = InputDecoder()
        decoder.expectsAnswers = true
        return decoder
    }

    @Test(
        "answers are read in every form that terminals have",
        arguments: [
            ("\u{1B}]11;rgb:2e2e/3434/4040\u{7}", .background(RGB(46, 52, 64))),
            ("\u{1B}]11;rgb:2e2e/3434/4040\u{1B}\\", .background(RGB(46, 52, 64))),
            ("\u{1B}]11;rgba:ff/80/00/80\u{7}", .background(RGB(255, 128, 0))),
            ("\u{1B}]11;rgb:f/0/f\u{7}", .background(RGB(255, 0, 255))),
            ("\u{1B}]11;rgb:fff/000/800\u{7}", .background(RGB(255, 0, 128))),
            ("\u{1B}]4;8;rgb:0202/2b2b/3636\u{7}", .color(.brightBlack, RGB(2, 43, 54))),
            ("\u{1B}]4;15;rgba:f/f/f/f\u{1B}\\", .color(.brightWhite, RGB(255, 255, 255))),
            ("\u{1B}P1+r524742=382F382F38\u{1B}\\", .directColor(true)),
            ("\u{1B}P1+r5463\u{1B}\\", .directColor(true)),
            ("\u{1B}P0+r524742\u{1B}\\", .directColor(false)),
            ("\u{1B}P1+r544e=78;5463=\u{1B}\\", .directColor(true)),
            ("\u{1B}[?62;4c", .attributes), ("\u{1B}[?6c", .attributes),
            ("\u{1B}[?0u", .keyboard), ("\u{1B}[?5u", .keyboard),
        ] as [(HostileString, TerminalAnswer)])
    func forms(text: HostileString, answer: TerminalAnswer) {
        var decoder = Self.decoder()
        #expect(decoder.burst("a" + text.text + "u") == [.character("a"), .character("u")])
        #expect(decoder.takeAnswers() == [answer])
        #expect(decoder.takeAnswers() == [])
    }

    @Test(
        "what is no answer is dropped like other strings",
        arguments: [
            "\u{1B}]11;rgb:2e2e/3434\u{7}", "\u{1B}]11;rgb:2e2e/3434/404g\u{7}",
            "\u{1B}]11;rgb:2e2e/3434/40404\u{7}", "\u{1B}]11;?\u{7}", "\u{1B}]11;rgb:///\u{7}",
            "\u{1B}]10;rgb:1/1/1\u{7}", "\u{1B}]111;rgb:1/1/1\u{7}", "\u{1B}]11;red\u{7}",
            "\u{1B}]4;16;rgb:1/1/1\u{7}", "\u{1B}]4;8;?\u{7}", "\u{1B}]4;8;9;rgb:1/1/1\u{7}",
            "\u{1B}P1+r544e=78\u{1B}\\", "\u{1B}P1$r5463\u{1B}\\", "\u{1B}P2+r5463\u{1B}\\",
            "\u{1B}^11;rgb:1/1/1\u{7}", "\u{1B}[>1;2c", "\u{1B}[1c",
            "\u{1B}[200~\u{1B}]11;rgb:1/1/1\u{7}\u{1B}[201~", "\u{1B}]11;rgb:1/1/1\r",
        ] as [HostileString])
    func noAnswers(text: HostileString) {
        var decoder = Self.decoder()
        #expect(decoder.burst(text.text + "u").last == .character("u"))
        #expect(decoder.takeAnswers() == [])
    }

    @Test("an answer that comes in two parts is no key, wherever it is torn")
    func torn() {
        for text in [
            "\(Self.background)\u{7}", "\(Self.background)\u{1B}\\", "\u{1B}P1+r5463\u{1B}\\",
            "\u{1B}[?62;4c", "\u{1B}[?1u",
        ] {
            let bytes = Array(text.utf8)
            for cut in 1..<bytes.count {
                var decoder = Self.decoder()
                let first = decoder.burst(Array(bytes[..<cut]))
                let second = decoder.burst(Array(bytes[cut...]) + [0x75])
                #expect(first + second == [.character("u")], "\(text.debugDescription) at \(cut)")
                #expect(decoder.takeAnswers().count == 1)
            }
        }
    }

    @Test("an Esc that was typed is a key when the time for answers is over")
    func typed() {
        var decoder = Self.decoder()
        #expect(decoder.burst("\u{1B}") == [])
        decoder.expectsAnswers = false
        #expect(decoder.inputEnded() == [.escape])
        #expect(decoder.burst("\(Self.background)\u{7}q") == [.character("q")])
        #expect(decoder.takeAnswers() == [])
    }

    @Test("of a long string no more is kept than an answer can have")
    func long() {
        var decoder = Self.decoder()
        let text = "\u{1B}P1+r5463=" + String(repeating: "3", count: 3000) + "\u{1B}\\"
        #expect(decoder.burst(text + "q") == [.character("q")])
        #expect(decoder.takeAnswers().count == 1)
    }

    @Test("an answer counts once, if it was asked for")
    func questions() {
        var questions = OpenQuestions()
        let color = TerminalAnswer.background(RGB(0, 0, 0))
        #expect(questions.isWanted(color) == false)
        #expect(questions.ask([.background]) == "\u{1B}]11;?\u{1B}\\\u{1B}[c")
        #expect(questions.areOpen)
        #expect(questions.isWanted(.directColor(true)) == false)
        #expect(questions.isWanted(color) == true)
        #expect(questions.isWanted(color) == false)
        #expect(questions.areOpen)
        #expect(questions.isWanted(.attributes) == false)
        #expect(!questions.areOpen)
    }

    @Test("the palette is asked in one query, and each colour counts once")
    func palette() {
        var questions = OpenQuestions()
        let query = questions.ask(OpenQuestions.Question.palette)
        #expect(query.hasPrefix("\u{1B}]11;?\u{1B}\\\u{1B}]4;0;?\u{1B}\\\u{1B}]4;1;?\u{1B}\\"))
        #expect(query.hasSuffix("\u{1B}]4;15;?\u{1B}\\\u{1B}[c"))
        let grey = TerminalAnswer.color(.brightBlack, RGB(2, 43, 54))
        #expect(questions.isWanted(grey) == true)
        #expect(questions.isWanted(grey) == false)
        #expect(questions.isWanted(.color(.red, RGB(220, 50, 47))) == true)
        #expect(questions.isWanted(.attributes) == false)
        #expect(!questions.areOpen)
    }

    @Test("the keyboard is asked for once, and its answer counts once")
    func keyboard() {
        var questions = OpenQuestions()
        #expect(questions.isWanted(.keyboard) == false)
        #expect(questions.ask([.keyboard]) == "\u{1B}[?u\u{1B}[c")
        #expect(questions.isWanted(.keyboard) == true)
        #expect(questions.isWanted(.keyboard) == false)
    }

    @Test(
        "the last answer of each asking ends the waiting, and a late one counts until it is given up"
    )
    func waiting() {
        var questions = OpenQuestions()
        #expect(questions.ask([.directColor]).hasPrefix("\u{1B}P+q524742\u{1B}\\\u{1B}P+q5463"))
        _ = questions.ask([.background])
        #expect(questions.count == 2)
        #expect(questions.isWanted(.attributes) == false)
        #expect(questions.areOpen)
        #expect(questions.isWanted(.attributes) == false)
        #expect(questions.isWanted(.attributes) == false)
        #expect(!questions.areOpen)
        #expect(questions.isWanted(.directColor(false)) == false)
        #expect(questions.isWanted(.directColor(true)) == true)
        questions.giveUp()
        #expect(questions.isWanted(.background(RGB(0, 0, 0))) == false)
    }

    @Test(
        "a background is light where black text is easier to read",
        arguments: [
            (RGB(0, 0, 0), false), (RGB(46, 52, 64), false), (RGB(0, 43, 54), false),
            (RGB(112, 112, 112), false), (RGB(128, 128, 128), true), (RGB(253, 246, 227), true),
            (RGB(255, 255, 255), true), (RGB(0, 0, 255), false), (RGB(255, 255, 0), true),
        ])
    func lightness(color: RGB, isLight: Bool) {
        #expect(color.isLight == isLight)
    }
}
