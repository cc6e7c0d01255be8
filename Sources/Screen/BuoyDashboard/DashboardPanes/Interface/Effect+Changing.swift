import BuoyScripts

// What is new must be decided here: there is no default.

extension Effect {
    /// Also true for changes for others who use the server. Subscriptions do not count, and neither
    /// do faults of the own connection.
    var changesServer: Bool {
        switch self {
        case .client(let effect): effect.changesServer
        case .fault(let order): order.changesServer
        case .request(let request): request.base.changesServer
        // Channels are subscribed again, as somebody else.
        case .rename: false
        case .terminal, .file, .missedEvents, .server, .servers, .recording, .playback,
            .quit:
            false
        }
    }
}

extension ClientEffect {
    fileprivate var changesServer: Bool {
        switch self {
        case .trigger: true
        case .subscribe, .unsubscribe, .resubscribe, .bind, .unbind, .setBinding, .connect,
            .reconnect, .disconnect, .setPolicy, .ping:
            false
        }
    }
}

extension FaultOrder {
    fileprivate var changesServer: Bool {
        switch self {
        case .ofServer: true
        case .plan, .endAll: false
        }
    }
}
