import ChannelsBasics
import ChannelsProtocol
package import ChannelsSigning
package import ChannelsWebhooks

/// A webhook in a file: one line of JSON, so that it can be sent again byte for byte.
///
/// `{"received_ms":…,"key":…,"signature":…,"content_type":…,"body":"…"}`, with `body_base64` in
/// place of `body` if the body is not UTF-8, and `refused` with the check that failed.
package struct SavedWebhook: Hashable, Sendable {
    /// When it arrived, in milliseconds since 1970.
    var milliseconds: Int64
    package var raw: SignedWebhook
    package var refusal: String?

    package init(_ received: ReceivedWebhook) {
        self.milliseconds = received.time.wallMicroseconds / 1000
        self.raw = received.raw
        if case .failure(let error) = received.verdict { self.refusal = error.check }
    }

    /// Whether its signature was valid when it arrived, so that it may be signed again. `buoy
    /// webhooks` saves no others, but a file may be from elsewhere.
    package var wasSigned: Bool { self.refusal == nil || ["age", "body"].contains(self.refusal) }

    package struct Failure: Error, Hashable, Sendable {
        package var text: String
    }

    package init(line: some Collection<UInt8>) throws(Failure) {
        guard let json = try? JSONValue(parsing: line), json.objectValue != nil else {
            throw Failure(text: "it is not a JSON object")
        }
        let text = json["body"]?.stringValue.map { Array($0.utf8) }
        guard let body = text ?? json["body_base64"]?.stringValue.flatMap(Base64.decode) else {
            throw Failure(text: "it has no body")
        }
        self.milliseconds = Int64(json["received_ms"]?.intValue ?? 0)
        self.raw = SignedWebhook(
            body: body, key: json["key"]?.stringValue, signature: json["signature"]?.stringValue,
            contentType: json["content_type"]?.stringValue)
        self.refusal = json["refused"]?.stringValue
    }

    /// With its line end.
    package var line: [UInt8] {
        var members: [JSONValue.Object.Member] = [
            .init(key: "received_ms", value: .number(String(self.milliseconds)))
        ]
        let headers = [
            ("key", self.raw.key), ("signature", self.raw.signature),
            ("content_type", self.raw.contentType), ("refused", self.refusal),
        ]
        for (name, value) in headers {
            if let value { members.append(.init(key: name, value: .string(value))) }
        }
        let body: JSONValue.Object.Member =
            if let text = String(validating: self.raw.body, as: UTF8.self) {
                .init(key: "body", value: .string(text))
            } else {
                .init(key: "body_base64", value: .string(Base64.encode(self.raw.body)))
            }
        return Array((JSONValue.object(JSONValue.Object(members + [body])).compactText + "\n").utf8)
    }

    /// The webhook with this time in its body, and a new signature, as if it were sent now. Nothing
    /// else in the body changes.
    ///
    /// - Throws: `WebhookError.malformedBody` if the body is not a JSON object.
    package func renewed(
        key: String, secret: AppSecret, milliseconds: Int64
    ) throws(WebhookError) -> SignedWebhook {
        guard let object = try? JSONValue(parsing: self.raw.body).objectValue else {
            throw .malformedBody("it is not a JSON object")
        }
        let members = object.members.map { member in
            member.key == "time_ms"
                ? JSONValue.Object.Member(key: member.key, value: .number(String(milliseconds)))
                : member
        }
        let body = Array(JSONValue.object(JSONValue.Object(members)).compactText.utf8)
        return try SignedWebhook(signing: body, key: key, secret: secret)
    }
}
