import BuoyTestBasics
import ChannelsProtocol
import Testing

@Suite struct ByteComparedTextTests {
    static let pairs: [(HostileString, HostileString)] = [
        ("\u{E9}", "e\u{301}"), ("\u{212B}", "\u{C5}"), ("d\u{323}\u{307}", "d\u{307}\u{323}"),
        ("\u{1E9B}\u{323}", "\u{17F}\u{323}\u{307}"), ("demo", "Demo"), ("demo", "demo "),
        ("demo", "demo\0"), ("", "\0"),
    ]

    @Test(
        "names with different bytes are different, even where Swift's strings are equal",
        arguments: pairs)
    func different(_ left: HostileString, _ right: HostileString) {
        let (left, right) = (left.text, right.text)
        #expect(ChannelName(wire: left) != ChannelName(wire: right))
        #expect(EventName(left) != EventName(right))
        #expect(UserID(left) != UserID(right))
        #expect(Set([UserID(left), UserID(right)]).count == 2)
        #expect((UserID(left) < UserID(right)) != (UserID(right) < UserID(left)))
    }

    @Test("equal bytes are equal, and find each other in a dictionary")
    func equal() {
        let composed = ["\u{E9}": 1, "e": 2].map { (EventName($0.key), $0.value) }
        let table = Dictionary(uniqueKeysWithValues: composed)
        #expect(table[EventName("\u{E9}")] == 1)
        #expect(table[EventName("e\u{301}")] == nil)
    }

    @Test("names are ordered by their bytes")
    func order() {
        let names = ["b", "Z", "a\u{301}", "\u{E1}", "a", "", "😀", "\u{FFFF}"].map { UserID($0) }
        #expect(
            names.sorted().map(\.text) == [
                "", "Z", "a", "a\u{301}", "b", "\u{E1}", "\u{FFFF}", "😀",
            ])
    }

    static let socketIDs: [(HostileString, Bool)] = [
        ("123.456", true), ("0.0", true), ("1.2", true),
        ("99999999999999999999.99999999999999999999", true),
        (HostileString(String(repeating: "1", count: 62) + ".2"), true),
        (HostileString(String(repeating: "1", count: 63) + ".2"), false),
        ("", false), (".", false), ("1.", false), (".2", false), ("1", false), ("1.2.3", false),
        ("1.2\r\nX-Evil: 1", false), ("-1.2", false), ("1 .2", false), ("\u{661}.\u{662}", false),
        ("evil", false), ("1,2", false), ("1.2\0", false),
    ]

    @Test("a socket id is digits, a dot, digits", arguments: socketIDs)
    func socketID(_ id: HostileString, _ isValid: Bool) {
        #expect(SocketID(id.text)?.text == (isValid ? id.text : nil))
    }

    static let eventNames: [(String, Bool, Bool)] = [
        ("client-typing", true, false), ("client-", true, false), ("client", false, false),
        ("Client-typing", false, false), ("client-\u{301}", true, false),
        ("pusher:ping", false, true), ("pusher:", false, true), ("pusher_internal:x", false, true),
        ("pusher", false, false), ("pusherx:ping", false, false), (" pusher:ping", false, false),
        ("order-updated", false, false),
    ]

    @Test("the start of an event's name says whose it is", arguments: eventNames)
    func eventName(_ name: String, _ isClientEvent: Bool, _ isProtocolEvent: Bool) {
        #expect(EventName(name).isClientEvent == isClientEvent)
        #expect(EventName(name).isProtocolEvent == isProtocolEvent)
    }

    @Test("names that differ in one byte are different, wherever it is", arguments: 1...33)
    func oneByte(length: Int) {
        let text = String(repeating: "x", count: length)
        #expect(EventName(text) == EventName(String(repeating: "x", count: length)))
        #expect(EventName(text) != EventName(text + "x"))
        for position in 0..<length {
            var bytes = Array(text.utf8)
            bytes[position] = UInt8(ascii: "y")
            #expect(EventName(text) != EventName(String(decoding: bytes, as: UTF8.self)))
        }
    }

    @Test(
        "only whole prefixes make an event the protocol's own",
        arguments: [
            ("pusher:", true), ("pusher:ping", true), ("pusher_internal:x", true),
            ("pusher", false), ("", false), ("pusher_internal", false), ("Pusher:x", false),
            ("price", false), ("client-pusher:x", false),
        ])
    func protocolEvents(name: String, isProtocols: Bool) {
        #expect(EventName(name).isProtocolEvent == isProtocols)
    }
}
