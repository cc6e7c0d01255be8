import BuoyTextScreen
import ChannelsEventWords

extension Command {
    static let inspectorCommands: [Command] = [
        inspect, inspectorDown, inspectorUp, viewMode, fold, foldAll, unfoldAll, filterByNode,
        difference, facts,
    ]

    static let inspect: Command = .init(
        "inspect", .inspector,
        keys: [
            .in(.channels, .enter), .in(.members, .enter), .in(.events, .enter),
            .in(.connection, .enter),
        ],
        title: "Inspect",
        hint: .init { state in
            if state.focus == .events {
                if state.events.table != nil { return "filter" }
                return state.events.selectedGroup.map { $0.isUnfolded ? "fold" : "unfold" }
                    ?? "inspect"
            }
            guard state.focus == .channels else { return "inspect" }
            if let branch = state.channels.selectedBranch {
                return state.channels.isUnfolded(branch) ? "fold" : "unfold"
            }
            return state.selectedFailure != nil ? "why" : "inspect"
        },
        summary: "Shows the selected event, channel, member or frame in full; "
            + "folds or unfolds a branch of channels or a reconnection.",
        unavailable: { $0.inspectReason },
        change: { $0.inspectSelection() })

    static let inspectorDown: Command = .init(
        "move inspector-down", .inspector, keys: ["J"], title: "Inspector down", hint: "scroll",
        summary: "Moves down in the inspector, from any pane.",
        unavailable: { $0.noInspectorReason },
        change: { $0.move(.rows(1), in: .inspector) })

    static let inspectorUp: Command = .init(
        "move inspector-up", .inspector, keys: ["K"], title: "Inspector up",
        summary: "Moves up in the inspector, from any pane.",
        unavailable: { $0.noInspectorReason },
        change: { $0.move(.rows(-1), in: .inspector) })

    static let viewMode: Command = .init(
        "view-mode", .inspector, keys: [.inAll(except: [.connection], .character("v"))],
        title: "View",
        hint: .init { state in
            guard state.turnsEvents else { return "view" }
            if state.events.table != nil { return "events" }
            return "by name"
        },
        summary: "Shows the data as a tree, pretty-printed, raw, or as bytes; in Events, shows one "
            + "row for each channel and event, by rate.",
        argument: .choice(
            DataView.allCases.map(\.rawValue).joined(separator: "|"), of: "view",
            names: { _ in DataView.allCases.map(\.rawValue) },
            perform: { state, name in
                if let reason = state.noViewReason { throw PromptRefusal(text: reason) }
                if let view = DataView(rawValue: name) { state.inspector?.show(view) }
                return []
            }),
        synonyms: ["by name", "top", "table", "busiest", "rate", "silent"],
        unavailable: { state in
            state.turnsEvents ? nil : state.noViewReason
        },
        change: { state in
            guard state.turnsEvents else {
                state.inspector?.cycleView()
                return
            }
            state.events.toggleTable(at: state.now)
        })

    static let fold: Command = .init(
        "fold", .inspector, keys: [.in(.inspector, .enter)], title: "Fold or unfold", hint: "fold",
        summary: "Folds or unfolds the selected node of the tree, all nodes or none.",
        argument: .variants("all|none", of: "fold", "part"),
        unavailable: { state in
            state.noTreeReason ?? state.reason { $0.canFold ? nil : "this value cannot be folded" }
        },
        change: { $0.inspector?.toggleFold() })

    static let foldAll: Command = .init(
        "fold all", .inspector, keys: [], title: "Fold all",
        summary: "Folds every node of the tree.",
        unavailable: { $0.noTreeReason },
        change: { $0.inspector?.foldAll(true) })

    static let unfoldAll: Command = .init(
        "fold none", .inspector, keys: [], title: "Unfold all",
        summary: "Unfolds every node of the tree.",
        unavailable: { $0.noTreeReason },
        change: { $0.inspector?.foldAll(false) })

    static let filterByNode: Command = .init(
        "filter-by-node", .inspector, keys: [.in(.inspector, "f")], title: "Filter by this value",
        hint: "filter by it",
        summary: "Shows only events with the same value at the same path.",
        unavailable: { state in
            state.reason {
                if case .failure(let refusal) = $0.selectedFilter { refusal.reason } else { nil }
            }
        },
        change: { $0.filterByNode() })

    static let difference: Command = .init(
        "difference", .inspector, keys: ["d"], title: "Difference", hint: "difference",
        summary: "Shows the changes since the channel's previous event with the same name.",
        unavailable: { state in
            state.reason {
                $0.canDiffer || $0.showsDifference
                    ? nil : "only channel events can be compared with an earlier one"
            }
        },
        change: { $0.inspector?.toggleDifference() })

    static let facts: Command = .init(
        "facts", .inspector, keys: [.in(.inspector, "i")], title: "All facts", hint: "facts",
        summary: "Shows all facts above the data in a narrow inspector, or just one line.",
        unavailable: { state in
            let width = state.layout.rect(of: .inspector)?.width ?? 0
            return state.noInspectorReason
                ?? (InspectorPane.hasColumn(width: width)
                    ? "the facts are already shown next to the data" : nil)
        },
        change: { $0.inspector?.showsFacts.toggle() })
}

extension DashboardState {
    var noInspectorReason: String? { self.reason { _ in nil } }

    fileprivate func reason(_ reason: (InspectorPane) -> String?) -> String? {
        guard let inspector = self.inspector else {
            return self.inspectReason ?? "the inspector is closed; Enter opens it"
        }
        return reason(inspector)
    }

    fileprivate var noViewReason: String? {
        self.reason { $0.hasViews ? nil : "no data to show in another view" }
    }

    fileprivate var noTreeReason: String? {
        self.reason {
            $0.selectedNode == nil ? "only the tree has nodes to fold; v switches to it" : nil
        }
    }
}
