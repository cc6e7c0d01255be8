import BuoyTextScreen
import ChannelsEventWords

extension Command {
    static let programCommands: [Command] = [
        help, commandLine, undo, cancel, themes, mouse, set, figures, reload, redraw, suspend,
        quit, quitNow,
    ]

    static let help: Command = .init(
        "help", .program, keys: ["?", .init(.function(1))], title: "Help", hint: "help",
        summary: "Shows the relevant keys. Press again or type to search all commands.",
        change: { $0.keys = $0.keyPage })

    static let commandLine: Command = .init(
        "command-line", .program, keys: [":"], title: "Command line", hint: "command",
        summary: "Runs a command by name, with its argument. Tab completes.",
        change: { $0.open(.command) })

    static let undo: Command = .init(
        "undo", .program, keys: ["U"], title: "Undo", hint: "undo",
        summary: "Undoes the last unsubscribe, unbind, or clear (of Events or the marks).",
        unavailable: { $0.undoSteps.isEmpty ? "nothing to undo" : nil },
        perform: { $0.undo() })

    static let cancel: Command = .init(
        "cancel", .program, keys: [.init(.escape)], title: "Cancel",
        hint: .init { $0.cancelHint ?? "close" },
        summary:
            "Closes or clears one thing at a time: prompt, help, inspector, zoom, search, filter; "
            + "then follows the newest event again.",
        unavailable: { $0.canCancel ? nil : "nothing to close; q quits" },
        change: { $0.cancel() })

    static let themes: Command = .init(
        "themes", .program, keys: [.init(.control("T"))], title: "Themes",
        summary: "Lists the themes and previews the selected one; Enter keeps it.",
        argument: .name(
            asks: "theme name, or path of a theme file", names: { $0.options.themes },
            perform: { state, typed in
                // A theme file given by its path need not be in the list.
                guard !typed.contains("/") else { return state.useTheme(typed.trimmingSpaces) }
                let names = state.options.themes
                return state.useTheme(try Argument.chosen(typed, from: names, "theme"))
            }),
        unavailable: { $0.options.themes.isEmpty ? "no themes to choose from" : nil },
        change: { $0.open(.themes) })

    static let mouse: Command = .init(
        "mouse", .program, keys: [.init(.function(2))], title: "Toggle the mouse",
        summary:
            "When off, the mouse selects text in the terminal; when on, hold Shift to select.",
        perform: { [.terminal(.setMouse(!$0.settings.usesMouse))] })

    static let set: Command = .init(
        "set", .program, keys: [], title: "Set",
        summary: "Sets a configuration key, such as times utc, without changing the file.",
        argument: .words(
            "KEY VALUE", asks: "configuration key and value",
            names: { state, words in state.settingWords(after: words) },
            perform: { state, text in try state.set(text) }),
        change: { $0.open(.argument(.set)) })

    static let figures: Command = .init(
        "figures", .program, keys: [.init(.function(12))], title: "Figures",
        summary: "Shows the number of frames, the size of the last one, and memory use.",
        change: {
            $0.wantsFigures.toggle()
            $0.figures = []
        })

    static let reload: Command = .init(
        "reload", .program, keys: [], title: "Reload the configuration",
        summary: "Reloads the configuration and the theme; SIGUSR2 does the same.",
        perform: { _ in [.file(.reload)] })

    static let redraw: Command = .init(
        "redraw", .program, keys: [.init(.control("L"))], title: "Redraw",
        summary: "Redraws the whole screen, in case another program wrote to it.",
        reach: .everywhere,
        perform: { _ in [.terminal(.redraw)] })

    static let suspend: Command = .init(
        "suspend", .program, keys: [.init(.control("Z"))], title: "Suspend",
        summary: "Suspends buoy and returns to the shell; fg resumes.", reach: .everywhere,
        perform: { _ in [.terminal(.suspend)] })

    static let quit: Command = .init(
        "quit", .program, keys: ["q"], title: "Quit",
        hint: .init { $0.closesBeforeQuitting ? "close" : "quit" },
        summary: "Closes the figures, inspector or zoom if open. Otherwise quits; "
            + "asks first if Events has unexported rows; :quit now does not.", reach: .anySize,
        argument: .variants("now", of: "quit", "way"),
        perform: { $0.quit() })

    package static let quitNow: Command = .init(
        "quit now", .program, keys: [.init(.control("C")), "Q"], title: "Quit immediately",
        summary: "Quits; in a prompt, Ctrl-C cancels the prompt.", reach: .anySize,
        perform: { _ in [.quit] })
}
