import ChannelsProtocol
import ChannelsTransport
import Testing

@testable import Channels

/// What is made of the answer of an application's server.
struct AuthAnswerTests {
    private static let good = "key:\(AuthScene.digits)"

    /// An answer that grants nothing, and words of the sentence about it.
    struct Refusal: Sendable, CustomTestStringConvertible {
        var channel = "private-a"
        var status = 200
        var headers: [HTTPHeader] = []
        var body: String
        var words: [String]

        var testDescription: String { "\(self.status) \(self.body.prefix(40))" }
    }

    private static let refusals = [
        Refusal(
            status: 400, body: "", words: ["HTTP 400 and an empty body", "parameter is missing"]),
        Refusal(status: 401, body: "", words: ["HTTP 401", "token"]),
        Refusal(status: 403, body: "forbidden", words: ["HTTP 403: forbidden", "token"]),
        Refusal(status: 404, body: "", words: ["HTTP 404", "path"]),
        Refusal(status: 405, body: "", words: ["HTTP 405", "method"]),
        Refusal(status: 407, body: "", words: ["HTTP 407", "proxy"]),
        Refusal(status: 418, body: "teapot", words: ["HTTP 418: teapot"]),
        Refusal(status: 419, body: "", words: ["HTTP 419", "CSRF"]),
        Refusal(
            status: 202, body: "{}",
            words: ["HTTP 202 instead of an authorization", "200 or 201"]),
        Refusal(status: 302, body: "", words: ["nowhere", "not followed"]),
        Refusal(
            status: 307, headers: [HTTPHeader("Location", "https://b.test:8443/x?token=hunter2")],
            body: "", words: ["to https://b.test:8443. ", "not followed"]),
        Refusal(
            status: 302, headers: [HTTPHeader("Location", "file:///etc/passwd")], body: "",
            words: ["to a file: address"]),
        Refusal(body: "", words: ["HTTP 200 and an empty body", "JSON object"]),
        Refusal(body: " <html>", words: ["HTML page", ":  <html>", "a login page"]),
        Refusal(body: "{\"auth\":", words: ["not JSON (unexpected end of text at byte 8)"]),
        Refusal(body: "[]", words: ["JSON that is not an object: []"]),
        Refusal(body: "{}", words: ["returned no \"auth\" string: {}", "<app key>:<signature>"]),
        Refusal(body: #"{"auth":5}"#, words: ["returned no \"auth\" string"]),
        Refusal(body: #"{"auth":""}"#, words: ["returned no \"auth\" string"]),
        Refusal(body: #"{"auth":"0123"}"#, words: ["not \"<app key>:<signature>\""]),
        Refusal(body: #"{"auth":":0123"}"#, words: ["not \"<app key>:<signature>\""]),
        Refusal(body: #"{"auth":"KEY:0123"}"#, words: ["an app key other than key: KEY"]),
        Refusal(body: #"{"auth":"key::0123"}"#, words: ["an app key other than key: key:"]),
        Refusal(body: #"{"auth":"key:"}"#, words: ["not hexadecimal"]),
        Refusal(body: #"{"auth":"key:q2=="}"#, words: ["not hexadecimal", "base64"]),
        Refusal(
            channel: "presence-a", body: #"{"auth":"key:00"}"#,
            words: ["returned no \"channel_data\" string", "Presence channels require it"]),
        Refusal(
            channel: "presence-a", body: #"{"auth":"key:00","channel_data":{"user_id":"1"}}"#,
            words: ["returned no \"channel_data\" string", "a string that contains JSON"]),
        Refusal(
            channel: "presence-a", body: #"{"auth":"key:00","channel_data":"{"}"#,
            words: ["channel_data that is not JSON (unexpected end of text at byte 1)"]),
        Refusal(
            channel: "presence-a", body: #"{"auth":"key:00","channel_data":"7"}"#,
            words: ["channel_data that is not a JSON object"]),
        Refusal(
            channel: "presence-cache-a", body: #"{"auth":"key:00","channel_data":"{\"id\":1}"}"#,
            words: ["channel_data without a user_id"]),
        Refusal(
            channel: "private-encrypted-a", body: #"{"auth":"key:00"}"#,
            words: ["returned no shared_secret", "encryption master key"]),
        Refusal(
            channel: "private-encrypted-cache-a",
            body: #"{"auth":"key:00","shared_secret":"hunter2"}"#, words: ["base64 of 32 bytes"]),
        Refusal(
            channel: "private-encrypted-a",
            body: #"{"auth":"key:00","shared_secret":"aHVudGVyMg=="}"#,
            words: ["base64 of 32 bytes"]),
        Refusal(
            body: #"{"shared_secret":"hunter2"}"#,
            words: ["not shown because it contains a secret"]),
    ]

    @Test("an answer that grants nothing fails with a sentence that helps", arguments: refusals)
    func refusal(_ refusal: Refusal) async throws {
        let outcome = try await AuthScene().authorize(refusal.channel) {
            await $0.answer(refusal.status, refusal.body, headers: refusal.headers)
        }
        let failure = try #require(outcome.result.failure)
        #expect(failure.phase == .authorization)
        #expect(failure.status == refusal.status)
        #expect(failure.attempts == 1)
        #expect(failure.stringToSign?.hasPrefix("12.34:\(refusal.channel)") == true)
        for words in refusal.words { #expect(failure.text.contains(words), "\(failure.text)") }
        #expect(!"\(failure)".contains("hunter2"))
        #expect(!outcome.report.isGranted)
        #expect(outcome.report.status == refusal.status)
    }

    @Test("a presence channel's failure tells what was signed")
    func stringToSign() async throws {
        let outcome = try await AuthScene().authorize("presence-a") {
            await $0.answer(200, #"{"auth":"other:00","channel_data":"{\"user_id\":\"1\"}"}"#)
        }
        #expect(outcome.result.failure?.stringToSign == #"12.34:presence-a:{"user_id":"1"}"#)
    }

    @Test(
        "a good answer is handed on byte for byte",
        arguments: [
            (
                "private-a", #"{"auth":"key:0aF"}"#,
                ChannelAuthorization(auth: "key:0aF")
            ),
            (
                "presence-a",
                #"{"channel_data":"{ \"user_id\" : 10, \"a\":\"\\u00e9\" }","auth":"key:00","x":[1]}"#,
                ChannelAuthorization(
                    auth: "key:00", channelData: #"{ "user_id" : 10, "a":"\u00e9" }"#)
            ),
            (
                "private-encrypted-a",
                #"{"auth":"key:00","#
                    + #""shared_secret":"EYp9Iw61We0SSO8i4YNMUxqo4TeGPjdBtcgzC9ocVl0="}"#,
                ChannelAuthorization(
                    auth: "key:00",
                    sharedSecret: SharedSecret(
                        base64: "EYp9Iw61We0SSO8i4YNMUxqo4TeGPjdBtcgzC9ocVl0="))
            ),
        ])
    func granted(channel: String, body: String, expected: ChannelAuthorization) async throws {
        let outcome = try await AuthScene().authorize(channel) { await $0.answer(200, body) }
        #expect(try outcome.result.get() == expected)
        let report = outcome.report
        #expect(report.subject == .channel(ChannelName(wire: channel)))
        #expect(report.attempts == 1 && report.status == 200 && report.isGranted)
        #expect(report.requests == [.init(status: 200, duration: .zero)])
        #expect(report.socketID?.text == "12.34")
        let data = expected.channelData.map { ":\($0)" } ?? ""
        #expect(report.stringToSign == "12.34:\(channel)\(data)")
        #expect(report.signature == SecretMark([expected.auth]))
        #expect(report.credentials == nil && report.repetition == nil)
    }

    @Test(
        "a JSONP answer is taken out of its call, and plain JSON is taken as it is",
        arguments: [
            #"callback({"auth":"key:00"})"#,
            #"Pusher.auth_callbacks['1']({"auth":"key:00"});"#,
            "/**/ \n cb ( {\"auth\":\"key:00\"} ) ;\n",
            #"/**/ typeof cb === 'function' && cb({"auth":"key:00"});"#,
            #"{"auth":"key:00","note":"(a)"}"#,
            " \n{\"auth\":\"key:00\"}\n",
        ])
    func jsonp(body: String) async throws {
        let endpoint = AuthEndpoint(url: "http://auth.test/", transport: .callback)
        let outcome = try await AuthScene().authorize("private-a", .endpoint(endpoint)) {
            await $0.answer(200, body)
        }
        #expect(try outcome.result.get().auth == "key:00")
    }

    @Test(
        "a call that is none is not JSON, and neither is a call that nobody asked for",
        arguments: [
            (AuthEndpoint.Transport.callback, "cb({\"auth\":\"key:00\"}"), (.callback, "("),
            (.callback, "();"), (.callback, "cb()"), (.callback, ";"), (.callback, ""),
            (.form, "cb({\"auth\":\"key:00\"})"),
        ])
    func noCall(transport: AuthEndpoint.Transport, body: String) async throws {
        let endpoint = AuthEndpoint(url: "http://auth.test/", transport: transport)
        let outcome = try await AuthScene().authorize("private-a", .endpoint(endpoint)) {
            await $0.answer(200, body)
        }
        #expect(outcome.result.failure != nil)
    }

    @Test(
        "a body that is not text is named, and not shown",
        arguments: [
            ([0x1F, 0x8B, 0x08, 0x00, 0x00, 0x41], "gzip data, 6 bytes"),
            ([0x00, 0xFF, 0x00, 0xFE], "binary data, 4 bytes"),
            ([0x01, 0x02, 0x03, 0x04, 0x41], "binary data, 5 bytes"),
            (Array("%PDF-1.7".utf8), "a PDF file, 8 bytes"),
        ] as [([UInt8], String)], [200, 403])
    func binaryBody(_ answer: (body: [UInt8], words: String), status: Int) async throws {
        let outcome = try await AuthScene().authorize {
            await $0.answer(status, bytes: answer.body)
        }
        let failure = try #require(outcome.result.failure)
        #expect(
            failure.text.contains("with a body that is not text: \(answer.words)"), "\(failure)")
        #expect(failure.body == "(\(answer.words))")
    }

    @Test("a long body is cut, also in the middle of a letter with many accents")
    func longBody() async throws {
        let accents = "e" + String(repeating: "\u{301}", count: 10_000)
        let outcome = try await AuthScene().authorize { await $0.answer(403, accents) }
        let failure = try #require(outcome.result.failure)
        #expect(failure.body?.unicodeScalars.count == ResponseExcerpt.limit)
        #expect(failure.body?.hasSuffix("…") == true)
        #expect(failure.text.unicodeScalars.count < 400)
    }

    @Test(
        "a body that repeats a secret of the request is not shown",
        arguments: [
            ("You sent Bearer hunter2-hunter2", nil), ("hunter2-hunter2", nil),
            ("You sent a bad Bearer", "You sent a bad Bearer"),
        ] as [(String, String?)])
    func echo(body: String, shown: String?) async throws {
        let endpoint = AuthEndpoint(
            url: "http://auth.test/",
            headers: [RequestField("Authorization", "Bearer hunter2-hunter2")])
        let outcome = try await AuthScene().authorize("private-a", .endpoint(endpoint)) {
            await $0.answer(403, body)
        }
        #expect(outcome.result.failure?.body == shown)
        #expect(outcome.result.failure?.text.contains("hunter2") == false)
    }
}
