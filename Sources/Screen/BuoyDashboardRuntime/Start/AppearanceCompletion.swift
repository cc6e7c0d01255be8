package import ArgumentParser
import BuoyProgramSupport
import BuoyScripts

extension CompletionKind {
    package static let themes = CompletionKind.values { _ in
        ThemeSearch(environment: Environment.current).names().map { CompletionValue($0) }
    }

    static let settings = CompletionKind.values { line in
        let loader = ConfigurationLoader(
            environment: Environment.current, configuration: line.configurationPath)
        return ConfigurationKey.allCases.flatMap { key in
            let values = key == .layout ? loader.layoutNames : key.entry.form.values
            return (values.isEmpty ? [""] : values).map { CompletionValue("\(key.name)=\($0)") }
        }
    }
}
