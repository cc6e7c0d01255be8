import BuoyDashboardTesting
import BuoyTestBasics
import BuoyTestSupport
import ChannelsProtocol
import Testing

@testable import BuoyDashboard

@Suite("What is copied")
struct CopyTests {
    private static let lobby = ChannelName(wire: "presence-lobby")
    private static let event = CopySubject.event(
        SharingSamples.event(SharingSamples.received("price", on: "ticker", #"{"a":"b'c"}"#)))
    private static let member = CopySubject.member(
        PresenceMember(id: "u1", info: EventData(json: ["name": "Ana"])), of: lobby)
    private static let binding = CopySubject.binding(
        EventBinding(id: BindingID(3), event: "price", channel: lobby, hits: 4))
    private static let node = CopySubject.node(
        ["k": [1]], path: [.member("items"), .element(0), .member("a\"b")])
    private static let row = CopySubject.event(
        SharingSamples.event(
            SharingSamples.change(.connecting, .failed, .ended(.closed(4001, reason: "")))))

    private static let texts: [(CopySubject, CopyForm, String)] = [
        (event, .plain, #"{"a":"b'c"}"#),
        (
            event, .json,
            #"{"v":1,"time":"2026-11-21T14:02:32.456000Z","clock_ns":5000000000,"number":7,"#
                + #""kind":"received","event":"price","channel":"ticker","data":{"a":"b'c"}}"#
        ),
        (
            event, .swift,
            #"await client.channel("ticker")?.bind("price") { event in print(event.data.text) }"#
        ),
        (
            .event(
                SharingSamples.event(
                    .triggered(
                        ChannelsEvent(name: "client-x", channel: lobby, data: #"{"a":1}"#)))),
            .swift,
            ##"try await client.channel("presence-lobby")?.trigger("client-x", data: EventData(#"{"a":1}"#))"##
        ),
        (.channel(lobby), .plain, "presence-lobby"),
        (.channel(lobby), .json, #"{"channel":"presence-lobby","kind":"presence"}"#),
        (.channel(lobby), .swift, #"try await client.subscribe("presence-lobby")"#),
        (member, .plain, "u1"),
        (
            member, .json,
            #"{"channel":"presence-lobby","user_id":"u1","user_info":{"name":"Ana"}}"#
        ),
        (
            member, .swift,
            #"await client.channel("presence-lobby")?.members?["u1"]"#
        ),
        (binding, .plain, "price"),
        (
            binding, .json,
            #"{"binding":3,"event":"price","channel":"presence-lobby","for_user":false,"#
                + #""enabled":true,"hits":4}"#
        ),
        (
            binding, .swift,
            #"await client.channel("presence-lobby")?.bind("price") { event in print(event.data.text) }"#
        ),
        (
            .binding(EventBinding(id: BindingID(1), event: nil, channel: nil)), .swift,
            "await client.bind { event in print(event.data.text) }"
        ),
        (
            .binding(EventBinding(id: BindingID(1), event: "a", channel: nil, isForUser: true)),
            .swift,
            #"await client.bindUser("a") { event in print(event.data.text) }"#
        ),
        (node, .plain, #"{"k":[1]}"#), (node, .json, #"{"k":[1]}"#),
        (.node("x\ny", path: []), .plain, "x\ny"), (.node("x\ny", path: []), .json, #""x\ny""#),
        (node, .swift, ##"event.data.json?["items"]?[0]?[#"a"b"#]"##),
        (
            row, .plain,
            "connection: state, connecting -> failed: closed with 4001: the application does not "
                + "exist. Check the app key and the cluster."
        ),
        (row, .swift, "for await change in client.stateChanges { print(change) }"),
    ]

    @Test("each form of each thing is what its user expects", arguments: texts.indices)
    func text(index: Int) throws {
        let (subject, form, expected) = Self.texts[index]
        #expect(try CopyText.text(of: subject, as: form) == expected)
    }

    private static let refusals: [(CopySubject, CopyForm, String)] = [
        (binding, .curl, "Bindings exist only in the client, not in the HTTP API."),
        (node, .curl, "Only whole events can be published: copy the event as curl."),
        (row, .curl, "Only events can be published: this row is an update from the client."),
        (
            .event(
                SharingSamples.event(SharingSamples.received("a", on: "private-encrypted-x", "s"))),
            .curl,
            "The channel is encrypted, but curl would publish the data unencrypted: use a server "
                + "library with the master key."
        ),
        (
            .event(SharingSamples.event(.pingSent(.sample))), .swift,
            "This kind of update has no equivalent in Swift."
        ),
        (
            .channel(ChannelName(wire: "a/../b")), .curl,
            "The HTTP API does not accept this channel name."
        ),
        (
            .channel(ChannelName(wire: "#server-to-user-x")), .swift,
            "A channel with this name cannot be subscribed to."
        ),
    ]

    @Test(
        "what has no text in a form says why, and is not in the menu", arguments: refusals.indices)
    func refusal(index: Int) {
        let (subject, form, expected) = Self.refusals[index]
        let refusal = #expect(throws: CopyRefusal.self) {
            try CopyText.text(of: subject, as: form)
        }
        #expect(refusal?.description == expected)
        #expect(!CopyText.forms(of: subject).contains(form))
    }

    @Test("an event has every form, and every form a title")
    func forms() {
        #expect(CopyText.forms(of: Self.event) == CopyForm.allCases)
        #expect(Set(CopyForm.allCases.map(\.title)).count == CopyForm.allCases.count)
    }

    @Test(
        "nothing that is copied has a control or a hidden character",
        arguments: SharingSamples.hostile.map { HostileString($0) })
    func hostile(text: HostileString) {
        let text = text.text
        let channel = ChannelName(wire: text)
        let member = PresenceMember(id: UserID(text), info: EventData(text))
        var subjects: [CopySubject] = SharingSamples.everyKind(text).map {
            .event(SharingSamples.event($0))
        }
        subjects += [
            .channel(channel), .member(member, of: channel),
            .binding(EventBinding(id: BindingID(1), event: EventName(text), channel: channel)),
            .node(.string(text), path: [.member(text)]),
            .event(SharingSamples.event(SharingSamples.received("a", on: text, EventData(text)))),
        ]
        for subject in subjects {
            for form in CopyForm.allCases {
                guard let copy = try? CopyText.text(of: subject, as: form) else { continue }
                #expect(SharingSamples.isSafe(copy, besides: "\n\t\u{FE0F}\u{200D}"))
                if form != .plain { #expect(SharingSamples.isSafe(copy, besides: "\n")) }
                if form == .json || form == .swift { #expect(SharingSamples.isSafe(copy)) }
            }
        }
    }

    private static let literals: [(HostileString, HostileString)] = [
        ("", "\"\""), ("a", "\"a\""), ("a\"b", "#\"a\"b\"#"), ("a\\(b)", "#\"a\\(b)\"#"),
        ("\"#", "##\"\"#\"##"), ("\\##x", "###\"\\##x\"###"), ("a\n\"", "\"a\\n\\\"\""),
        ("\u{202E}\\", "\"\\u{202E}\\\\\""), ("\u{301}a", "\"\\u{301}a\""),
        ("e\u{301}", "\"e\u{301}\""),
    ]

    @Test("a literal of Swift is the text again", arguments: literals)
    func literal(text: HostileString, expected: HostileString) {
        let literal = SwiftLiteral.text(text.text)
        #expect(literal.unicodeScalars.elementsEqual(expected.text.unicodeScalars))
    }

    @Test("a copied chat message keeps its emoji and its lines")
    func emoji() throws {
        let data = "I ❤️ it 👨‍👩‍👧\n\tyes\r\u{200D}x"
        let event = SharingSamples.event(SharingSamples.received("m", on: "c", EventData(data)))
        #expect(
            try CopyText.text(of: .event(event)).unicodeScalars.elementsEqual(
                "I ❤️ it 👨‍👩‍👧\n\tyes\\r\\u200Dx".unicodeScalars))
    }

    /// Characters of which a screen shows two for each cell. Each has three bytes.
    private static func marks(_ count: Int) -> String {
        "e" + String(repeating: "\u{20D0}", count: count)
    }

    @Test("a copy has every combining mark, or says that it was cut", arguments: CopyForm.allCases)
    func everyMark(form: CopyForm) throws {
        let (short, long) = (Self.subjects(Self.marks(20)), Self.subjects(Self.marks(2000)))
        for (short, long) in zip(short, long) {
            guard let few = try? CopyText.text(of: short, as: form) else { continue }
            let many = try CopyText.text(of: long, as: form)
            let isCut = many.contains("...")
            #expect(isCut || Self.countOfMarks(many) == Self.countOfMarks(few) * 100, "\(short)")
            #expect(!few.contains("..."))
        }
    }

    private static func countOfMarks(_ copy: String) -> Int {
        copy.unicodeScalars.count { $0 == "\u{20D0}" } + copy.ranges(of: "20D0").count
    }

    /// Everything that can be copied, with a string in every place.
    private static func subjects(_ text: String) -> [CopySubject] {
        let channel = ChannelName(wire: text)
        let member = PresenceMember(id: UserID(text), info: EventData(text))
        return SharingSamples.everyKind(text).map { .event(SharingSamples.event($0)) } + [
            .channel(channel), .member(member, of: channel),
            .binding(EventBinding(id: BindingID(1), event: EventName(text), channel: channel)),
            .node(.string(text), path: [.member(text)]),
        ]
    }
}
