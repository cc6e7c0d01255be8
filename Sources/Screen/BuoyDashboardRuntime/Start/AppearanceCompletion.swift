package import ArgumentParser
import BuoyProgramSupport

extension CompletionKind {
    /// The themes, including the user's own.
    package static let themes = CompletionKind.values { _ in
        ThemeSearch(environment: Environment.current).names().map { CompletionValue($0) }
    }

    /// The arrangements of the panes, also those that were saved.
    static let layouts = CompletionKind.values { line in
        ConfigurationLoader(
            environment: Environment.current, configuration: line.configurationPath
        )
        .layoutNames.map { CompletionValue($0) }
    }
}
