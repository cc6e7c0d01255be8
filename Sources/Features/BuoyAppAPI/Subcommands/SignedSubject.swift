import ChannelsBasics
import ChannelsHTTPAPI
import ChannelsProtocol
import ChannelsSigning

struct SignedSubject {
    let signature: String
    let signedString: String
    let sent: (name: String, value: String)

    init(auth text: String, key: String, secret: AppSecret) throws {
        self.signature = try Self.signature(Array(text.utf8), secret)
        self.signedString = text
        self.sent = ("auth", "\(key):\(self.signature)")
    }

    init(_ request: SignedRequest) {
        self.signature = request.signature
        self.signedString = request.signedString
        self.sent = ("query", request.query)
    }

    init(webhook body: [UInt8], secret: AppSecret) throws {
        self.signature = try Self.signature(body, secret)
        self.signedString = String(decoding: body, as: UTF8.self)
        self.sent = ("X-Pusher-Signature", self.signature)
    }

    static func signature(_ text: [UInt8], _ secret: AppSecret) throws -> String {
        Digest.hex(try Digest.hmacSHA256(text, secret: secret))
    }

    var text: String {
        var lines = ["signature  \(self.signature)"]
        if self.sent.value != self.signature {
            lines.append("\(self.sent.name.padded(to: 9))  \(self.sent.value)")
        }
        lines.append("signed string:")
        lines.append(self.signedString)
        return lines.joined(separator: "\n")
    }

    var json: JSONValue {
        [
            "signature": .string(self.signature), self.sent.name: .string(self.sent.value),
            "signed": .string(self.signedString),
        ]
    }
}
