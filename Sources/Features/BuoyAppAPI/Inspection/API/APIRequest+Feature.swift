package import BuoyDashboard

extension APIRequest: FeatureRequest {
    package var changesServer: Bool {
        switch self {
        case .publish, .terminate: true
        case .list, .users, .connections, .history: false
        }
    }

    package var needs: Needs { [.oneServer, .present] }

    package var order: RequestOrder { .parallel }
}

extension APIReport: FeatureReport {}

extension Effect {
    static func api(_ request: APIRequest) -> Effect { .feature(request) }
}

extension ServiceReport {
    static func api(_ report: APIReport) -> ServiceReport {
        .feature(AnyFeatureReport(report))
    }
}
