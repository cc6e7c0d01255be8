import BuoyTextScreen
import ChannelsEventWords
import ChannelsProtocol
import OrderedCollections

extension Command {
    static let eventsCommands: [Command] = [
        pause, selectRows, search, searchNext, searchPrevious, filter, savedFilters,
        saveFilter,
        hideEvent,
        onlyChannel, systemRows, mark, nextMark, previousMark, nextChange, previousChange, times,
        wrap, columns, clear, clearMarks,
    ]

    static let pause: Command = .init(
        "pause", .events, keys: ["p"], title: "Pause or follow",
        hint: .init { $0.events.isHeld ? "follow" : "pause" },
        summary: "Pauses Events, or follows the newest event again.",
        change: { $0.togglePause() })

    static let selectRows: Command = .init(
        "select-rows", .events, keys: [.in(.events, "V")], title: "Select rows",
        hint: .init { $0.events.selectedRows == nil ? "select rows" : "end the selection" },
        summary: "Selects rows for y, Y and e: move to extend the selection, "
            + "press V or Esc to end it.",
        unavailable: { $0.events.count == 0 ? "no rows to select" : nil },
        change: { $0.toggleRowSelection() })

    static let search: Command = .init(
        "search", .events, keys: ["/"], title: "Search", hint: "search",
        summary: "Searches names, channels and data, and highlights the matches; "
            + "in Members and the inspector, searches their contents; "
            + "in Channels, Occupied and Frames, shows only matching rows.",
        argument: .words(
            "TEXT", asks: "text in names, channels or data",
            perform: {
                $0.events.setSearch($1)
                return []
            }),
        change: { state in
            switch state.focus {
            case .members: state.open(.memberSearch)
            case .inspector: state.open(.documentSearch)
            case let pane:
                state.open(state.paneSearch.map { .search(in: pane, $0) } ?? .search)
            }
        })

    static let searchNext: Command = .init(
        "next match", .events, keys: ["n"], title: "Next match",
        summary: "Goes to the next match below.",
        unavailable: { $0.noSearchReason },
        change: { $0.search(.down) })

    static let searchPrevious: Command = .init(
        "previous match", .events, keys: ["N"], title: "Previous match",
        summary: "Goes to the next match above.",
        unavailable: { $0.noSearchReason },
        change: { $0.search(.up) })

    static let filter: Command = .init(
        "filter", .events,
        keys: ["&", .inAll(except: [.inspector], .character("f"))],
        title: "Filter",
        hint: .init { $0.paneSearch?.isFilter == true ? "filter list" : "filter" },
        summary: "Shows only matching events: order, channel:presence-*, event:*paid, -typing; "
            + "in Channels and Frames, only rows containing the text.",
        argument: Argument(
            form: "FILTER", request: "order  channel:presence-*  event:*paid  -typing",
            remark: { $0.remark(onFilter: $1) },
            complete: {
                PromptCompletion(
                    FilterCompletion(source: $1, cursor: $2, vocabulary: $0.filterVocabulary))
            },
            perform: {
                $0.events.setFilter(try $0.filter($1))
                return []
            }),
        change: { state in
            if let search = state.paneSearch, search.isFilter {
                state.open(.search(in: state.focus, search), text: state.searchText ?? "")
            } else {
                state.open(.filter, text: state.events.view.filter?.source ?? "")
            }
        })

    static let savedFilters: Command = .init(
        "saved-filters", .events, keys: ["F"], title: "Saved filters",
        summary: "Lists the saved filters; Enter applies one.",
        argument: .name(
            asks: "saved filter name", names: { Array($0.settings.savedFilters.keys) },
            perform: {
                try $0.useFilter(named: $1)
                return []
            }),
        unavailable: {
            $0.settings.savedFilters.isEmpty
                ? "no saved filters yet; :save-filter NAME saves the current one" : nil
        },
        change: { $0.open(.savedFilters) })

    static let saveFilter: Command = .init(
        "save-filter", .events, keys: [], title: "Save the filter",
        summary: "Saves the current filter under a name; other filters can use it as @name.",
        argument: .name(
            asks: "a name: letters, digits, - _ and .",
            names: { Array($0.settings.savedFilters.keys) },
            perform: { try $0.saveFilter(named: $1.trimmingSpaces) }),
        unavailable: {
            $0.events.view.filter == nil ? "no filter to save; f sets one" : nil
        },
        change: { $0.open(.argument(.saveFilter)) })

    static let hideEvent: Command = .init(
        "hide-event", .events, keys: ["X"], title: "Hide this event name",
        summary: "Hides events with the selected name by adding a term to the filter.",
        argument: .name(
            "EVENT", asks: "event name", names: { $0.eventNames.map(\.text) },
            perform: {
                try $0.narrow("-event:", $1)
                return []
            }
        ).replacingSelection,
        unavailable: { $0.noRowReason },
        change: { $0.hideSelectedEvent() })

    static let onlyChannel: Command = .init(
        "only-channel", .events, keys: [.in(.channels, "O"), .in(.events, "o")],
        title: "Only this channel", hint: "only channel",
        summary: "Shows only the selected channel's events; press again for all channels.",
        argument: .words(
            "CHANNELS", asks: "channel names, separated by spaces",
            names: { $0.subscribedNames(besides: $1) },
            perform: {
                try $0.narrow("channel:", $1)
                return []
            }
        ).replacingSelection,
        unavailable: {
            guard $0.focus == .channels else { return $0.noRowReason }
            return $0.channels.selected == nil ? "no channel is selected" : nil
        },
        perform: { $0.toggleSelectedChannel() })

    static let systemRows: Command = .init(
        "system-rows", .events, keys: ["C"], title: "Connection rows",
        summary: "Shows or hides rows that are not channel events: "
            + "states, members, subscriptions.",
        perform: { $0.toggleSystemRows() })

    static let mark: Command = .init(
        "mark", .events, keys: [.in(.events, "m")], title: "Mark a row", hint: "mark",
        summary: "Marks or unmarks the selected row of Events.",
        unavailable: { $0.events.count == 0 ? "no rows to mark" : nil },
        change: { $0.events.toggleMark() })

    static let nextMark: Command = .init(
        "next mark", .events, keys: ["."], title: "Next mark",
        summary: "Goes to the next marked row below.",
        unavailable: { $0.noMarkReason },
        change: { $0.jump(to: .mark, .down) })

    static let previousMark: Command = .init(
        "previous mark", .events, keys: [","], title: "Previous mark",
        summary: "Goes to the next marked row above.",
        unavailable: { $0.noMarkReason },
        change: { $0.jump(to: .mark, .up) })

    static let nextChange: Command = .init(
        "next change", .events, keys: ["}", .init(.altArrow(.down))],
        title: "Next connection change",
        summary: "Goes to the next connection change below.",
        unavailable: { $0.noChangeReason },
        change: { $0.jump(to: .change, .down) })

    static let previousChange: Command = .init(
        "previous change", .events, keys: ["{", .init(.altArrow(.up))],
        title: "Previous connection change",
        summary: "Goes to the next connection change above.",
        unavailable: { $0.noChangeReason },
        change: { $0.jump(to: .change, .up) })

    static let times: Command = .init(
        "times", .events, keys: [],
        title: "Time format",
        summary: "Shows times as local time, UTC, age, or time since the previous row.",
        argument: .choice(
            TimeFormat.allCases.map(\.rawValue).joined(separator: "|"), of: "time format",
            names: { _ in TimeFormat.allCases.map(\.rawValue) },
            perform: { $0.showTimes(as: $1) }),
        perform: { $0.setTimeFormat($0.settings.timeFormat.next) })

    static let wrap: Command = .init(
        "wrap", .events, keys: ["w"], title: "Wrap long lines", hint: "wrap",
        summary:
            "Wraps the selected row in Events, all rows in the connection log, or lines in the inspector.",
        unavailable: {
            $0.focus == .events || $0.showsLog ? nil : $0.noInspectorReason
        },
        perform: { $0.toggleWrap() })

    static let columns: Command = .init(
        "columns", .events, keys: [], title: "Data columns",
        summary: "Shows data values as columns, for the named event or channel, or the selected "
            + "event; a name alone removes its columns.",
        argument: .words(
            "NAME data.PATH …", asks: "order.created data.id data.total",
            names: { $0.columnWords(after: $1) },
            perform: { try $0.setColumns($1) }),
        change: { $0.open(.argument(.columns)) })

    static let clear: Command = .init(
        "clear", .events, keys: [], title: "Clear Events",
        summary:
            "Removes all rows from Events, or those of some channels; U restores them.",
        argument: .words(
            "CHANNELS", asks: "channel names, separated by spaces",
            names: { $0.subscribedNames(besides: $1) },
            perform: {
                try $0.clearEvents(of: $1)
                return []
            }),
        unavailable: { $0.events.ring.isEmpty ? "Events has no rows to clear" : nil },
        change: { $0.clearEvents() })

    static let clearMarks: Command = .init(
        "clear-marks", .events, keys: [], title: "Clear the marks",
        summary: "Removes the marks in Events, or in Channels if it is focused.",
        unavailable: {
            $0.events.markCount == 0 && $0.channels.marked.isEmpty ? "nothing is marked" : nil
        },
        change: { $0.clearMarks() })
}

extension DashboardState {
    fileprivate var noSearchReason: String? {
        self.events.search == nil && !self.searchesMembers && !self.searchesDocument
            ? "no search yet; / starts one" : nil
    }

    fileprivate var noRowReason: String? {
        guard !self.events.isHeld else { return nil }
        return "no row is selected; press \(self.focus == .events ? "" : "3, then ")Up"
    }

    fileprivate var noMarkReason: String? {
        self.events.marks.hasAny(.mark, in: self.events.ring)
            ? nil : "nothing is marked; m in Events (3) marks a row"
    }

    fileprivate var noChangeReason: String? {
        self.events.marks.hasAny(.change, in: self.events.ring)
            ? nil : "no connection changes in Events"
    }
}
