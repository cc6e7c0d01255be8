package import ArgumentParser
import BuoyProgramSupport

extension CompletionKind {
    package static let themes = CompletionKind.values { _ in
        ThemeSearch(environment: Environment.current).names().map { CompletionValue($0) }
    }

    static let layouts = CompletionKind.values { line in
        ConfigurationLoader(
            environment: Environment.current, configuration: line.configurationPath
        )
        .layoutNames.map { CompletionValue($0) }
    }
}
