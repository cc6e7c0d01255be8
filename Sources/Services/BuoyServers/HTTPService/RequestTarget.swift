import ChannelsSigning

package struct RequestTarget: Hashable, Sendable {
    /// The path as received, which is what a signature covers.
    package let path: String
    package let segments: [String]
    let query: [RequestParameter]

    /// Returns the value of the first query parameter with this name.
    package func parameter(_ name: String) -> String? {
        self.query.first { $0.name == name }?.value
    }

    /// - Throws: a refusal with status 400 if the target is not a path in percent-encoded UTF-8.
    package init(_ target: String) throws(RouteRefusal) {
        let parts = target.utf8.split(
            separator: UInt8(ascii: "?"), maxSplits: 1, omittingEmptySubsequences: false)
        let path = parts.first ?? target.utf8[...]
        let segments = path.split(separator: UInt8(ascii: "/"))
            .map { String(percentEncoded: $0) }
        guard path.first == UInt8(ascii: "/"), !segments.contains(nil),
            let query = [RequestParameter](encoded: parts.dropFirst().first ?? ""[...].utf8)
        else { throw .badRequest("The path or the query is not percent-encoded UTF-8") }
        self.path = String(decoding: path, as: UTF8.self)
        self.segments = segments.compactMap { $0 }
        self.query = query
    }
}
