import BuoyTestBasics
import ChannelsProtocol
import Testing

@Suite struct ChannelNameTests {
    static let kinds: [(String, ChannelKind)] = [
        ("orders", .public), ("", .public), ("private", .public), ("privateorders", .public),
        ("Private-orders", .public), ("my-private-orders", .public),
        ("private-", .private), ("private-orders", .private), ("private-encryptedorders", .private),
        ("private-cached", .private), ("presence-lobby", .presence),
        ("presence-encrypted-lobby", .presence), ("private-encrypted-orders", .encrypted),
        ("private-encrypted-cached", .encrypted), ("cache-prices", .cache),
        ("private-cache-prices", .privateCache), ("presence-cache-lobby", .presenceCache),
        ("private-encrypted-cache-prices", .encryptedCache), ("presence", .public),
        ("#server-to-user-7", .public), ("private-\u{301}x", .private),
    ]

    @Test("the longest prefix makes the kind", arguments: kinds)
    func kind(_ name: String, _ kind: ChannelKind) {
        #expect(ChannelName(wire: name).kind == kind)
    }

    static let properties: [(ChannelKind, String)] = [
        (.public, ""), (.private, "a t"), (.presence, "a t m"), (.encrypted, "a e"),
        (.cache, "c"), (.privateCache, "a t c"), (.presenceCache, "a t m c"),
        (.encryptedCache, "a e c"),
    ]

    @Test("kinds differ in what they need and take", arguments: properties)
    func whatKindsNeed(_ kind: ChannelKind, _ letters: String) {
        #expect(kind.needsAuthorization == letters.contains("a"))
        #expect(kind.takesClientEvents == letters.contains("t"))
        #expect(kind.hasMembers == letters.contains("m"))
        #expect(kind.isEncrypted == letters.contains("e"))
        #expect(kind.isCache == letters.contains("c"))
    }

    @Test("letters, digits and _ - = @ , . ; may be in a name")
    func allowed() throws {
        let text = "abcxyzABCXYZ0189_-=@,.;"
        #expect(try ChannelName(text).text == text)
    }

    static let forbidden: [(HostileString, Int)] = [
        ("a b", 1), ("#server", 0), ("a/b", 1), ("a:b", 1), ("é", 0), ("ae\u{301}", 2), ("a\0", 1),
        ("a\n", 1), ("\u{202E}a", 0), ("😀", 0), ("a\u{212A}", 1), ("ab*", 2),
    ]

    @Test("any other character is refused, with its place", arguments: forbidden)
    func refuses(_ hostile: HostileString, _ position: Int) {
        let name = hostile.text
        #expect(throws: ChannelsError.channelName(.forbiddenCharacter(name, position: position))) {
            try ChannelName(name)
        }
    }

    @Test("200 characters are allowed, and above 164 it is noted")
    func lengths() throws {
        let name = { String(repeating: "c", count: $0) }
        #expect(throws: ChannelsError.channelName(.empty)) { try ChannelName(String()) }
        #expect(try !ChannelName(name(164)).exceedsDocumentedLength)
        #expect(try ChannelName(name(165)).exceedsDocumentedLength)
        #expect(try ChannelName(name(200)).text.count == 200)
        #expect(throws: ChannelsError.channelName(.tooLong(name(201), length: 201))) {
            try ChannelName(name(201))
        }
    }

    @Test("a server's name is taken whatever it holds")
    func wire() {
        #expect(ChannelName(wire: "a b\u{1B}").text == "a b\u{1B}")
        #expect(ChannelName(wire: String(repeating: "c", count: 100_000)).exceedsDocumentedLength)
    }

    @Test("errors are sentences that show hostile characters escaped")
    func descriptions() {
        let error = InvalidChannelName.forbiddenCharacter("a\u{1B}", position: 1)
        #expect(error.description.hasPrefix("Character 2 of the channel name "))
        #expect(!error.description.unicodeScalars.contains("\u{1B}"))
        #expect(InvalidChannelName.empty.description == "A channel name cannot be empty.")
        #expect(InvalidChannelName.tooLong("c", length: 201).description.contains("201"))
    }
}
