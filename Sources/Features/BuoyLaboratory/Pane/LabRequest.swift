package import BuoyDashboard

/// What the laboratory has to play.
package struct LabRequest: FeatureRequest {
    /// The name of a ready script, or the path of a file.
    package let script: String
    /// How many clients of each policy; `nil` for the timelines of one.
    package let clients: Int?

    /// The policy of these clients; `nil` for every one.
    package let policy: String?

    /// The capacity of the server; `nil` for no limit. Counts only for many clients.
    package let capacity: LabCapacity?

    /// Creates a request.
    package init(
        script: String, clients: Int? = nil, policy: String? = nil, capacity: LabCapacity? = nil
    ) {
        self.script = script
        self.clients = clients
        self.policy = policy
        self.capacity = capacity
    }

    package var words: String {
        "play \(self.script)" + (self.clients.map { " with \($0) clients" } ?? "")
    }

    package var changesServer: Bool { false }

    package var needs: Needs { .oneServer }

    package var order: RequestOrder { .parallel }
}

/// What the laboratory has played.
package struct LabPlayed: FeatureReport {
    /// What was asked for.
    package let request: LabRequest
    /// What came of it.
    package let report: LabReport
}

extension Effect {
    /// Plays a script in the laboratory.
    package static func lab(_ request: LabRequest) -> Effect { .feature(request) }
}

extension ServiceReport {
    /// The laboratory has played a script.
    package static func lab(_ report: LabReport, for request: LabRequest) -> ServiceReport {
        .feature(AnyFeatureReport(LabPlayed(request: request, report: report)))
    }
}
