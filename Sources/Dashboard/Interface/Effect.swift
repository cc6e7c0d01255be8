package import ChannelsProtocol
package import DashboardSetup
package import EventLog

/// Something that the dashboard wants done, by who does it. The state changes when the client's
/// events say that it was done, never before.
package enum Effect: Hashable, Sendable {
    case client(ClientEffect)
    case terminal(TerminalEffect)
    case file(FileEffect)
    /// Ends the program.
    case quit
}

/// What the client is to do.
package enum ClientEffect: Hashable, Sendable {
    case subscribe(ChannelName)
    case unsubscribe(ChannelName)
    /// Tries a subscription again that failed, or that the server has not answered.
    case resubscribe(ChannelName)
    /// Binds an event name, or every event, on a channel, or on all.
    case bind(EventName?, ChannelName?)
    case unbind(BindingID)
    case setBinding(BindingID, isEnabled: Bool)
    /// Sends a client event.
    case trigger(ChannelEvent)
    /// Connects, or starts the attempt at once for which it waits.
    case connect
    /// Closes the connection and opens a new one.
    case reconnect
    case disconnect
    /// Reconnects from now on by the policy of this name.
    case setPolicy(String)
}

/// What the terminal is to do.
package enum TerminalEffect: Hashable, Sendable {
    /// Stops the program until the shell continues it.
    case suspend
    /// Draws the whole screen again, whatever the terminal is thought to show.
    case redraw
    /// Sends a text to the terminal's clipboard; what it is, for the message.
    case copy(String, of: String)
    /// Leaves the screen, prints lines, and returns when a key is pressed.
    case showPlain([String])
    /// Shows a theme; one that is previewed is not kept.
    case showTheme(String)
    case setMouse(Bool)
}

/// What is to be written into files, or read from them.
package enum FileEffect: Hashable, Sendable {
    /// Writes events into a file whose name ends in the format.
    case export(EventSnapshot, path: String, overwrites: Bool)
    /// Writes the current screen as text; an empty path stands for a name with the time in it.
    case saveScreen(path: String, overwrites: Bool)
    /// Keeps the settings for the next time.
    case saveSettings(DashboardSettings)
    /// Changes a key of the configuration for this run and the next ones.
    case set(key: String, value: String)
    /// Reads the configuration again.
    case reload

    /// The same in place of a file that is there; `nil` for what replaces none.
    func overwriting(_ found: String) -> FileEffect? {
        switch self {
        case .export(let events, let path, _): .export(events, path: path, overwrites: true)
        case .saveScreen: .saveScreen(path: found, overwrites: true)
        case .saveSettings, .set, .reload: nil
        }
    }
}

// What was tried, for a message that it failed.

extension Effect {
    var words: String {
        switch self {
        case .client(let effect): effect.words
        case .terminal(let effect): effect.words
        case .file(let effect): effect.words
        case .quit: "quit"
        }
    }
}

extension ClientEffect {
    fileprivate var words: String {
        switch self {
        case .subscribe(let channel): "subscribe \(channel.text)"
        case .unsubscribe(let channel): "unsubscribe \(channel.text)"
        case .resubscribe(let channel): "try \(channel.text) again"
        case .bind(let event, _): "bind \(event?.text ?? "every event")"
        case .unbind: "unbind"
        case .setBinding: "switch binding"
        case .trigger(let event): "send \(event.name.text)"
        case .connect: "connect"
        case .reconnect: "reconnect"
        case .disconnect: "disconnect"
        case .setPolicy(let name): "policy \(name)"
        }
    }
}

extension TerminalEffect {
    fileprivate var words: String {
        switch self {
        case .suspend: "suspend"
        case .redraw: "redraw"
        case .copy(_, let subject): "copy \(subject)"
        case .showPlain: "show plain rows"
        case .showTheme(let name): "theme \(name)"
        case .setMouse: "switch the mouse"
        }
    }
}

extension FileEffect {
    fileprivate var words: String {
        switch self {
        case .export(_, let path, _): "export to \(path)"
        case .saveScreen: "save the screen"
        case .saveSettings: "save the settings"
        case .set(let key, _): "set \(key)"
        case .reload: "reload"
        }
    }
}
