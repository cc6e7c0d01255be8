package import BuoyRecording
package import BuoyScripts
package import ChannelsProtocol

/// A request of the dashboard, by the part of the program that carries it out. The state changes
/// only when the client's events confirm it, never before.
package enum Effect: Hashable, Sendable {
    case client(ClientEffect)
    case terminal(TerminalEffect)
    case file(FileEffect)
    /// Makes something go wrong with the connection, or ends that. What happens comes back as a
    /// `ServiceReport`.
    case fault(FaultOrder)
    /// A request of a feature. What comes of it comes back as a `ServiceReport`.
    case request(AnyFeatureRequest)
    /// Takes another name on presence channels, which are subscribed again.
    case rename(String, on: [ChannelName])
    /// Asks the server what was missed; only buoy's sandbox knows. The answer comes back as a
    /// `ServiceReport`.
    case missedEvents(MissedEventsQuestion)
    /// Leaves the server, and connects to the one of the configuration with this name.
    case server(String)
    /// Starts or ends a recording, or asks it for events.
    case recording(RecordingRequest)
    /// Changes the time that is shown.
    case playback(PlaybackRequest)
    /// Arranges, merges or compares several servers.
    case servers(ServersRequest)
    /// Ends the program.
    case quit
}

/// A request to the recorder.
package enum RecordingRequest: Hashable, Sendable {
    /// Records in a file.
    case start(path: String)
    /// Ends the recording.
    case stop
    /// Asks for events, which come back as a `ServiceReport`.
    case read(RecordedEventsQuestion, PastCondition)

    /// The intended action, for the message that it failed.
    var words: String {
        switch self {
        case .start(let path): "record to \(path)"
        case .stop: "end the recording"
        case .read: "read the recording"
        }
    }
}

/// What a server has to know to count the events that were missed in a gap.
package struct MissedEventsQuestion: Hashable, Sendable {
    /// The number of the gap.
    package let gap: Int
    /// The connection that ended.
    package let lost: SocketID
    /// The connection on which the channels were subscribed again.
    package let next: SocketID
    /// How many events arrived on each channel since it was subscribed on the first connection.
    package let received: [ChannelName: Int]
}

/// A request to the client.
package enum ClientEffect: Hashable, Sendable {
    case subscribe(ChannelName)
    case unsubscribe(ChannelName)
    /// Retries a subscription that failed, or that the server has not answered.
    case resubscribe(ChannelName)
    /// Binds to an event name, or to every event, on one channel or on all.
    case bind(EventName?, ChannelName?)
    case unbind(BindingID)
    case setBinding(BindingID, isEnabled: Bool)
    /// Sends a client event.
    case trigger(ChannelsEvent)
    /// Connects, or starts a pending attempt at once.
    case connect
    /// Closes the connection and opens a new one.
    case reconnect
    case disconnect
    /// Uses the reconnection policy with this name from now on.
    case setPolicy(String)
    /// Pings the server now.
    case ping
}

/// A request to the terminal.
package enum TerminalEffect: Hashable, Sendable {
    /// Stops the program until the shell continues it.
    case suspend
    /// Draws the whole screen again, whatever the terminal shows.
    case redraw
    /// Copies a string to the terminal's clipboard; `of` names it for the message.
    case copy(String, of: String)
    /// Leaves the screen, prints lines, and returns after a key press.
    case showPlain([String])
    /// Shows a theme. A preview is not saved.
    case showTheme(String)
    case setMouse(Bool)
}

/// A request to write or read files.
package enum FileEffect: Hashable, Sendable {
    /// Exports events to a file whose extension is the format.
    case export(EventSnapshot, path: String, overwrites: Bool)
    /// Saves the current screen as text; an empty path stands for a name that contains the time.
    case saveScreen(path: String, overwrites: Bool)
    /// Writes a string that was made for it to a file; `of` names it for the message.
    case saveText([UInt8], of: String, path: String, overwrites: Bool)
    /// Saves the settings for the next run.
    case saveSettings(DashboardSettings)
    /// Changes a configuration key, for this run and later ones.
    case set(key: String, value: String)
    /// Reloads the configuration.
    case reload

    /// The same effect, overwriting an existing file; `nil` if it never overwrites one.
    func overwriting(_ found: String) -> FileEffect? {
        switch self {
        case .export(let events, let path, _): .export(events, path: path, overwrites: true)
        case .saveScreen: .saveScreen(path: found, overwrites: true)
        case .saveText(let text, let subject, let path, _):
            .saveText(text, of: subject, path: path, overwrites: true)
        case .saveSettings, .set, .reload: nil
        }
    }
}

// Words for messages about failed effects.

extension Effect {
    /// The intended action, for the message that it failed: `subscribe to news`.
    package var words: String {
        switch self {
        case .client(let effect): effect.words
        case .terminal(let effect): effect.words
        case .file(let effect): effect.words
        case .fault(let order): order.words
        case .request(let request): request.base.words
        case .rename(let name, _): "change your name to \(name)"
        case .missedEvents: "request missed events"
        case .server(let name): "connect to \(name)"
        case .recording(let request): request.words
        case .playback(let request): request.words
        case .servers: "arrange the servers"
        case .quit: "quit"
        }
    }
}

extension ClientEffect {
    fileprivate var words: String {
        switch self {
        case .subscribe(let channel): "subscribe to \(channel.text)"
        case .unsubscribe(let channel): "unsubscribe from \(channel.text)"
        case .resubscribe(let channel): "retry \(channel.text)"
        case .bind(let event, _): "bind \(event?.text ?? "every event")"
        case .unbind: "unbind"
        case .setBinding: "toggle the binding"
        case .trigger(let event): "send \(event.name.text)"
        case .connect: "connect"
        case .reconnect: "reconnect"
        case .disconnect: "disconnect"
        case .setPolicy(let name): "policy \(name)"
        case .ping: "ping"
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
        case .setMouse: "toggle the mouse"
        }
    }
}

extension FileEffect {
    fileprivate var words: String {
        switch self {
        case .export(_, let path, _): "export to \(path)"
        case .saveScreen: "save the screen"
        case .saveText(_, let subject, let path, _): "write \(subject) to \(path)"
        case .saveSettings: "save the settings"
        case .set(let key, _): "set \(key)"
        case .reload: "reload"
        }
    }
}
