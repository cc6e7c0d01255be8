import BuoyDashboard

/// What the laboratory has to play.
struct LabRequest: FeatureRequest {
    /// The name of a ready script, or the path of a file.
    let script: String
    /// How many clients of each policy; `nil` for the timelines of one.
    let clients: Int?

    /// The policy of these clients; `nil` for every one.
    let policy: String?

    /// The capacity of the server; `nil` for no limit. Counts only for many clients.
    let capacity: LabCapacity?

    /// Creates a request.
    init(
        script: String, clients: Int? = nil, policy: String? = nil, capacity: LabCapacity? = nil
    ) {
        self.script = script
        self.clients = clients
        self.policy = policy
        self.capacity = capacity
    }

    var words: String {
        "play \(self.script)" + (self.clients.map { " with \($0) clients" } ?? "")
    }

    var changesServer: Bool { false }

    var needs: Needs { .oneServer }

    var order: RequestOrder { .parallel }
}

/// What the laboratory has played.
struct LabPlayed: FeatureReport {
    /// What was asked for.
    let request: LabRequest
    /// What came of it.
    let report: LabReport
}

extension Effect {
    /// Plays a script in the laboratory.
    static func lab(_ request: LabRequest) -> Effect { .feature(request) }
}

extension ServiceReport {
    /// The laboratory has played a script.
    static func lab(_ report: LabReport, for request: LabRequest) -> ServiceReport {
        .feature(AnyFeatureReport(LabPlayed(request: request, report: report)))
    }
}
