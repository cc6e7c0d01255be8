/// What the laboratory has to play.
package struct LabRequest: Hashable, Sendable {
    /// The name of a ready script, or the path of a file.
    package let script: String
    /// How many clients of each policy; `nil` for the timelines of one.
    package let clients: Int?

    /// The policy of these clients; `nil` for every one.
    package let policy: String?

    /// Creates a request.
    package init(script: String, clients: Int? = nil, policy: String? = nil) {
        self.script = script
        self.clients = clients
        self.policy = policy
    }

    /// What was to be done, for a message: `play restart`.
    package var words: String {
        "play \(self.script)" + (self.clients.map { " with \($0) clients" } ?? "")
    }
}
