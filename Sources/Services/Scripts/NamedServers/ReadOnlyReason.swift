/// Why nothing may be done that changes a server.
package enum ReadOnlyReason: Hashable, Sendable {
    /// `read_only` of the server with this name.
    case configured(String)
    /// The option `--read-only`.
    case option

    /// A sentence without a full stop, for messages.
    package var sentence: String {
        switch self {
        case .configured(let name): "\(name) is read-only (read_only in [servers.\(name)])"
        case .option: "this connection is read-only (--read-only)"
        }
    }
}

extension NamedServer {
    /// Why nothing may be done that changes it; `nil` if it may.
    package var readOnlyReason: ReadOnlyReason? {
        self.isReadOnly ? .configured(self.name) : nil
    }
}
