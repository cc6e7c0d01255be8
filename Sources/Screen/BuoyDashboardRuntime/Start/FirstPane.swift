import ArgumentParser
import BuoyDashboard

struct FirstPane: EnumerableFlag {
    let option: FirstPaneOption

    static var allCases: [FirstPane] {
        ProgramParts.current.features.compactMap { $0 as? any WatchFeature.Type }
            .flatMap { $0.firstPanes }.map(FirstPane.init)
    }

    static func name(for value: FirstPane) -> NameSpecification {
        .customLong(value.option.pane.configurationName)
    }

    static func help(for value: FirstPane) -> ArgumentHelp? {
        ArgumentHelp(value.option.help)
    }
}
