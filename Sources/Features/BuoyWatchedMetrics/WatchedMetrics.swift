import ArgumentParser
import BuoyDashboard
package import BuoyDashboardRuntime
import BuoyProgramSupport
package import BuoySessions

package enum WatchedMetrics: ServiceFeature {
    package static func service(
        for subject: WatchedSubject
    ) async throws -> (any FeatureService)? {
        guard let client = subject.client else { return nil }
        let hosts = subject.arguments(HostArguments.self)?.allowedHosts ?? []
        let address = try subject.arguments(MetricsArguments.self)?.address(allowing: hosts)
        guard let metrics = try await address?.serve(client) else { return nil }
        return WatchedMetricsService(metrics)
    }
}

extension MetricsArguments: OneServerOptions {
    package func requireOneServer() throws {
        guard try self.address() == nil else {
            throw ValidationError(
                "--metrics requires a single server. Use buoy tail --metrics for several.")
        }
    }
}
