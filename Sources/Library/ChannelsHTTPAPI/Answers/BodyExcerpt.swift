import ChannelsBasics
import ChannelsProtocol

/// The start of a response body, on one line and without signatures: with the signed string, one
/// would let others repeat the request for ten minutes.
enum BodyExcerpt {
    private static let limit = 400
    private static let quotationLimit = 240

    static func text(_ body: [UInt8], _ mask: SecretMask) -> String {
        let start = String(decoding: body.prefix(self.limit * 8), as: UTF8.self)
        return mask.text(self.words(start).trimmed).oneLine(limit: self.limit)
    }

    static func quotation(_ excerpt: String) -> String {
        excerpt.oneLine(limit: self.quotationLimit)
    }

    /// The error in `{"error":"…"}` or `{"message":"…"}`; otherwise the body.
    private static func words(_ body: String) -> String {
        guard let json = JSONValue.parse(body) else { return body }
        return (json["error"] ?? json["message"])?.stringValue ?? body
    }
}
