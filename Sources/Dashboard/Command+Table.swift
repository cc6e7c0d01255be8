import TextScreen

extension Command {
    /// One row of the table of commands.
    struct Entry {
        let section: Section
        let keys: [KeyBinding]
        let hint: String?
        let argument: Argument?
        let title: String
        let summary: String

        init(
            _ section: Section, _ keys: [KeyBinding], hint: String? = nil,
            argument: Argument? = nil, _ title: String, _ summary: String
        ) {
            self.section = section
            self.keys = keys
            self.hint = hint
            self.argument = argument
            self.title = title
            self.summary = summary
        }
    }

    /// The row of this command.
    var entry: Entry {
        switch self {
        case .subscribe, .unsubscribe, .resubscribe, .markItem, .sort, .bind, .bindEverywhere,
            .unbind, .toggleBinding, .trigger:
            self.channelsEntry
        case .pause, .search, .searchNext, .searchPrevious, .filter, .savedFilters, .saveFilter,
            .hideEvent, .onlyChannel, .systemRows, .mark, .nextMark, .previousMark, .nextChange,
            .previousChange, .times, .wrap, .clear:
            self.eventsEntry
        case .inspect, .inspectorDown, .inspectorUp, .viewMode, .fold, .foldAll, .unfoldAll,
            .filterByNode, .difference:
            self.inspectorEntry
        case .copy, .copyAs, .export, .plainDump, .saveScreen, .copyDiagnosis: self.sharingEntry
        case .connect, .reconnect, .disconnect, .policy: self.connectionEntry
        case .nextPane, .previousPane, .showChannels, .showMembers, .showEvents, .showBindings,
            .showInspector, .showLog, .showRates, .zoom, .grow, .shrink, .layout, .saveLayout:
            self.panesEntry
        case .up, .down, .left, .right, .top, .bottom, .halfPageUp, .halfPageDown, .pageUp,
            .pageDown:
            self.movingEntry
        case .help, .commandLine, .cancel, .themes, .mouse, .figures, .reload, .redraw, .suspend,
            .quit, .quitNow:
            self.programEntry
        }
    }
}
