import BuoyTestBasics
import ChannelsPushProtocol
import Testing

@Suite("Names of interests")
struct InterestNameTests {
    @Test(
        "letters, digits and _ = @ , . ; are allowed, up to 164 characters",
        arguments: [
            "a", "Z", "0", "_", "=", "@", ",", ".", ";", "..", "donuts", "News_EU.2026",
            "a=b;c,d@e",
            String(repeating: "x", count: 164),
            "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_=@,.;",
        ])
    func legal(name: String) throws {
        #expect(try InterestName(name).text == name)
    }

    @Test(
        "anything else is refused, with the rule and the character",
        arguments: [
            ("", "An interest name cannot be empty."),
            ("private-news", "Character 8 of the interest name is a hyphen, which is reserved:"),
            ("-", "Character 1 of the interest name is a hyphen"),
            ("a b", "Character 2 of the interest name is a space, which is not allowed:"),
            ("a/b", "Character 2 of the interest name is '/', which is not allowed:"),
            ("a%2Fb", "Character 2 of the interest name is '%'"),
            ("a?b", "Character 2 of the interest name is '?'"),
            ("a#b", "Character 2 of the interest name is '#'"),
            ("a:b", "Character 2 of the interest name is ':'"),
            ("a+b", "Character 2 of the interest name is '+'"),
            ("a'b", "Character 2 of the interest name is '''"),
            ("news!", "Character 5 of the interest name is '!'"),
            ("grüße", "Character 3 of the interest name is U+00FC"),
            ("ａ", "Character 1 of the interest name is U+FF41"),
            ("٣", "Character 1 of the interest name is U+0663"),
            ("a👋", "Character 2 of the interest name is U+1F44B"),
            ("a\n", "Character 2 of the interest name is U+000A"),
            ("a\u{0}", "Character 2 of the interest name is U+0000"),
            ("\u{1B}[31m", "Character 1 of the interest name is U+001B"),
            ("a\u{202E}b", "Character 2 of the interest name is U+202E"),
            ("e\u{301}", "Character 2 of the interest name is U+0301"),
            (
                String(repeating: "x", count: 165),
                "The interest name has 165 characters; the limit is 164."
            ),
        ].map { (HostileString($0.0), $0.1) })
    func illegal(name: HostileString, sentence: String) {
        let error = #expect(throws: InvalidInterestName.self) { try InterestName(name.text) }
        let description = error?.description ?? ""
        #expect(description.hasPrefix(sentence), "\(description)")
        #expect(description.utf8.allSatisfy { (0x20...0x7E).contains($0) }, "\(description)")
    }

    @Test("every character of the first two blocks is allowed or refused as documented")
    func everyCharacter() {
        let allowed = Set(
            "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_=@,.;".unicodeScalars)
        for value in UInt32(0)...0xFF {
            guard let scalar = Unicode.Scalar(value) else { continue }
            let name = try? InterestName(String(String.UnicodeScalarView([scalar])))
            #expect((name != nil) == allowed.contains(scalar), "U+\(value)")
        }
    }

    @Test("names that differ only in their bytes are two names")
    func bytes() throws {
        #expect(try InterestName("News") != InterestName("news"))
    }
}

@Suite("Tokens of devices")
struct PushTokenTests {
    @Test("a token is printed shortened, and a short one not at all")
    func shortened() throws {
        let long = try PushToken("00fc13ad" + String(repeating: "5", count: 50) + "1de8f0")
        #expect(long.shortened == "00fc…e8f0")
        #expect("\(long) \(String(reflecting: long))" == "00fc…e8f0 00fc…e8f0")
        #expect(try PushToken("abcdefghijklmnopqrstuvw").shortened == "••••••••")
        var dumped = ""
        dump(long, to: &dumped)
        #expect(!dumped.contains("5555"))
    }

    @Test(
        "what cannot be a token is refused, without being shown",
        arguments: ["", "a b", "secret\n", "sécret", "\u{0}", String(repeating: "x", count: 4097)]
            .map { HostileString($0) })
    func illegal(text: HostileString) {
        let error = #expect(throws: InvalidPushToken.self) { try PushToken(text.text) }
        #expect(error?.description.contains("cret") == false)
    }
}
