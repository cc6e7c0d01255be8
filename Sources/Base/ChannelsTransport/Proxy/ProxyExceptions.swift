/// The hosts that are reached without a proxy, as listed in `NO_PROXY`.
///
/// Entries are separated by commas or spaces:
///
/// - `*`: every host.
/// - `example.com`, `.example.com` or `*.example.com`: that name and all names below it.
/// - `192.0.2.1`, `2001:db8::1` or `[2001:db8::1]`: that address.
/// - `192.0.2.0/24`, `2001:db8::/32`: all addresses of that network.
/// - A name or an address with a port (`example.com:8080`, `[::1]:8080`): on that port only.
struct ProxyExceptions: Hashable, Sendable {
    private enum Place: Hashable {
        case everything
        case name(String)
        case network(IPAddress, bits: Int)
    }

    private struct Entry: Hashable {
        var place: Place
        var port: Int?
    }

    private let entries: [Entry]

    /// - Throws: `.proxySettings` for an entry with a slash that is not a network.
    init(_ text: String) throws(TransportError) {
        var entries: [Entry] = []
        for word in text.split(whereSeparator: { $0 == "," || $0.isWhitespace }) {
            if let entry = try Self.entry(word) { entries.append(entry) }
        }
        self.entries = entries
    }

    func contain(host: String, port: Int) -> Bool {
        let address = IPAddress(host)
        let name = Self.normal(host)
        return self.entries.contains { entry in
            guard entry.port == nil || entry.port == port else { return false }
            return switch entry.place {
            case .everything: true
            case .network(let network, let bits): address?.isIn(network, bits: bits) == true
            case .name(let wanted):
                address == nil && (name == wanted || name.hasSuffix("." + wanted))
            }
        }
    }

    static func normal(_ name: some StringProtocol) -> String {
        let lower = name.lowercased()
        return lower.hasSuffix(".") ? String(lower.dropLast()) : lower
    }

    private static func entry(_ word: Substring) throws(TransportError) -> Entry? {
        if word == "*" { return Entry(place: .everything) }
        if word.contains("/") { return Entry(place: try Self.network(word)) }
        let (host, port) = Self.splitPort(word)
        if let address = IPAddress(host) {
            return Entry(place: .network(address, bits: address.bytes.count * 8), port: port)
        }
        let unstarred = host.hasPrefix("*.") ? host.dropFirst() : host
        let name = Self.normal(unstarred.drop { $0 == "." })
        return name.isEmpty ? nil : Entry(place: .name(name), port: port)
    }

    private static func network(_ word: Substring) throws(TransportError) -> Place {
        let parts = word.split(separator: "/", omittingEmptySubsequences: false)
        guard parts.count == 2, let address = IPAddress(Self.unbracketed(parts[0])),
            let bits = HTTPText.decimal(parts[1]), bits <= address.bytes.count * 8
        else { throw .proxySettings("an entry with a slash is not a network such as 192.0.2.0/24") }
        return .network(address, bits: bits)
    }

    private static func splitPort(_ word: Substring) -> (Substring, Int?) {
        // Several colons mean an IPv6 address, unless it is in brackets.
        guard let colon = word.lastIndex(of: ":"),
            word.first == "[" || word.firstIndex(of: ":") == colon,
            let port = HTTPText.decimal(word[word.index(after: colon)...])
        else { return (Self.unbracketed(word), nil) }
        return (Self.unbracketed(word[..<colon]), port)
    }

    private static func unbracketed(_ text: Substring) -> Substring {
        text.hasPrefix("[") && text.hasSuffix("]") ? text.dropFirst().dropLast() : text
    }
}
