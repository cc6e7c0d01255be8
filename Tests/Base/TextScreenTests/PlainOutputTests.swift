import BuoyTextScreen
import Foundation
import Testing

@Suite("Text that leaves the program without a screen")
struct PlainOutputTests {
    @Test(
        "a title has nothing in it that could end or start a control sequence",
        arguments: HostileText.all)
    func titles(hostile: HostileText) {
        let title = PlainOutput.title(String(decoding: hostile.bytes, as: UTF8.self))
        #expect(title.unicodeScalars.count <= 80)
        for scalar in title.unicodeScalars {
            #expect(scalar.value >= 0x20 && !(0x7F...0x9F).contains(scalar.value) && scalar != ";")
            #expect(scalar.isASCII || scalar.properties.isAlphabetic)
        }
    }

    @Test("an ordinary title stays")
    func ordinaryTitle() {
        #expect(PlainOutput.title("buoy – prod é日 ● up; 5") == "buoy  prod é日  up 5")
    }

    @Test("a plain line is one line, and has no controls", arguments: HostileText.all)
    func lines(hostile: HostileText) {
        for scalar in PlainOutput.line(hostile.bytes).unicodeScalars {
            #expect(CharacterWidth.cells(of: scalar) != nil)
        }
    }

    @Test("several lines are made safe one by one, and each ends with a line feed")
    func lines() {
        let text = "first\n\u{1B}[31mé\n\nlast\r"
        let bytes = PlainLines(text).bytes
        #expect(
            String(decoding: bytes, as: UTF8.self)
                == text.split(separator: "\n", omittingEmptySubsequences: false)
                .map { PlainOutput.line(String($0)) + "\n" }.joined())
        #expect(PlainLines("").bytes == [0x0A])
        #expect(PlainLines("é", alphabet: .ascii).bytes.allSatisfy { $0 < 0x7F })
    }

    @Test("a plain line shows what was there")
    func plainLine() {
        #expect(PlainOutput.line("ok\r\n\u{1B}]52;c;?\u{7}") == #"ok\r\n\u001B]52;c;?\u0007"#)
    }

    @Test(
        "a JSON string is read back as the same text, and hides nothing", arguments: HostileText.all
    )
    func json(hostile: HostileText) throws {
        let text = PlainOutput.jsonString(hostile.bytes)
        #expect(text.unicodeScalars.allSatisfy { CharacterWidth.cells(of: $0) != nil })
        let value = try JSONDecoder().decode(String.self, from: Data(text.utf8))
        let expected = String(decoding: hostile.bytes, as: UTF8.self)
        #expect(value.unicodeScalars.elementsEqual(expected.unicodeScalars))
    }
}
