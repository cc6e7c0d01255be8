import BuoyTestBasics
import ChannelsBasics
import Foundation
import Testing

@testable import BuoyRecordingFiles
@testable import ChannelsProtocol

/// What decodes to a secret is not written, in whatever form a server repeats it.
struct SecretMaskingTests {
    private static let token = "abc/def+ghi0123456789"
    private static let signature = String(repeating: "0123456789abcdef", count: 4)
    private static let dots = SecretMask.dots

    private static let secrets = SecretMask.parts(ofHeader: "Bearer \(Self.token)")

    private static func event(_ json: String) -> ClientReport {
        let bytes = Array(json.utf8)
        return ClientReport(
            number: 17, time: ChannelsTimestamp(monotonicNanoseconds: 5, wallMicroseconds: 7),
            kind: .received(
                ChannelsEvent(
                    name: "x", channel: ChannelName(wire: "private-a"),
                    data: EventData(frame: bytes, range: 0..<bytes.count))))
    }

    private func text(
        _ kind: ClientReport.Kind, _ secrets: [[UInt8]] = Self.secrets, appKey: String? = "key",
        auths: [String] = []
    ) throws -> String {
        var event = Self.event("{}")
        event.kind = kind
        var encoder = RecordingEncoder(secrets: SecretMask(secrets, appKey: appKey))
        for auth in auths { encoder.add(auth: auth) }
        encoder.append(event)
        let line = encoder.take()
        var decoder = RecordingDecoder()
        #expect(throws: Never.self, "\(String(decoding: line, as: UTF8.self))") {
            try decoder.line(line, 0..<line.count - 1)
        }
        return String(decoding: line, as: UTF8.self)
    }

    private func text(data: String, auths: [String] = []) throws -> String {
        try self.text(Self.event(data).kind, auths: auths)
    }

    @Test(
        "a token is hidden however it is escaped",
        arguments: [
            (#""abc/def+ghi0123456789""#, #""••••••••""#),
            (#""Bearer abc/def+ghi0123456789""#, #""••••••••""#),
            (#""abc\/def+ghi0123456789""#, #""••••••••""#),
            (#""abc\u002fdef\u002Bghi0123456789""#, #""••••••••""#),
            (#""\u0061bc/def+ghi0123456789""#, #""••••••••""#),
            (#""u=abc%2Fdef%2Bghi0123456789&x=1""#, #""u=••••••••&x=1""#),
            (#""Bearer%20abc%2fdef%2bghi0123456789""#, #""••••••••""#),
            (#""{\"t\":\"abc\\/def+ghi0123456789\"}""#, #"{"t":"••••••••"}"#),
            (#""{\"t\":\"abc\\u002fdef+ghi0123456789\"}""#, #"{"t":"••••••••"}"#),
            (#""{\"t\":\"abc%2Fdef\\u002bghi0123456789\"}""#, #"{"t":"••••••••"}"#),
            (
                #""{\"t\":\"{\\\"u\\\":\\\"abc\\\\\\/def+ghi0123456789\\\"}\"}""#,
                #"{"t":"{\"u\":\"••••••••\"}"}"#
            ),
            (#""C:\\abc\/def+ghi0123456789\n""#, #""C:\\••••••••\n""#),
            (#"{"a":["abc\/def+ghi0123456789"],"b":1}"#, #"{"a":["••••••••"],"b":1}"#),
            (#""abc/def""#, #""abc/def""#),
            (#""\u00e9 100% \/ \\ %2F""#, #""é 100% / \\ %2F""#),
        ])
    func escapes(data: String, masked: String) throws {
        let text = try self.text(data: data)
        #expect(text.contains(#""data":\#(masked)}"#), "\(text)")
    }

    @Test("the Base64 of a token, and of a user's name with it, is hidden in both alphabets")
    func base64() throws {
        let key = "secret/with~?~?~?chars"
        for user in ["", "u:", "us:", "use:", "someone else:"] {
            for tail in ["", "\n", "12", "xyz"] {
                let letters = Base64.encode(Array((user + key + tail).utf8))
                let forURLs = letters.replacing("+", with: "-").replacing("/", with: "_")
                for form in [letters, forURLs, letters.replacing("/", with: #"\/"#)] {
                    let text = try self.text(
                        Self.event(#"{"h":"Basic \#(form)"}"#).kind, [Array(key.utf8)])
                    #expect(text.contains(Self.dots), "\(text)")
                    let left = text.split { !$0.isASCII || !($0.isLetter || $0.isNumber) }
                    #expect(left.allSatisfy { $0.count < 20 || $0.hasPrefix("17") }, "\(text)")
                }
            }
        }
    }

    @Test("what precedes and follows a match stays, and the line stays JSON with the same members")
    func surroundings() throws {
        let numeric = ["12345678", "1970-01-01"].map { Array($0.utf8) }
        let text = try self.text(
            Self.event(#"{"id":12345678,"x":-9912345678e3,"s":"a\n12345678"}"#).kind, numeric)
        #expect(text.contains(#"{"id":"••••••••","x":"••••••••","s":"a\n••••••••"}"#))
        // The line's own time is no secret.
        var event = Self.event("1")
        event.time = ChannelsTimestamp(
            monotonicNanoseconds: 123_456_789, wallMicroseconds: 12_345_678)
        var encoder = RecordingEncoder(secrets: SecretMask(numeric))
        encoder.append(event)
        #expect(
            String(decoding: encoder.take(), as: UTF8.self).hasPrefix(
                #"{"v":1,"time":"1970-01-01T00:00:12.345678Z","clock_ns":123456789,"number":17,"#))
        // An escape that a match starts or ends in is replaced as a whole.
        for (secret, data) in [
            ("nabcdefgh", #""x\nabcdefgh""#), ("0041bcdefgh", #"{"a":"\u0041bcdefgh"}"#),
            (#"abcdefgh\"#, #""abcdefgh\\n""#),
        ] {
            #expect(try self.text(Self.event(data).kind, [Array(secret.utf8)]).contains(Self.dots))
        }
    }

    @Test("the parts of headers are secrets: tokens, cookies, passwords")
    func headers() {
        let parts = { (value: String) in
            SecretMask.parts(ofHeader: value).map { String(decoding: $0, as: UTF8.self) }
        }
        #expect(parts("Bearer abc") == ["Bearer abc", "Bearer", "abc"])
        #expect(parts("session=abc=; b=\"c\"").contains("abc="))
        #expect(parts("Basic \(Base64.encode(Array("ana:pass word".utf8)))").contains("pass word"))
        #expect(
            parts("Basic \(Base64.encode(Array("ana:pass word".utf8)))").contains("ana:pass word"))
    }

    // MARK: Signatures

    @Test("a signature that was sent is hidden in free text, errors, close reasons and URLs")
    func sentSignatures() throws {
        let auth = "other:\(Self.signature)"
        let kinds: [ClientReport.Kind] = [
            .problem(
                ReportedProblem(
                    kind: .serverError(code: 4009), text: "Invalid signature \(Self.signature)!")),
            .attemptFailed(
                attempt: 1, .closed(4009, reason: "got \(auth)"), parts: AttemptParts()),
            .subscriptionChanged(
                ChannelName(wire: "private-a"),
                .failed(
                    SubscriptionFailure(phase: .subscription, what: "bad auth \(auth.uppercased())")
                )),
            Self.event(#""https:\/\/x\/?a=other%3A\#(Self.signature)&b""#).kind,
            Self.event(#"{"message":"\#(Self.signature)"}"#).kind,
            .serverRecognized(
                ServerProfile(
                    kind: ServerProfile.Kind.allCases[0], isCertain: true, evidence: [auth])),
        ]
        for kind in kinds {
            let text = try self.text(kind, auths: [auth])
            #expect(text.contains(Self.dots), "\(text)")
            #expect(!text.lowercased().contains(Self.signature.prefix(20)), "\(text)")
        }
        let frame = RecordedFrame(
            time: .zero, isSent: false, connection: 1,
            content: .close(code: 4009, reason: "Invalid: \(auth)"))
        var encoder = RecordingEncoder()
        encoder.add(auth: auth)
        encoder.append(.frame(frame))
        #expect(
            String(decoding: encoder.take(), as: UTF8.self).contains(#""Invalid: other:••••••••""#))
    }

    @Test("a signature of another form is hidden as it is")
    func unusualSignatures() throws {
        let text = try self.text(data: #""token a\/b-c0123456""#, auths: ["key:a/b-c0123456"])
        #expect(text.contains(#""token ••••••••""#))
    }

    @Test(
        "a signature is told by the app key before it and by auth_signature; other digests are data"
    )
    func namedSignatures() throws {
        let digits = Self.signature
        for data in [
            #""expected key:\#(digits), got"#, #""https://x/?auth_signature=\#(digits)&a"#,
            #""x%3Fauth_signature%3D\#(digits)"#,
            #""{\"auth_signature\":\"\#(digits)\"}"#, #""key\u003a\#(digits)"#,
        ] {
            let text = try self.text(data: data + #"""#)
            #expect(text.contains(Self.dots) && !text.contains(digits.prefix(20)), "\(text)")
        }
        for data in [
            #""sha256:\#(digits)""#, #""\#(digits)""#,
            #""monkey:\#(digits)""#.replacing("key", with: ""),
        ] {
            #expect(try self.text(data: data).contains(digits))
        }
        #expect(
            try self.text(data: #""\#(digits)00""#, auths: ["key:\(digits.reversed())"]).contains(
                digits))
    }

    @Test("of thousands of signatures, the latest are known")
    func manySignatures() throws {
        let auths = (0..<12_000).map { number in
            "key:" + String(repeating: "0", count: 64 - "\(number)".count) + "\(number)"
        }
        var secrets = SecretMask()
        for auth in auths { secrets.add(auth: auth) }
        let line = Array(#"{"a":"\#(auths[11_000])","b":"\#(auths[0])"}"#.utf8)
        let masked = line.withUnsafeBufferPointer { secrets.line($0) } ?? line
        #expect(
            String(decoding: masked, as: UTF8.self) == #"{"a":"key:••••••••","b":"\#(auths[0])"}"#)
    }

    // MARK: Any encodings

    /// Encodes a string in a random way.
    private static func encoded(_ text: String, _ dice: inout Dice) -> String {
        let isPercent = dice.isHeads()
        return text.unicodeScalars.map { scalar in
            isPercent ? Self.percent(scalar, &dice) : Self.json(scalar, &dice)
        }.joined()
    }

    private static func json(_ scalar: Unicode.Scalar, _ dice: inout Dice) -> String {
        if scalar == "/", dice.isHeads() { return "\\/" }
        let needsEscape = scalar.value < 0x20 || scalar == "\"" || scalar == "\\"
        if needsEscape { return JSONEscape.text(of: scalar) }
        guard dice.number(0...9) == 0 else { return String(scalar) }
        return UTF16.encode(scalar)?.map { unit in
            let digits = String(unit, radix: 16, uppercase: dice.isHeads())
            return "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
        }.joined() ?? ""
    }

    private static func percent(_ scalar: Unicode.Scalar, _ dice: inout Dice) -> String {
        let isPlain = scalar.isASCII && (scalar.properties.isAlphabetic || "0"..."9" ~= scalar)
        guard !isPlain || dice.number(0...9) == 0 else { return String(scalar) }
        return UTF8.encode(scalar)?.map { byte in
            let digits = String(byte, radix: 16, uppercase: dice.isHeads())
            return "%" + (digits.count < 2 ? "0" : "") + digits
        }.joined() ?? ""
    }

    /// Everything that a string can be read as.
    private static func readings(of text: String) -> Set<String> {
        var all: Set = [text]
        var waiting = [text]
        while let next = waiting.popLast(), all.count < 400 {
            let unescaped = JSONValue.parse("\"\(next.replacing("\"", with: "\\\""))\"")?
                .stringValue
            let lenient = Self.unescapedAnyway(next)
            let readings = [
                unescaped, lenient, PercentEncoding.decodeLeniently(next.utf8),
                PercentEncoding.decodeLeniently(next.utf8, plusIsSpace: true),
            ]
            for case let reading? in readings where all.insert(reading).inserted {
                waiting.append(reading)
            }
        }
        return all
    }

    /// Another decoder of escapes than the one that is tested.
    private static func unescapedAnyway(_ text: String) -> String {
        var (result, rest) = ("", Substring(text))
        while let character = rest.popFirst() {
            guard character == "\\", let next = rest.popFirst() else {
                result.append(character)
                continue
            }
            if next == "u", let value = UInt32(rest.prefix(4), radix: 16),
                let scalar = Unicode.Scalar(value)
            {
                result.unicodeScalars.append(scalar)
                rest = rest.dropFirst(4)
            } else {
                result.append(
                    ["n": "\n", "t": "\t", "r": "\r", "b": "\u{8}", "f": "\u{C}"][next] ?? next)
            }
        }
        return result
    }

    @Test(
        "no line decodes to a secret, whatever it is, encoded once or not, wherever it stands",
        arguments: Mutations.seeds(6))
    func anyEncoding(seed: UInt64) throws {
        var dice = Dice(seed: seed)
        // No hexadecimal digits: a secret with `%25` could be read in two ways.
        let letters = Array("ghijXYZ/+=-_.~ \"\\%&é€".unicodeScalars)
        let around = [
            "", "a", " ", "\\", "%", "{\"t\":", "x=", "&y=1", "é", "\n", "/", "%2", "\\u00",
        ]
        for _ in 0..<60 {
            let made = (0..<dice.number(12...30)).map { _ in
                letters[dice.number(0...letters.count - 1)]
            }
            let secret = String(String.UnicodeScalarView(made))
            let start = around[dice.number(0...around.count - 1)]
            let end = around[dice.number(0...around.count - 1)]
            let isEncoded = dice.isHeads()
            let text = start + (isEncoded ? Self.encoded(secret, &dice) : secret) + end
            let written = try self.text(
                .problem(ReportedProblem(kind: .sending, text: text)), [Array(secret.utf8)])
            // A half escape before it may become part of another character.
            guard !["%", "%2", "\\", "\\u00"].contains(start) else { continue }
            let isHidden = Self.readings(of: written).allSatisfy { !$0.contains(secret) }
            #expect(isHidden, "\(secret.debugDescription) in \(text.debugDescription): \(written)")
            #expect(written.contains(Self.dots), "\(secret.debugDescription): \(written)")
        }
    }

    @Test("the places of a search are those of a plain search", arguments: Mutations.seeds(4))
    func search(seed: UInt64) {
        var dice = Dice(seed: seed)
        for _ in 0..<200 {
            let text = (0..<dice.number(0...200)).map { _ in UInt8(dice.number(97...98)) }
            let secret = (0..<dice.number(8...12)).map { _ in UInt8(dice.number(97...98)) }
            var search = SecretSearch()
            search.add(secret)
            let found = text.withUnsafeBufferPointer(search.places)
            let expected = text.indices.filter { text[$0...].starts(with: secret) }
            #expect(Set(found.map(\.lowerBound)) == Set(expected))
        }
    }
}
