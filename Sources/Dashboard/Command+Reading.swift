import OrderedCollections
import TextScreen

// The rows of what is watched and read.
extension Command {
    /// The orders of channels, members and bindings; each word once.
    private static let orderWords = OrderedSet(
        ChannelOrder.allCases.map(\.rawValue) + MemberOrder.allCases.map(\.rawValue)
            + BindingOrder.allCases.map(\.rawValue)
    ).elements

    var channelsEntry: Entry {
        switch self {
        case .subscribe:
            Entry(
                .channels, ["s"], hint: "subscribe", argument: .channels, "Subscribe",
                "Asks for names of channels, several with spaces between. Tab completes.")
        case .unsubscribe:
            Entry(
                .channels, [.in(.channels, "u"), .in(.channels, .delete)], hint: "unsub",
                argument: .channels, "Unsubscribe",
                "Unsubscribes the marked channels, or else the selected one; on the command line also by pattern."
            )
        case .resubscribe:
            Entry(
                .channels, [.in(.channels, "t")], hint: "try again", "Try again",
                "Tries the selected channel again, after a failure or without an answer.")
        case .markItem:
            Entry(
                .channels, [.in(.channels, " ")], hint: "mark", "Mark a channel",
                "Marks the selected channel, or takes its mark away; u unsubscribes all that are marked."
            )
        case .sort:
            Entry(
                .channels, [.in(.channels, "o"), .in(.members, "o"), .in(.bindings, "o")],
                hint: "order", argument: .word(Self.orderWords), "Order",
                "Lists channels, members or bindings by another order, such as name, rate or last event."
            )
        case .bind:
            Entry(
                .channels, ["b"], hint: "bind", argument: .event, "Bind here",
                "Asks for an event name and binds it on the selected channel; * is every event.")
        case .bindEverywhere:
            Entry(
                .channels, ["B"], argument: .event, "Bind on all channels",
                "Asks for an event name and binds it on all channels; * is every event.")
        case .unbind:
            Entry(
                .channels, [.in(.bindings, "u"), .in(.bindings, .delete)], hint: "unbind", "Unbind",
                "Removes the selected binding.")
        case .toggleBinding:
            Entry(
                .channels, [.in(.bindings, " ")], hint: "on/off", "Binding on or off",
                "Switches the selected binding off or on; its count stays.")
        default:
            Entry(
                .channels, ["c"], hint: "client event", argument: .clientEvent, "Client event",
                "Asks for channel, event and data, and sends a client event.")
        }
    }

    var eventsEntry: Entry {
        switch self {
        case .pause:
            Entry(
                .events, ["p", .in(.events, " ")], hint: "pause", "Pause or follow",
                "Holds the event log still, or follows the newest event again.")
        case .search:
            Entry(
                .events, ["/"], hint: "search", argument: .text, "Search",
                "Looks for a text in names, channels and data, and highlights it; among the members in Members."
            )
        case .searchNext:
            Entry(.events, ["n"], "Next match", "Goes to the next match below.")
        case .searchPrevious:
            Entry(.events, ["N"], "Previous match", "Goes to the next match above.")
        case .filter:
            Entry(
                .events,
                [
                    "&", .in(.channels, "f"), .in(.members, "f"), .in(.events, "f"),
                    .in(.bindings, "f"), .in(.log, "f"), .in(.rates, "f"),
                ], hint: "filter", argument: .filter, "Filter",
                "Shows only events that match: order, channel:presence-*, event:*paid, -typing.")
        case .savedFilters:
            Entry(
                .events, ["F"], argument: .filterName, "Saved filters",
                "Lists the filters that have names; Enter uses one.")
        case .saveFilter:
            Entry(
                .events, ["W"], argument: .filterName, "Save the filter",
                "Gives the filter of now a name: @name stands for it in other filters.")
        case .hideEvent:
            Entry(
                .events, ["X"], argument: .event, "Hide this event name",
                "Adds to the filter that events with the selected name are not shown.")
        case .onlyChannel:
            Entry(
                .events, [.in(.events, "o")], hint: "only channel", argument: .channels,
                "Only this channel",
                "Shows only events of the selected channel; again, those of all channels.")
        case .systemRows:
            Entry(
                .events, ["C"], "Connection rows",
                "Shows or hides what is not an event of a channel: states, members, subscriptions.")
        default: self.placesEntry
        }
    }

    private var placesEntry: Entry {
        switch self {
        case .mark:
            Entry(
                .events, [.in(.events, "m")], hint: "mark", "Mark a row",
                "Marks the selected row of the event log, or takes its mark away.")
        case .nextMark: Entry(.events, ["."], "Next mark", "Goes to the next marked row below.")
        case .previousMark:
            Entry(.events, [","], "Previous mark", "Goes to the next marked row above.")
        case .nextChange:
            Entry(
                .events, ["}", .init(.altArrow(.down))], "Next connection change",
                "Goes to the next change of the connection below.")
        case .previousChange:
            Entry(
                .events, ["{", .init(.altArrow(.up))], "Previous connection change",
                "Goes to the next change of the connection above.")
        case .times:
            Entry(
                .events, [.in(.events, "t"), .in(.log, "t")],
                argument: .word(TimeFormat.allCases.map(\.rawValue)), "Form of times",
                "Writes times as local clock, UTC, time passed since, or time since the row before."
            )
        case .wrap:
            Entry(
                .events, ["w"], "Wrap long lines",
                "Wraps the selected row of the event log, or the lines of the inspector.")
        default:
            Entry(
                .events, [], "Clear the log",
                "Forgets the rows of the event log; its count starts again.")
        }
    }

    var inspectorEntry: Entry {
        switch self {
        case .inspect:
            Entry(
                .inspector,
                [
                    .in(.channels, .enter), .in(.members, .enter), .in(.events, .enter),
                    .in(.bindings, .enter), .in(.log, .enter), .in(.rates, .enter),
                ],
                hint: "inspect", "Inspect",
                "Shows the selected event, channel or member in full.")
        case .inspectorDown:
            Entry(
                .inspector, ["J"], "Inspector down", "Moves down in the inspector, from any pane.")
        case .inspectorUp:
            Entry(.inspector, ["K"], "Inspector up", "Moves up in the inspector, from any pane.")
        case .viewMode:
            Entry(
                .inspector, ["v"], hint: "view",
                argument: .word(["tree", "pretty", "raw", "hex"]), "View",
                "Shows the data as a tree, laid out, as it came, or as bytes.")
        case .fold:
            Entry(
                .inspector, [.in(.inspector, .enter)], hint: "fold", "Fold or unfold",
                "Folds or unfolds the selected node of the tree.")
        case .foldAll:
            Entry(.inspector, [.in(.inspector, "H")], "Fold all", "Folds all nodes of the tree.")
        case .unfoldAll:
            Entry(
                .inspector, [.in(.inspector, "L")], "Unfold all", "Unfolds all nodes of the tree.")
        case .filterByNode:
            Entry(
                .inspector, [.in(.inspector, "f")], hint: "filter by it", "Filter by this value",
                "Shows only events that have the value of the selected node at the same place.")
        default:
            Entry(
                .inspector, ["d"], hint: "difference", "Difference",
                "Shows what changed since the event of the same name before it on the channel.")
        }
    }
}
