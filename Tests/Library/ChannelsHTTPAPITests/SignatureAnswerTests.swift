import ChannelsHTTPAPI
import ChannelsSigning
import ChannelsTransport
import Testing

@Suite("Refused signatures of the HTTP API")
struct SignatureAnswerTests {
    private let scene = APIScene()

    private static func refusal(_ text: String, _ signature: String = "abc") -> String {
        RequestSignatureError.wrongSignature(signature, stringToSign: text).description
    }

    private func error(_ api: ChannelsAPI) async throws -> ChannelsAPIError {
        try #require(
            await #expect(throws: ChannelsAPIError.self) { try await api.channels(prefix: "a,b") })
    }

    @Test("401 shows what was signed, what the server expected, and where they differ")
    func comparison() async throws {
        let api = try self.scene.api()
        let mine = try api.signedRequest(
            method: "get", path: "/channels", query: "filter_by_prefix=a,b")
        let theirs = mine.signedString.replacing("a,b", with: "a%2Cb")
        self.scene.sender.answer(401, Self.refusal(theirs))
        let error = try await self.error(api)
        #expect(error.kind == .unauthorized)
        #expect(error.signedString == mine.signedString)
        #expect(error.expectedString == theirs)
        #expect(error.description.contains("The strings first differ at character "), "\(error)")
        #expect(error.description.contains("%2C for a comma"), "\(error)")
    }

    @Test("the same text on both sides means another secret")
    func sameText() async throws {
        let api = try self.scene.api()
        let text = try api.signedRequest(
            method: "GET", path: "/channels", query: "filter_by_prefix=a,b"
        ).signedString
        self.scene.sender.answer(401, Self.refusal(text))
        #expect(try await self.error(api).description.contains("so their secrets differ"))
    }

    @Test("a wrong clock is told from the Date header, or else from the server's words")
    func clock() async throws {
        let api = try self.scene.api()
        let now = Int64(APIScene.now)
        let expired = RequestSignatureError.expired(given: now, now: now + 900).description
        self.scene.sender.answer(401, expired)
        let error = try await self.error(api)
        #expect(error.clockSkew == .seconds(900))
        #expect(error.description.contains("This machine's clock is 900s behind the server's"))
        #expect(api.clockSkew == .seconds(900))
        // 1700000000 − 3600 s.
        let date = HTTPHeader("Date", "Tue, 14 Nov 2023 21:13:20 GMT")
        self.scene.sender.answer(401, expired, headers: [date])
        let other = try await self.error(api)
        #expect(other.clockSkew == .seconds(-3599.5))
        #expect(other.description.contains("3599s ahead of"), "\(other)")
    }

    @Test("the skew is known after any answer, and is not corrected unless asked")
    func skew() async throws {
        let api = try self.scene.api()
        #expect(api.clockSkew == nil)
        let date = HTTPHeader("Date", "Tue, 14 Nov 2023 22:23:20 GMT")
        for _ in 0..<2 { self.scene.sender.answer(200, #"{"channels":{}}"#, headers: [date]) }
        _ = try await api.channels()
        #expect(api.clockSkew == .seconds(600.5))
        _ = try await api.channels()
        for request in self.scene.sender.requests {
            #expect(request.target.contains("auth_timestamp=1700000000&"))
        }
    }

    @Test(
        "a corrected clock carries the server's time, and a request refused for it is sent once more"
    )
    func correction() async throws {
        var options = APIScene.options
        options.correctsClock = true
        let api = try self.scene.api(options)
        let now = Int64(APIScene.now)
        let expired = RequestSignatureError.expired(given: now, now: now + 900).description
        self.scene.sender.answer(401, expired)
        self.scene.sender.answer(200, "{}")
        try await api.trigger("paid", on: ChannelName("orders"), data: "x")
        let times = self.scene.sender.requests.map {
            $0.target.contains("auth_timestamp=1700000900")
        }
        #expect(times == [false, true])
        // Not a third time, and not for another reason.
        self.scene.sender.answer(401, expired)
        self.scene.sender.answer(401, expired)
        _ = try await self.error(api)
        self.scene.sender.answer(401, "Unknown auth_key: key")
        #expect(try await self.error(api).clockSkew == nil)
        #expect(self.scene.sender.requests.count == 5)
    }

    @Test("a long or cut text of a server is no trouble")
    func oddTexts() async throws {
        let api = try self.scene.api()
        for body in [
            "Invalid signature: you should have sent HmacSHA256Hex(", "HmacSHA256Hex(\"x",
            "Timestamp expired: server time (99999999999999999999)",
            "HmacSHA256Hex(\"\", your_secret",
            "Timestamp expired: server time ()", "",
        ] {
            self.scene.sender.answer(401, body)
            let error = try await self.error(api)
            #expect(error.kind == .unauthorized)
            #expect(error.clockSkew == nil)
        }
    }

    @Test(
        "the dates of headers are read as they are written",
        arguments: [
            (0, "Thu, 01 Jan 1970 00:00:00 GMT"), (1_445_412_480, "Wed, 21 Oct 2015 07:28:00 GMT"),
            (1_709_164_799, "Wed, 28 Feb 2024 23:59:59 GMT"),
            (4_102_444_800, "Fri, 01 Jan 2100 00:00:00 GMT"),
        ])
    func dates(time: Int, text: String) {
        #expect(HTTPDate.text(unixTime: Int64(time)) == text)
        #expect(HTTPDate.unixTime(text) == time)
    }
}
