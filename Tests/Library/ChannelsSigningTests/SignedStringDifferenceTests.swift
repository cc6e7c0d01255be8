import BuoyTestBasics
import ChannelsSigning
import Testing

@Suite("Where two signed strings differ")
struct SignedStringDifferenceTests {
    @Test(
        "the position, both characters and the usual cause are told",
        arguments: [
            ("1.2:a", "1.2:a", nil, "so their secrets differ"),
            ("1.2:a", "1.2:b", 4, "The channels differ"),
            ("1.2:a", "1.3:a", 2, "The socket ids differ"),
            ("1.2:a", "1.2:a\n", 5, "whitespace"),
            ("1.2:a", "\u{FEFF}1.2:a", 0, "byte order mark"),
            ("1.2:Presence-a", "1.2:presence-a", 4, "only in case"),
            ("1.2:presence-a:{\"u\":\"a/b\"}", "1.2:presence-a:{\"u\":\"a\\/b\"}", 22, "slashes"),
            ("1.2:presence-a:{\"u\": 1}", "1.2:presence-a:{\"u\":1}", 20, "written differently"),
            (
                "1.2:presence-a:{\"u\":1,\"v\":2}", "1.2:presence-a:{\"v\":2,\"u\":1}", 17,
                "in a different order"
            ),
            (
                "1.2:presence-a:{\"u\":\"é\"}", "1.2:presence-a:{\"u\":\"\\u00e9\"}", 21,
                "written differently"
            ),
            ("1.2:presence-a:{\"u\":1}", "1.2:presence-a:\"{\\\"u\\\":1}\"", 15, "twice"),
            ("1.2:presence-a:{\"u\":1}", "1.2:presence-a:{\"u\":2}", 20, "The JSON values differ"),
            ("1.2:presence-a:{\"u\":1}", "1.2:presence-a", 14, "Only one string has channel data"),
            ("GET\n/a\nb=c,d", "GET\n/a\nb=c%2Cd", 10, "%2C for a comma"),
            ("GET\n/a\nb=1", "POST\n/a\nb=1", 0, "The methods differ"),
            ("GET\n/a\nb=1", "GET\n/b\nb=1", 5, "The paths differ"),
            ("GET\n/a\nbody_md5=1", "GET\n/a\nbody_md5=2", 16, "The bodies differ"),
            ("GET\n/a\nauth_timestamp=1", "GET\n/a\nauth_timestamp=2", 22, "The times differ"),
            ("GET\n/a\nauth_key=1", "GET\n/a\nauth_key=2", 16, "The keys differ"),
            ("GET\n/a\na=1&b=2", "GET\n/a\nb=2&a=1", 7, "sort them by name"),
            ("GET\n/a\na=1&b=2", "GET\n/a\na=2&b=1", 9, "These parameters differ: a, b"),
            ("GET\n/a\nx=1", "GET\n/a\nx=2", 9, "The parameter x differs"),
        ] as [(String, String, Int?, String)])
    func causes(signed: String, other: String, position: Int?, words: String) {
        let difference = SignedStringDifference(signed: signed, other: other)
        #expect(difference.position == position)
        #expect(difference.sentences.contains(words), "\(difference.sentences)")
        if let position { #expect(difference.sentences.contains("character \(position + 1): ")) }
    }

    @Test("what is quoted is one short line, whatever the texts are")
    func quotation() {
        let hostile = "1.2:\u{1B}[2J\n" + String(repeating: "x", count: 5000)
        let difference = SignedStringDifference(signed: "1.2:a", other: hostile)
        #expect(difference.sentences.utf8.count < 400)
        #expect(!difference.sentences.contains("\u{1B}"))
        #expect(!difference.sentences.contains("\n"))
        let end = SignedStringDifference(signed: "1.2:a", other: "1.2:")
        #expect(end.sentences.contains("there the string ends"))
        #expect(SignedStringDifference(signed: "", other: "").position == nil)
    }
}
