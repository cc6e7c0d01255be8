import BuoyTestBasics
import ChannelsProtocol
import Testing

@testable import BuoyServers
@testable import BuoyStage

/// The page in a real browser.
@Suite("A room's page", .inTurn, .enabled(if: Chromium.path != nil, "Chromium is not installed"))
struct RoomPageTests {
    private static let isConnected =
        "document.getElementById('state').textContent === 'Connected'"

    private static func isCounted(_ count: Int) -> String {
        "document.getElementById('count').textContent.startsWith('\(count) ')"
    }

    @Test("50 tabs join, speak, are cut together, and come back")
    func fifty() async throws {
        try await LiveRoom.run { room in
            try await Chromium.run { browser in
                var tabs: [Chromium.Tab] = []
                for number in 1...50 {
                    tabs.append(try await browser.tab(room.url))
                    try await tabs[number - 1].join("Person \(number)")
                }
                for tab in tabs { try await tab.wait(for: Self.isCounted(50)) }
                try await tabs[0].say("Hello from the first")
                for tab in tabs {
                    try await tab.wait(
                        for: "document.getElementById('messages').textContent"
                            + ".includes('Hello from the first')")
                }
                try await room.server.perform(.cut(.zero))
                for tab in tabs {
                    try await tab.wait(
                        for: "!document.getElementById('missed').hidden && \(Self.isConnected)")
                    try await tab.wait(for: Self.isCounted(50))
                }
                #expect(await room.server.present.count == 50)
                #expect(await room.sandbox.tenants[0].hub.connectionCount == 50)
            }
        }
    }

    @Test("names and messages are text, whatever they contain")
    func hostile() async throws {
        try await LiveRoom.run { room in
            try await Chromium.run { browser in
                let ana = try await browser.tab(room.url)
                try await ana.join("Ana")
                try await ana.wait(for: Self.isConnected)
                for (index, text) in [
                    "<img src=x onerror=x>", "<script>x</script>", "\u{202E}evil\u{0007}",
                    "{{facts}}",
                    "</script><b>", "&lt;b&gt;", "\u{1B}[31m",
                ].enumerated() {
                    let tab = try await browser.tab(room.url)
                    try await tab.join(text)
                    try await tab.wait(for: Self.isConnected)
                    try await tab.say(text)
                    try await ana.wait(
                        for: "document.getElementById('messages').children.length === \(index + 1)")
                }
                #expect(
                    try await ana.run(
                        "document.querySelectorAll('#room img, #room script, #messages b b').length"
                    )
                        == 0)
                let text = try await ana.text("people") + ana.text("messages")
                #expect(text.contains("<img src=x onerror=x>") && text.contains("&lt;b&gt;"))
                #expect(!text.unicodeScalars.contains { [0x1B, 0x07, 0x202E].contains($0.value) })
            }
        }
    }

    @Test("two tabs of one person and a reloaded page are one member")
    func tabs() async throws {
        try await LiveRoom.run { room in
            try await Chromium.run { browser in
                let first = try await browser.tab(room.url, isPerson: false)
                try await first.join("Ana")
                try await first.wait(for: Self.isConnected)
                // The second tab knows the name, and joins by itself.
                let second = try await browser.tab(room.url, isPerson: false)
                try await second.wait(for: Self.isConnected)
                #expect(await room.server.present.count == 1)
                #expect(await room.sandbox.tenants[0].hub.connectionCount == 2)
                try await second.call("Page.reload")
                try await second.wait(for: "\(Self.isConnected) && \(Self.isCounted(1))")
                #expect(await room.server.present.count == 1)
                try await second.run("document.getElementById('hand').click()")
                try await first.wait(
                    for: "document.getElementById('people').textContent.includes('\u{270B}')")
            }
        }
    }

    @Test("a telephone without a network says so, and says what it missed")
    func offline() async throws {
        try await LiveRoom.run { room in
            try await Chromium.run { browser in
                let (ana, ben) = (try await browser.tab(room.url), try await browser.tab(room.url))
                try await ana.join("Ana")
                try await ben.join("Ben")
                try await ana.wait(for: Self.isCounted(2))
                try await ben.wait(for: Self.isConnected)
                try await ana.setOffline(true)
                try await ana.wait(
                    for: "document.getElementById('state').textContent === 'You are offline'")
                try await ben.wait(for: Self.isCounted(1))
                try await ben.say("Can you hear me?")
                try await ben.wait(for: "document.getElementById('messages').children.length === 1")
                try await ana.setOffline(false)
                try await ana.wait(for: "\(Self.isConnected) && \(Self.isCounted(2))")
                try await ana.wait(
                    for: "document.getElementById('missed').textContent.endsWith('missed 1 event.')"
                )
            }
        }
    }

    @Test("a removed visitor reads why, and the presenter hides a message everywhere")
    func moderation() async throws {
        try await LiveRoom.run { room in
            try await Chromium.run { browser in
                let ana = try await browser.tab(room.url)
                try await ana.join("Ana")
                try await ana.wait(for: Self.isConnected)
                try await ana.say("Something rude")
                try await ana.wait(for: "document.getElementById('messages').children.length === 1")
                let hide = Publication(
                    event: StageEvents.hide, channels: [LiveRoom.channel],
                    data: EventData(json: ["number": 1]))
                await room.sandbox.publish(hide)
                try await ana.wait(for: "document.getElementById('messages').children.length === 0")
                try await room.server.perform(.kick("Ana"))
                try await ana.wait(
                    for: "document.getElementById('refusal').textContent"
                        + " === 'The presenter has removed you.'")
            }
        }
    }
}
