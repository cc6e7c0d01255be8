/// A request to the application's server, as it is about to be sent.
public struct AuthHTTPRequest: Hashable, Sendable {
    /// `GET`, `POST` and so on.
    public var method: String
    /// `http://` or `https://`.
    public var url: String
    /// Sent as they are, save `transportHeaders`, which every request makes for itself.
    public var headers: [AuthField]
    public var body: [UInt8]

    /// The headers, in lower case, that belong to the connection and cannot be chosen.
    public static let transportHeaders: Set<String> = [
        "host", "connection", "content-length", "transfer-encoding",
    ]

    public init(
        method: String = "POST", url: String, headers: [AuthField] = [], body: [UInt8] = []
    ) {
        self.method = method
        self.url = url
        self.headers = headers
        self.body = body
    }

    /// Sets a header: in place of those of the same name, whatever the case of its letters.
    public mutating func setHeader(_ name: String, _ value: String) {
        let field = AuthField(name, value)
        self.headers.removeAll { $0.isSameHeader(as: field) }
        self.headers.append(field)
    }
}

extension AuthHTTPRequest: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable
{
    /// Method, address and the names of the headers: values, query and body may be secrets.
    public var description: String {
        "\(self.method) \(ShownURL.text(self.url)) \(self.headers), \(self.body.count) bytes"
    }
    /// The same.
    public var debugDescription: String { self.description }
    /// Without what may be secret, so that `dump` does not show it either.
    public var customMirror: Mirror {
        Mirror(
            self,
            children: [
                "method": self.method, "url": ShownURL.text(self.url), "headers": self.headers,
                "body": "\(self.body.count) bytes",
            ])
    }
}
