import ChannelsSigning
import Testing

@Suite("Signatures of HTTP API requests")
struct RequestSignatureTests {
    private let signature = RequestSignature(key: "key", secret: AppSecret("secret"))
    private let now: Int64 = 1_353_088_179

    /// Parameters in the order of the list, as a client would send them.
    private func parameters(_ query: String) throws -> [RequestParameter] {
        try #require([RequestParameter](encoded: query.utf8))
    }

    private func error(
        _ parameters: [RequestParameter], body: String = "", method: String = "GET"
    ) -> RequestSignatureError? {
        do throws(RequestSignatureError) {
            try self.signature.check(
                method: method, path: "/apps/1/channels", parameters: parameters,
                body: Array(body.utf8), unixTime: self.now)
            return nil
        } catch { return error }
    }

    private func signed(
        _ parameters: [RequestParameter] = [], body: String = "", method: String = "GET",
        at time: Int64? = nil
    ) throws -> [RequestParameter] {
        try self.signature.signed(
            method: method, path: "/apps/1/channels", parameters: parameters,
            body: Array(body.utf8), unixTime: time ?? self.now)
    }

    @Test("the published requests are accepted", arguments: try SignatureVector.numbered(11...18))
    func vectors(vector: SignatureVector) throws {
        guard let text = vector.textToSign else { return }
        let lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
        var parameters = try self.parameters(lines[2])
        // What a client sends need not be sorted.
        parameters.reverse()
        #expect(
            RequestSignature.stringToSign(
                method: lines[0].lowercased(), path: lines[1], parameters: parameters) == text)
        parameters.append(RequestParameter("auth_signature", vector.expected))
        let key = try #require(parameters.first("auth_key"))
        let time = try #require(parameters.first("auth_timestamp").flatMap(Int64.init))
        let body = try self.body(for: vector)
        let signature = RequestSignature(
            key: key, secret: AppSecret(try #require(vector.secret)))
        #expect(throws: Never.self) {
            try signature.check(
                method: lines[0], path: lines[1], parameters: parameters, body: body,
                unixTime: time)
        }
    }

    private func body(for vector: SignatureVector) throws -> [UInt8] {
        if vector.name.hasPrefix("T18") { return Array("{}".utf8) }
        let name = vector.name.prefix(3)
        let twin = try SignatureVector.all().first { $0.name.hasPrefix(name) && $0.body != nil }
        return Array((twin?.body ?? "").utf8)
    }

    @Test("what was signed is accepted, with and without a body")
    func roundTrip() throws {
        #expect(self.error(try self.signed()) == nil)
        let info = RequestParameter("info", "user_count,ü +&=")
        #expect(self.error(try self.signed([info])) == nil)
        let posted = try self.signed(body: "{}", method: "POST")
        #expect(self.error(posted, body: "{}", method: "POST") == nil)
    }

    @Test("an empty body is not signed, because some servers refuse its digest")
    func emptyBody() throws {
        #expect(try self.signed().first("body_md5") == nil)
    }

    @Test("a time is accepted up to 600 s away, either way")
    func timestamps() throws {
        for distance in [-600, -1, 0, 600] as [Int64] {
            #expect(self.error(try self.signed(at: self.now + distance)) == nil)
        }
        for distance in [-601, 601, -100_000, Int64.max - self.now] {
            let time = self.now + distance
            #expect(
                self.error(try self.signed(at: time)) == .expired(given: time, now: self.now))
        }
    }

    @Test(
        "a time that is no number of seconds is refused",
        arguments: ["x", "-1", "1.5", "99999999999999999999", "1353088179 "])
    func malformedTimestamp(text: String) throws {
        var parameters = try self.signed()
        parameters.removeAll { $0.name == "auth_timestamp" }
        parameters.append(RequestParameter("auth_timestamp", text))
        #expect(self.error(parameters) == .malformedTimestamp(text))
    }

    @Test(
        "each part of the signature is needed",
        arguments: ["auth_key", "auth_timestamp", "auth_version", "auth_signature"])
    func missing(name: String) throws {
        let parameters = try self.signed().filter { $0.name != name }
        #expect(self.error(parameters) == .missingParameter(name))
        #expect(self.error(parameters)?.status == 401)
    }

    @Test("a parameter given twice is refused, whatever the case of its letters")
    func repeated() throws {
        let parameters = try self.signed() + [RequestParameter("AUTH_KEY", "key")]
        #expect(self.error(parameters) == .repeatedParameter("AUTH_KEY"))
        #expect(self.error(parameters)?.status == 400)
    }

    @Test("another key and another version are told apart from a wrong signature")
    func foreign() throws {
        let other = RequestSignature(key: "other", secret: AppSecret("secret"))
        let parameters = try other.signed(
            method: "GET", path: "/apps/1/channels", unixTime: self.now)
        #expect(self.error(parameters) == .unknownKey("other"))
        var old = try self.signed().filter { $0.name != "auth_version" }
        old.append(RequestParameter("auth_version", "0.9"))
        #expect(self.error(old) == .unsupportedVersion("0.9"))
    }

    @Test("a wrong signature is answered with the text that should have been signed")
    func wrongSignature() throws {
        var parameters = try self.signed().filter { $0.name != "auth_signature" }
        parameters.append(RequestParameter("auth_signature", "00"))
        let text =
            "GET\n/apps/1/channels\n"
            + "auth_key=key&auth_timestamp=1353088179&auth_version=1.0"
        let error = try #require(self.error(parameters))
        #expect(error == .wrongSignature("00", stringToSign: text))
        #expect(error.description.contains(#"GET\n/apps/1/channels\nauth_key=key"#))
    }

    @Test("a changed method, path, parameter or body is noticed")
    func changes() throws {
        let parameters = try self.signed([RequestParameter("info", "a")])
        #expect(self.error(parameters, method: "DELETE") != nil)
        #expect(self.error(parameters + [RequestParameter("x", "1")]) != nil)
        let posted = try self.signed(body: "{}", method: "POST")
        #expect(
            self.error(posted, body: "[]", method: "POST")
                == .wrongBodyDigest(
                    "99914b932bd37a50b983c5e7c90ae93b",
                    expected: "d751713988987e9331980363e24189ce"))
        #expect(self.error(parameters, body: "{}") == .missingParameter("body_md5"))
    }
}

@Suite("Parameters of requests")
struct RequestParameterTests {
    @Test("both spellings of a space are read, and empty values kept")
    func decoding() {
        let parameters = [RequestParameter](encoded: "a=1+2%203&b=&c&=d&e=%C3%BC=".utf8)
        #expect(
            parameters == [
                RequestParameter("a", "1 2 3"), RequestParameter("b", ""),
                RequestParameter("c", ""), RequestParameter("", "d"), RequestParameter("e", "ü="),
            ])
    }

    @Test("what is not percent-encoded UTF-8 is refused", arguments: ["%", "%2", "%zz", "a=%FF"])
    func malformed(text: String) {
        #expect([RequestParameter](encoded: text.utf8) == nil)
    }

    @Test("what is encoded reads back the same")
    func roundTrip() {
        let parameters = [RequestParameter("a b", "1&2=3+4%"), RequestParameter("ü", "\u{0}\n")]
        #expect(parameters.encoded == "a%20b=1%262%3D3%2B4%25&%C3%BC=%00%0A")
        #expect([RequestParameter](encoded: parameters.encoded.utf8) == parameters)
    }
}
