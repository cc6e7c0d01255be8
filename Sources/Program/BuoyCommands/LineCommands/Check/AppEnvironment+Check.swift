import BuoyDashboard
import BuoyProgramSupport

extension AppEnvironment {
    var checkedSettings: [CheckStep] {
        // A file without an app is already among the findings.
        let file = self.summary.map { CheckStep(setting: self.path, .ok, $0) }
        return [file].compactMap(\.self)
            + self.findings.map {
                CheckStep(
                    setting: $0.name, $0.verdict == .warning ? .warning : .failed, $0.sentence)
            }
    }
}
