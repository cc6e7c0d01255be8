import BuoyTestBasics
import BuoyTextScreen
import Testing

@Suite("Web addresses and links")
struct WebAddressTests {
    @Test(
        "an address ends where it cannot go on, and without what ends a sentence",
        arguments: [
            ("see https://a.example/b?c=d#e, or", ["https://a.example/b?c=d#e"]),
            ("\"http://10.0.0.1:6001/x\"", ["http://10.0.0.1:6001/x"]),
            ("(https://a.b).", ["https://a.b"]), ("http://[::1]:80/", ["http://[::1]:80/"]),
            ("https://a.b/c https://d.e", ["https://a.b/c", "https://d.e"]),
            ("https://a.b/\u{1B}]8;;evil", ["https://a.b/"]), ("https://a.b/ü", ["https://a.b/"]),
            ("http://https://a.b", ["http://https://a.b"]),
            ("https:// http://. httpx://a file:///etc/passwd javascript:alert(1)", []),
            ("", []), ("h", []), ("https://", []), ("https://'x'", []),
        ] as [(HostileString, [String])])
    func places(text: HostileString, addresses: [String]) {
        let scalars = Array(text.text.unicodeScalars)
        let found = WebAddress.places(in: scalars).map { place in
            String(String.UnicodeScalarView(scalars[place]))
        }
        #expect(found == addresses)
    }

    @Test("what is too long is no link")
    func long() {
        let text = Array(("https://a.b/" + String(repeating: "x", count: 2000)).unicodeScalars)
        #expect(WebAddress.places(in: text).isEmpty)
        #expect(WebAddress.places(in: Array(text.prefix(WebAddress.longest))).count == 1)
    }

    @Test("a link is where its text is, and not where something lies over it")
    func canvas() throws {
        var canvas = Canvas(size: ScreenSize(columns: 20, rows: 4))
        canvas.draw(in: Rect(x: 4, y: 1, width: 10, height: 2)) { canvas in
            canvas.put("a http://b.example/long", x: 0, y: 1)
            canvas.link(2..<23, y: 1, to: "http://b.example/long")
            canvas.link(0..<5, y: 7, to: "http://b.example/long")
            canvas.link(1..<2, y: 1, to: "http://b.example/long")
        }
        let link = try #require(canvas.links.first)
        #expect(canvas.links.count == 1)
        #expect(link.x == 6 && link.y == 2 && link.text == "http://")
        #expect(link.isVisible(on: canvas))
        canvas.put("box", x: 8, y: 2)
        #expect(!link.isVisible(on: canvas))
        #expect(!link.isVisible(on: Canvas(size: ScreenSize(columns: 8, rows: 2))))
    }
}
