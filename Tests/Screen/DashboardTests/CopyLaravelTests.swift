import BuoyDashboardTesting
import BuoyTestBasics
import BuoyTestSupport
import ChannelsProtocol
import Testing

@testable import BuoyDashboard

@Suite("What is copied for Laravel Echo, JavaScript and PHP")
struct CopyLaravelTests {
    private static func received(
        _ name: EventName, on channel: String, _ data: EventData = "{}"
    ) -> CopySubject {
        .event(SharingSamples.event(SharingSamples.received(name, on: channel, data)))
    }

    private static func report(_ kind: ClientReport.Kind) -> CopySubject {
        .event(SharingSamples.event(kind))
    }

    private static func binding(
        _ event: EventName?, on channel: String?, isForUser: Bool = false
    ) -> CopySubject {
        .binding(
            EventBinding(
                id: BindingID(1), event: event, channel: channel.map { ChannelName(wire: $0) },
                isForUser: isForUser))
    }

    private static func sent(
        _ name: EventName, on channel: String, _ data: EventData
    ) -> CopySubject {
        self.report(
            .triggered(ChannelsEvent(name: name, channel: ChannelName(wire: channel), data: data)))
    }

    private static let orders = ChannelName(wire: "private-orders")
    private static let room = ChannelName(wire: "presence-room")
    private static let member = PresenceMember(id: "7", info: nil)

    // MARK: Echo

    private static let listeners: [(EventName, String, String)] = [
        (#"App\Events\OrderPaid"#, "private-orders", "private('orders').listen('OrderPaid', …)"),
        ("order.paid", "private-orders", "private('orders').listen('.order.paid', …)"),
        (
            #"App\Events\Orders\Paid"#, "private-orders",
            "private('orders').listen('Orders.Paid', …)"
        ),
        (#"App\Events\order.paid"#, "a", #"channel('a').listen('.App\\Events\\order.paid', …)"#),
        (#"App\Events\\Paid"#, "a", #"channel('a').listen('.App\\Events\\\\Paid', …)"#),
        (#"App\Events\"#, "a", #"channel('a').listen('.App\\Events\\', …)"#),
        (#"App\EventsX"#, "a", #"channel('a').listen('.App\\EventsX', …)"#),
        (#"Shop\Paid"#, "presence-room", #"join('room').listen('.Shop\\Paid', …)"#),
        (".paid", "cache-a", "channel('cache-a').listen('..paid', …)"),
        ("paid", "private-cache-a", "private('cache-a').listen('.paid', …)"),
        ("paid", "presence-cache-a", "join('cache-a').listen('.paid', …)"),
        ("paid", "private-encrypted-a", "encryptedPrivate('a').listen('.paid', …)"),
        (
            "paid", "private-encrypted-cache-a",
            "encryptedPrivate('cache-a').listen('.paid', …)"
        ),
        ("client-typing", "presence-room", "join('room').listenForWhisper('typing', …)"),
        ("client-", "private-a", "private('a').listenForWhisper('', …)"),
        (
            #"Illuminate\Notifications\Events\BroadcastNotificationCreated"#,
            "private-App.Models.User.1", "private('App.Models.User.1').notification(…)"
        ),
        ("pusher:member_added", "presence-room", "join('room').joining(…)"),
        ("pusher:member_added", "a", "channel('a').listen('.pusher:member_added', …)"),
        ("</script>", "a", #"channel('a').listen('.\u{3C}/script>', …)"#),
    ]

    @Test("Echo listens by its own names of channels and events", arguments: listeners.indices)
    func listener(index: Int) {
        let (name, channel, expected) = Self.listeners[index]
        let event = ChannelsEvent(name: name, channel: ChannelName(wire: channel), data: "{}")
        #expect(EchoSnippet.listener(for: event) == "Echo." + expected)
    }

    /// What Echo makes of the name that is given to `listen`, as its documentation says.
    private static func heard(_ name: String) -> String {
        guard let first = name.unicodeScalars.first, first != ".", first != "\\" else {
            return String(name.unicodeScalars.dropFirst())
        }
        let scalars = #"App\Events\"#.unicodeScalars + name.unicodeScalars
        return String(String.UnicodeScalarView(scalars.map { $0 == "." ? "\\" : $0 }))
    }

    @Test(
        "Echo hears the event whose name was copied",
        arguments: [
            #"App\Events\A"#, #"App\Events\A\B"#, #"App\Events\.A"#, #"App\Events\\A"#, "A",
            ".A", #"\A"#, "", #"App.Events.A"#, #"App\Events\"#, #"App\Events\A.B\C"#,
        ])
    func heard(name: String) throws {
        let event = ChannelsEvent(
            name: EventName(name), channel: ChannelName(wire: "c"), data: "{}")
        let line = try #require(EchoSnippet.listener(for: event))
        let argument = line.dropFirst("Echo.channel('c').listen('".count).dropLast("', …)".count)
        #expect(Self.heard(String(argument).replacing("\\\\", with: "\\")) == name)
    }

    // MARK: All three

    private static let texts: [(CopySubject, CopyForm, String)] = [
        (
            received("order.paid", on: "private-orders"), .echo,
            "Echo.private('orders').listen('.order.paid', event => console.log(event))"
        ),
        (
            received("order.paid", on: "private-orders"), .js,
            "pusher.subscribe('private-orders').bind('order.paid', data => console.log(data))"
        ),
        (
            received(#"App\Events\Paid"#, on: "private-orders", #"{"by":"O'Neil","cost":"$5"}"#),
            .php,
            #"""
            $pusher ??= Broadcast::connection()->getPusher();
            $pusher->trigger('private-orders', 'App\\Events\\Paid', '{"by":"O\'Neil","cost":"$5"}', [], true);
            """#
        ),
        (
            received("a", on: "#server-to-user-7", "x"), .echo,
            "Echo.connector.pusher.user.bind('a', data => console.log(data))"
        ),
        (
            received("a", on: "#server-to-user-7", "x"), .php,
            """
            $pusher ??= Broadcast::connection()->getPusher();
            $pusher->sendToUser('7', 'a', 'x', true);
            """
        ),
        (sent("client-a", on: "private-c", "x"), .echo, "Echo.private('c').whisper('a', 'x')"),
        (
            sent("client-a", on: "private-c", EventData(json: ["__proto__": "'"])), .echo,
            #"Echo.private('c').whisper('a', JSON.parse('{"__proto__":"\'"}'))"#
        ),
        (
            sent("client-a", on: "presence-c", "x"), .js,
            "pusher.channel('presence-c').trigger('client-a', 'x')"
        ),
        (report(.memberAdded(room, member)), .echo, joining),
        (
            report(.subscriptionChanged(orders, .subscribed)), .echo,
            "Echo.private('orders').subscribed(() => console.log('subscribed'))"
        ),
        (
            report(.cacheMissed(ChannelName(wire: "cache-a"))), .js,
            "pusher.subscribe('cache-a').bind('pusher:cache_miss', data => console.log(data))"
        ),
        (
            report(SharingSamples.change(.connecting, .connected, .asked)), .echo,
            "Echo.connector.pusher.connection.bind('state_change', states => console.log(states))"
        ),
        (.channel(room), .echo, "Echo.join('room')"),
        (.channel(room), .js, "pusher.subscribe('presence-room')"),
        (.channel(orders), .php, client + "$pusher->getChannelInfo('private-orders');"),
        (.member(member, of: room), .php, client + "$pusher->getPresenceUsers('presence-room');"),
        (
            .member(member, of: room), .echo,
            "Echo.connector.pusher.channel('presence-room').members.get('7')"
        ),
        (
            binding(nil, on: "private-orders"), .echo,
            "Echo.private('orders').listenToAll((event, data) => console.log(event, data))"
        ),
        (
            binding(nil, on: nil), .js,
            "pusher.bind_global((event, data) => console.log(event, data))"
        ),
        (
            binding("a", on: nil, isForUser: true), .echo,
            "Echo.connector.pusher.user.bind('a', data => console.log(data))"
        ),
        (
            binding("order.paid", on: "private-orders"), .php,
            """
            public function broadcastOn(): array { return [new PrivateChannel('orders')]; }
            public function broadcastAs(): string { return 'order.paid'; }
            """
        ),
        (
            binding(#"App\Events\Paid"#, on: "a"), .php,
            """
            // class App\\Events\\Paid
            public function broadcastOn(): array { return [new Channel('a')]; }
            """
        ),
        (node, .echo, #"event.items[0]['a"b'].$c"#), (node, .js, #"data.items[0]['a"b'].$c"#),
    ]

    private static let client = "$pusher ??= Broadcast::connection()->getPusher();\n"
    private static let joining = "Echo.join('room').joining(member => console.log(member))"
    private static let node = CopySubject.node(
        1, path: [.member("items"), .element(0), .member("a\"b"), .member("$c")])

    @Test("each form says it in its own words", arguments: texts.indices)
    func text(index: Int) throws {
        let (subject, form, expected) = Self.texts[index]
        #expect(try CopyText.text(of: subject, as: form) == expected)
    }

    private static let refusals: [(CopySubject, CopyForm, String)] = [
        (node, .php, "Only whole events can be published: copy the event as PHP."),
        (
            sent("client-a", on: "private-encrypted-c", "x"), .echo,
            "Only client- events on a private or presence channel can be sent again."
        ),
        (
            report(.pingSent(.sample)), .js,
            "This kind of update has no equivalent in JavaScript."
        ),
        (
            report(.pingSent(.sample)), .php,
            "Only events can be published: this row is an update from the client."
        ),
        (
            binding("client-a", on: "private-c"), .php,
            "Only a binding to a named event on a channel has a Laravel event."
        ),
        (
            .channel(ChannelName(wire: "a/b")), .echo,
            "A channel with this name cannot be subscribed to."
        ),
    ]

    @Test("what cannot be said is refused, with a reason", arguments: refusals.indices)
    func refusal(index: Int) {
        let (subject, form, expected) = Self.refusals[index]
        let refusal = #expect(throws: CopyRefusal.self) {
            try CopyText.text(of: subject, as: form)
        }
        #expect(refusal?.description == expected)
    }

    @Test(
        "Laravel's origin of an event is a class, or a name that broadcastAs gave",
        arguments: [
            (#"App\Events\Paid"#, "private-a", #"App\Events\Paid on PrivateChannel('a')"#),
            ("Paid", "a", "broadcastAs 'Paid' on Channel('a')"),
            (#"App\1"#, "presence-a", #"broadcastAs 'App\\1' on PresenceChannel('a')"#),
            ("App\\?>\n", "a", #"broadcastAs "App\\?>\n" on Channel('a')"#),
            ("client-a", "private-a", nil), ("pusher:x", "a", nil),
            ("a", "#server-to-user-1", nil),
        ] as [(EventName, String, String?)])
    func origin(name: EventName, channel: String, expected: String?) {
        let event = ChannelsEvent(name: name, channel: ChannelName(wire: channel), data: "{}")
        #expect(PHPSnippet.origin(of: event) == expected)
    }

    // MARK: Quoting

    private static let literals: [(HostileString, javaScript: String, php: String)] = [
        ("", "''", "''"), ("a\"b", #"'a"b'"#, #"'a"b'"#), ("it's", #"'it\'s'"#, #"'it\'s'"#),
        ("a\\", #"'a\\'"#, #"'a\\'"#), ("a\nb\r\t", #"'a\nb\r\t'"#, #""a\nb\r\t""#),
        ("${x}`y`", "'${x}`y`'", "'${x}`y`'"),
        ("$x{$y}\0", #"'$x{$y}\u{0}'"#, #""\$x{\$y}\u{0}""#),
        ("\u{2028}\u{202E}\"", #"'\u{2028}\u{202E}"'"#, #""\u{2028}\u{202E}\"""#),
        ("</script><!--<?=1?>", #"'\u{3C}/script>\u{3C}!--\u{3C}?=1?>'"#, "'</script><!--<?=1?>'"),
        ("{{ a }} {!! b !!} {c}", #"'\u{7B}{ a }} \u{7B}!! b !!} {c}'"#, "'{{ a }} {!! b !!} {c}'"),
        ("@php me@b.c", #"'\u{40}php me@b.c'"#, "'@php me@b.c'"),
        ("\u{301}e\u{301}", "'\\u{301}e\u{301}'", "\"\\u{301}e\u{301}\""),
        ("'\u{301}", "'\\'\u{301}'", "'\\'\u{301}'"),
    ]

    @Test("a literal is one line that ends where it should", arguments: literals.indices)
    func literal(index: Int) {
        let (text, javaScript, php) = Self.literals[index]
        let found = (JavaScriptLiteral.text(text.text), PHPLiteral.text(text.text))
        #expect(found.0.unicodeScalars.elementsEqual(javaScript.unicodeScalars))
        #expect(found.1.unicodeScalars.elementsEqual(php.unicodeScalars))
    }

    /// Whether a string is one literal: its quotation mark occurs inside only after a backslash.
    private static func isOneLiteral(_ text: String) -> Bool {
        let scalars = Array(text.unicodeScalars)
        guard scalars.count >= 2, let quote = scalars.first, scalars.last == quote else {
            return false
        }
        var isEscaped = false
        for scalar in scalars.dropFirst().dropLast() {
            if scalar == quote, !isEscaped { return false }
            isEscaped = scalar == "\\" && !isEscaped
        }
        return !isEscaped
    }

    @Test(
        "no text leaves its literal",
        arguments: SharingSamples.hostile.map { HostileString($0) })
    func hostile(text: HostileString) {
        for literal in [JavaScriptLiteral.text(text.text), PHPLiteral.text(text.text)] {
            #expect(Self.isOneLiteral(literal))
            #expect(SharingSamples.isSafe(literal))
        }
        #expect(!JavaScriptLiteral.text(text.text).contains("<"))
    }
}
