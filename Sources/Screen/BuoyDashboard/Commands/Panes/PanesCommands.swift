import BuoyTextScreen
import ChannelsEventWords
import ChannelsProtocol
import OrderedCollections

extension Command {
    static func panesCommands(_ panes: [PaneID]) -> [Command] {
        [nextPane, previousPane, show] + panes.map { Command.show($0) }
            + [zoom, resize, grow, shrink, layout, saveLayout]
    }

    static let nextPane: Command = .init(
        "next pane", .panes, keys: [.init(.tab)], title: "Next pane", hint: "pane",
        summary: "Focuses the next pane.",
        change: { $0.cycleFocus(by: 1) })

    static let previousPane: Command = .init(
        "previous pane", .panes, keys: [.init(.backTab)], title: "Previous pane",
        summary: "Focuses the previous pane.",
        change: { $0.cycleFocus(by: -1) })

    static let show: Command = .variants(
        "show", .panes, title: "Go to a pane", form: "PANE", of: "pane",
        summary: "Goes to a pane, or opens the one that fills the screen.")

    static let resize: Command = .variants(
        "resize", .panes, title: "Resize", form: "larger|smaller", of: "change",
        summary: "Makes the focused pane taller or shorter, or wider or narrower if it is beside "
            + "another.")

    static func show(_ pane: PaneID) -> Command {
        Command(
            "show \(pane.configurationName)", .panes,
            keys: pane.key.unicodeScalars.map { KeyBinding(.character($0)) },
            title: "Go to \(pane.configurationName)",
            hint: pane == .connection
                ? .init {
                    let isFine = $0.connection.liveness.noAnswer(at: $0.now) == nil
                    return $0.connection.state == .connected && isFine ? "connection" : "why"
                } : nil,
            summary: pane.summary,
            unavailable: {
                if !$0.profiles.contains(where: { $0.id == pane }) {
                    return $0.mergedReason
                }
                if pane == .inspector, $0.inspector == nil { return $0.inspectReason }
                return ($0.panes[pane] as? any OptionalPane)?.showReason($0.paneContext)
            },
            perform: {
                if pane == .connection { $0.panes.details.show(.why) }
                return $0.show(pane)
            })
    }

    static let zoom: Command = .init(
        "zoom", .panes, keys: ["z"], title: "Zoom",
        summary: "Zooms the focused pane to fill the screen, or shows all panes again.",
        argument: .choice(
            "PANE", of: "pane", names: { $0.profiles.map(\.id.configurationName) },
            perform: { state, name in
                guard let pane = state.profiles.first(where: { $0.id.configurationName == name })
                else { return [] }
                let effects = state.show(pane.id)
                state.isZoomed = state.layout.tabs.isEmpty && !state.isAlone
                return effects
            }),
        unavailable: {
            $0.layout.tabs.isEmpty && !$0.isAlone
                ? nil : "one pane already fills the screen"
        },
        change: { $0.isZoomed.toggle() })

    static let grow: Command = .init(
        "resize larger", .panes, keys: ["+", "="], title: "Larger",
        summary: "Makes the focused pane taller, or wider if it is beside another.",
        unavailable: { $0.resizingReason(by: 1) },
        perform: { $0.resizePane(by: 1) })

    static let shrink: Command = .init(
        "resize smaller", .panes, keys: ["-"], title: "Smaller",
        summary: "Makes the focused pane shorter, or narrower if it is beside another.",
        unavailable: { $0.resizingReason(by: -1) },
        perform: { $0.resizePane(by: -1) })

    static let layout: Command = .init(
        "layout", .panes, keys: ["a"], title: "Layout",
        summary: "Lists the built-in and saved layouts.",
        argument: .choice(
            of: "layout", names: { $0.layoutNames }, perform: { $0.useLayout(named: $1) }),
        change: { $0.open(.layouts) })

    static let saveLayout: Command = .init(
        "save-layout", .panes, keys: [], title: "Save the layout",
        summary: "Saves the current layout under a name.",
        argument: .name(
            asks: "a name", names: { Array($0.settings.savedLayouts.keys) },
            perform: { $0.saveLayout(named: $1.trimmingSpaces) }),
        change: { $0.open(.argument(.saveLayout)) })
}
