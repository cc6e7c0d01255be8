import Analysis
import AppEnvironments

extension AppEnvironment {
    /// The file and what was found in it, as the first steps of a check.
    var checkedSettings: [CheckStep] {
        let what = self.product.map { "an app of \($0.name)" } ?? "no app"
        let file = CheckStep(setting: self.path, self.product == nil ? .failed : .ok, what)
        return [file]
            + self.findings.map {
                CheckStep(
                    setting: $0.name, $0.verdict == .warning ? .warning : .failed, $0.sentence)
            }
    }
}
