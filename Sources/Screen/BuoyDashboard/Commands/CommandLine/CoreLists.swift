import BuoyScripts
import BuoyTextScreen
import ChannelsEventWords
import ChannelsProtocol
import OrderedCollections

extension PickerKind {
    static let core = [themes, layouts, savedFilters, copyForms, policies, faults, servers]

    static let themes: Self = .init(
        command: .themes,
        items: { state in
            state.options.themes.map {
                .init(name: $0, detail: state.options.themeVariants[$0] ?? "")
            }
        }, current: { $0.settings.theme }, verb: "keep",
        preview: { [.terminal(.showTheme($1))] },
        revert: { state, previewed in
            let current = state.settings.theme
            return previewed == current ? [] : [.terminal(.showTheme(current))]
        })

    static let layouts: Self = .init(
        command: .layout,
        items: { state in
            LayoutSettings.Preset.allCases.map { .init(name: $0.rawValue, detail: $0.summary) }
                + state.settings.savedLayouts.keys.map {
                    .init(name: $0, detail: "saved", isRemovable: true)
                }
        }, current: { $0.layoutName },
        preview: { state, name in
            state.previewedLayout = state.settings.layout(named: name)
            return []
        },
        revert: { state, _ in
            state.previewedLayout = nil
            return []
        }, removal: Removal("layout") { $0.removeLayout(named: $1) })

    static let savedFilters: Self = .init(
        command: .savedFilters,
        items: { state in
            state.settings.savedFilters.map {
                .init(name: $0.key, detail: $0.value, isRemovable: true)
            }
        }, emptyText: "No saved filters yet. :save-filter NAME saves the current one.",
        removal: Removal("filter") { $0.removeSavedFilter(named: $1) })

    static let copyForms: Self = .init(
        command: .copy,
        items: { state in
            let forms = state.copySubject.map { CopyText.forms(of: $0) } ?? []
            return forms.map { .init(name: $0.rawValue, detail: $0.title) }
        }, verb: "copy")

    static let policies: Self = .init(
        command: .policy,
        items: { state in
            let profiles = ReconnectionPolicy.profiles
            return state.options.policies.map { name in
                let summary = profiles.first { $0.name == name }?.summary ?? ""
                return .init(name: name, detail: String(summary.dropLast()))
            }
        },
        current: { $0.connection.policy })

    static let servers: Self = .init(
        command: .server,
        items: { $0.selectableServers.map { .init(name: $0.name, detail: $0.detail) } },
        current: { $0.options.servers.current },
        verb: .init { $0.options.opened.isEmpty ? "connect" : "go there" },
        emptyText: "No servers yet. Add [servers.NAME] to the configuration.")

    static let faults: Self = .init(
        command: .faults, items: { $0.faultLines }, verb: "edit")
}
