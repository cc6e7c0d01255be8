/// What happens in a simulation: settings and steps. The same script does the same each time. It
/// prints as the Swift that makes it.
struct Script: Hashable, Sendable {
    /// Chooses what the script leaves open: where bytes are cut, the jitter of delays, the order of
    /// tasks.
    var seed: UInt64
    var settings: Settings
    var steps: [Step]

    init(seed: UInt64, settings: Settings = Settings(), _ steps: [Step]) {
        self.seed = seed
        self.settings = settings
        self.steps = steps
    }

    /// What stays the same during a simulation. Times are in milliseconds.
    struct Settings: Hashable, Sendable {
        var policy = PolicyName.standard
        /// The client's `activityTimeout` and `pongTimeout`.
        var activity = 20_000
        var pong = 10_000
        /// How many events wait for the slow listener at most.
        var slowEvents = 16
        /// How many events wait for the listener that pauses reading at most; 0 for no such
        /// listener.
        var pausingEvents = 0
        /// Whether ready tasks run in a random order.
        var shuffles = false

        init(
            policy: PolicyName = .standard, activity: Int = 20_000, pong: Int = 10_000,
            slowEvents: Int = 16, pausingEvents: Int = 0, shuffles: Bool = false
        ) {
            self.policy = policy
            self.activity = activity
            self.pong = pong
            self.slowEvents = slowEvents
            self.pausingEvents = pausingEvents
            self.shuffles = shuffles
        }
    }

    /// One thing that happens.
    struct Step: Hashable, Sendable {
        /// How long after the step before, in milliseconds.
        var delay: Int
        var action: Action

        static func after(_ delay: Int, _ action: Action) -> Step {
            Step(delay: delay, action: action)
        }
    }

    /// The policies of reconnection that are tried: those that never give up by themselves.
    enum PolicyName: String, Hashable, Sendable, CaseIterable {
        case standard, pusherJS, fixed
    }

    /// The channels.
    enum Place: String, Hashable, Sendable, CaseIterable {
        case news, prices, orders, lobby, weather
        /// Private ones, so that more authorizations are wanted than may run at the same time.
        case desk1, desk2, desk3, desk4, desk5, desk6
    }

    /// What happens, by whose hand. Times are in milliseconds.
    enum Action: Hashable, Sendable {
        // The user of the client.
        case connect
        case disconnect
        case reconnect
        case ping
        case networkIsBack
        case subscribe(Place)
        case unsubscribe(Place)
        case resubscribe(Place)
        case trigger(Place)
        /// The slow listener reads what waits for it.
        case read
        /// The listener that pauses reading stops, or continues.
        case readPausing(Bool)
        // The application.
        case publish(Place, count: Int, bytes: Int)
        case join(Int)
        case leave(Int)
        /// Whether authorizations are answered by themselves, after a delay; if not, only by
        /// `answer`.
        case authorize(after: Int?)
        /// Answers one of the waiting authorizations, with a signature or an error.
        case answer(Int, granted: Bool)
        // The network.
        case roundTrip(Int)
        /// At most so many bytes come at once.
        case cut(Int)
        /// Nothing arrives, and what is under way is lost; nobody is told.
        case silence
        /// Nothing arrives for a while, then all.
        case stall(Int)
        case reset
        case end
        // The server.
        case close(UInt16)
        case errorThenClose(UInt16)
        case garbage(Garbage)
        case refuse(Refusal, for: Int)
        case restart(down: Int)
        // The machine of the client.
        case stop(for: Int)
        case suspend(for: Int)
        case setWall(Int)
    }

    /// What no server should send.
    enum Garbage: String, Hashable, Sendable, CaseIterable {
        case text, cutJSON, array, numberAsEvent, binary, invalidUTF8, reservedOpcode, masked,
            controlPing
    }

    /// How an attempt to connect goes wrong.
    enum Refusal: String, Hashable, Sendable, CaseIterable {
        case refused, unavailable, hang, cut, mute, error4100, error4200, garbage
    }
}

extension Script: CustomStringConvertible {
    /// The Swift that makes it.
    var description: String {
        let steps = self.steps.map { "    .after(\($0.delay), .\($0.action)),\n" }.joined()
        return "Script(seed: \(self.seed), settings: \(self.settings), [\n\(steps)])"
    }
}

extension Script.Settings: CustomStringConvertible {
    var description: String {
        "Script.Settings(policy: .\(self.policy.rawValue), activity: \(self.activity), "
            + "pong: \(self.pong), slowEvents: \(self.slowEvents), "
            + "pausingEvents: \(self.pausingEvents), shuffles: \(self.shuffles))"
    }
}

extension Script.Place: CustomDebugStringConvertible {
    var debugDescription: String { ".\(self.rawValue)" }
}

extension Script.Garbage: CustomDebugStringConvertible {
    var debugDescription: String { ".\(self.rawValue)" }
}

extension Script.Refusal: CustomDebugStringConvertible {
    var debugDescription: String { ".\(self.rawValue)" }
}
