import BuoyTestBasics
import BuoyTestSupport
import BuoyTextScreen
import ChannelsProtocol
import Testing

@testable import BuoyDashboard

@Suite("The views of data")
struct DataViewTests {
    @Test("the title shows the chosen view in brackets")
    func title() {
        let line = DataView.title(chosen: .pretty, showsDifference: false)
        #expect(line.plain == "tree [pretty] raw hex")
        let difference = DataView.title(chosen: .pretty, showsDifference: true)
        #expect(difference.plain == "tree pretty raw hex [difference]")
    }

    @Test(
        "numbers that look like moments say which, in the offset of the screen",
        arguments: [
            ("ts", "1795269748461", "15:02:28.461"), ("time", "1795269748", "15:02:28"),
            ("x", "1795269748461", "15:02:28.461"), ("x", "1795269748", "15:02:28"),
            ("at", "1795269748.5", "15:02:28.500"), ("x", "1795269748461000", "15:02:28.461"),
            ("created_at", "1000000000", "2001-09-09 02:46:40"),
            ("sentAt", "1709164800", "2024-02-29 01:00:00"),
            // A number of ten digits that is no moment near the event is some other number.
            ("id", "1000000000", nil), ("phone", "4915112345678", nil), ("ts", "17952697", nil),
            ("ts", "-1795269748", nil), ("ts", "1e12", nil), ("ts", "9999999999", nil),
            ("format", "1000000000", nil),
        ] as [(String, String, String?)])
    func moments(name: String, digits: String, words: String?) {
        let time = RecordedEvents().time
        let moment = TimestampGuess(digits, name: name, near: time)
        #expect(moment?.words(near: time, utcOffsetSeconds: 3600) == words)
    }

    private static let hostile = [
        "plain", "two\nlines\n", "tab\there", "\u{1B}[2J\u{202E}\u{0}", "back\\slash \\u202E \\n",
        "日本 🎉 e\u{301}", "\n\n", "\u{200B}\u{FEFF}x",
    ]

    @Test(
        "hex shows every byte",
        arguments: (hostile + [String(repeating: "abc", count: 100)]).map { HostileString($0) })
    func hex(text: HostileString) {
        let text = text.text
        let lines = HexLines(Array(text.utf8))
        var bytes: [UInt8] = []
        for index in 0..<lines.count(width: 78) {
            let line = lines.line(at: index, width: 78).plain
            let digits = line.dropFirst(6).prefix(49).split(separator: " ")
            bytes += digits.compactMap { UInt8($0, radix: 16) }
        }
        #expect(bytes == Array(text.utf8))
    }

    @Test(
        "hex fits its width",
        arguments: [
            (78, "0000  7b 22 61 22 3a 31 2c 22  62 22 3a 32 7d           {\"a\":1,\"b\":2}"),
            (50, "0000  7b 22 61 22 3a 31 2c 22  {\"a\":1,\""), (30, "0000  7b 22 61 22  {\"a\""),
        ])
    func hexWidths(width: Int, first: String) {
        let line = HexLines(Array("{\"a\":1,\"b\":2}".utf8)).line(at: 0, width: width)
        #expect(line.plain == first)
        #expect(line.width <= width)
    }
}
