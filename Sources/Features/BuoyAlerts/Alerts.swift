import BuoyDashboard
package import BuoyDashboardRuntime
package import BuoyScripts

package enum Alerts: SectionFeature, ServiceFeature, LineServiceFeature {
    package static let sections: [SettingSection] = [.alerts]

    package static func service(for subject: WatchedSubject) -> (any FeatureService)? {
        AlertService()
    }

    package static func lineService(for server: PrintedServer) -> (any LineService)? {
        let rules = server.sections.map(AlertRule.all) ?? []
        return rules.isEmpty ? nil : AlertLineService(rules, server)
    }
}
