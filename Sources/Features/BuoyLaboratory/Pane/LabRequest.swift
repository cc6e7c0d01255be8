import BuoyDashboard

struct LabRequest: FeatureRequest {
    let script: String
    let clients: Int?

    let policy: String?

    let capacity: LabCapacity?

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

struct LabPlayed: FeatureReport {
    let request: LabRequest
    let report: LabReport
}

extension Effect {
    static func lab(_ request: LabRequest) -> Effect { .feature(request) }
}

extension ServiceReport {
    static func lab(_ report: LabReport, for request: LabRequest) -> ServiceReport {
        .feature(AnyFeatureReport(LabPlayed(request: request, report: report)))
    }
}
