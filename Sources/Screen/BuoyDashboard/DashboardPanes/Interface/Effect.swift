package import BuoyRecordingFiles
package import BuoyScripts
package import ChannelsProtocol

/// A request of the dashboard. The state changes only when the client's events confirm it, never
/// before.
package enum Effect: Hashable, Sendable {
    case client(ClientEffect)
    case terminal(TerminalEffect)
    case file(FileEffect)
    /// What happens comes back as a `ServiceReport`.
    case fault(FaultOrder)
    /// What comes of it comes back as a `ServiceReport`.
    case request(AnyFeatureRequest)
    case rename(String, on: [ChannelName])
    /// Only buoy's sandbox knows. The answer comes back as a `ServiceReport`.
    case missedEvents(MissedEventsQuestion)
    case server(String)
    case recording(RecordingRequest)
    case playback(PlaybackRequest)
    case servers(ServersRequest)
    case quit
}

package enum RecordingRequest: Hashable, Sendable {
    case start(path: String)
    case stop
    /// The events come back as a `ServiceReport`.
    case read(RecordedEventsQuestion, PastCondition)

    var words: String {
        switch self {
        case .start(let path): "record to \(path)"
        case .stop: "end the recording"
        case .read: "read the recording"
        }
    }
}

package struct MissedEventsQuestion: Hashable, Sendable {
    package let gap: Int
    package let lost: SocketID
    package let next: SocketID
    /// Events that arrived on each channel since it was subscribed on the first connection.
    package let received: [ChannelName: Int]
}

package enum ClientEffect: Hashable, Sendable {
    case subscribe(ChannelName)
    case unsubscribe(ChannelName)
    case resubscribe(ChannelName)
    /// `nil` for every event, or all channels.
    case bind(EventName?, ChannelName?)
    case unbind(BindingID)
    case setBinding(BindingID, isEnabled: Bool)
    case trigger(ChannelsEvent)
    /// Also starts a pending attempt at once.
    case connect
    case reconnect
    case disconnect
    case setPolicy(String)
    case ping
}

package enum TerminalEffect: Hashable, Sendable {
    case suspend
    case redraw
    /// `of` names the string for the message.
    case copy(String, of: String)
    /// Leaves the screen, prints lines, and returns after a key press.
    case showPlain([String])
    case showTheme(String)
    case setMouse(Bool)
}

package enum FileEffect: Hashable, Sendable {
    /// The file's extension is the format.
    case export(EventSnapshot, path: String, overwrites: Bool)
    /// An empty path stands for a name that contains the time.
    case saveScreen(path: String, overwrites: Bool)
    /// Starts a moving picture of the screen, or ends and writes it; an empty path as above.
    case recordScreen(path: String)
    case saveText([UInt8], of: String, path: String, overwrites: Bool)
    case saveSettings(DashboardSettings)
    case set(key: String, value: String)
    case reload

    func overwriting(_ found: String) -> FileEffect? {
        switch self {
        case .export(let events, let path, _): .export(events, path: path, overwrites: true)
        case .saveScreen: .saveScreen(path: found, overwrites: true)
        case .saveText(let text, let subject, let path, _):
            .saveText(text, of: subject, path: path, overwrites: true)
        case .recordScreen, .saveSettings, .set, .reload: nil
        }
    }
}

extension Effect {
    /// For the message that it failed: `subscribe to news`.
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
        case .recordScreen: "record the screen"
        case .saveText(_, let subject, let path, _): "write \(subject) to \(path)"
        case .saveSettings: "save the settings"
        case .set(let key, _): "set \(key)"
        case .reload: "reload"
        }
    }
}
