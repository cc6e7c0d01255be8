import DashboardParts

extension Command {
    /// Other words for commands, for the search of the help: their names in other programs, and
    /// what people might type.
    static let synonymsOfCore: [CommandName: [String]] = [
        "subscribe": ["join", "add", "listen", "watch", "open channel"],
        "unsubscribe": ["leave", "part", "remove", "drop channel", "mute channel"],
        "resubscribe": ["retry", "resubscribe", "again"],
        "mark-item": ["select", "tag", "multiple"],
        "sort": ["order", "arrange rows"],
        "bind": ["listen", "watch event", "on", "handler"],
        "bind-everywhere": ["listen", "watch event", "on", "handler"],
        "unbind": ["off", "remove", "unwatch"],
        "toggle-binding": ["enable", "disable", "mute"],
        "trigger": ["send", "publish", "emit", "fire", "whisper"],
        "pause": ["freeze", "hold", "stop", "resume", "tail", "scroll lock"],
        "search": ["find", "grep", "look for"],
        "filter": ["grep", "only", "where", "show", "query"],
        "hide-event": ["mute", "ignore", "silence", "exclude"],
        "only-channel": ["focus channel", "isolate", "solo"],
        "system-rows": ["noise", "quiet", "states", "joins", "hide"],
        "mark": ["bookmark", "star", "flag", "pin"],
        "times": ["clock", "timestamp", "utc", "timezone", "relative"],
        "wrap": ["fold", "long lines", "unwrap"],
        "clear": ["delete", "erase", "reset", "empty"],
        "inspect": ["details", "view", "open", "show", "json", "expand"],
        "view-mode": ["json", "raw", "hex", "pretty", "tree"],
        "difference": ["diff", "compare", "changed"],
        "copy": ["yank", "clipboard", "paste"],
        "copy-as": ["yank", "clipboard", "curl", "json", "swift", "javascript", "laravel"],
        "export": ["save", "write", "download", "dump", "csv", "jsonl", "file"],
        "save-screen": ["screenshot", "print", "dump"],
        "copy-diagnosis": ["report", "debug", "support"],
        "connect": ["reconnect", "online", "dial"],
        "reconnect": ["restart", "refresh connection"],
        "disconnect": ["close", "hang up", "offline", "stop"],
        "policy": ["backoff", "back-off", "retries"],
        "zoom": ["maximize", "fullscreen", "full screen", "enlarge"],
        "grow": ["resize", "taller", "wider", "bigger"],
        "shrink": ["resize", "shorter", "narrower"],
        "layout": ["arrange", "preset", "view"],
        "themes": ["color", "colour", "dark", "light", "appearance"],
        "mouse": ["select text", "click"],
        "help": ["keys", "legend", "manual", "shortcuts", "symbols"],
        "undo": ["revert", "back", "oops"],
        "cancel": ["escape", "close", "back"],
        "redraw": ["refresh", "repaint", "garbled"],
        "suspend": ["background", "shell"],
        "quit": ["exit", "leave program", "close"],
        "figures": ["statistics", "memory", "performance"],
    ]

    /// Other words for the command.
    var synonyms: [String] { self.ownSynonyms + (Self.synonymsOfCore[self.id] ?? []) }
}
