import BuoyDashboard
import BuoyProgramSupport

extension AppEnvironment {
    var checkedSettings: [CheckStep] {
        // A file without an app is already among the findings.
        let file = self.product.map {
            CheckStep(setting: self.path, .ok, "an app of \($0.name)")
        }
        return [file].compactMap(\.self)
            + self.findings.map {
                CheckStep(
                    setting: $0.name, $0.verdict == .warning ? .warning : .failed, $0.sentence)
            }
    }
}
