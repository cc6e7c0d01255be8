import ChannelsProtocol

/// A client library, as the query of its connection names it.
struct ClientLibrary: Hashable, Sendable {
    /// What the library calls itself: `js`; empty if it does not say. Untrusted text.
    let client: String
    /// Its version; empty if it does not say. Untrusted text.
    let version: String

    /// The maximum length of each of the two, in characters.
    private static let lengthLimit = 40

    /// - Parameters:
    ///   - client: the `client` of the query.
    ///   - version: the `version` of the query.
    init(client: String, version: String) {
        self.client = String(client.prefix(Self.lengthLimit))
        self.version = String(version.prefix(Self.lengthLimit))
    }

    /// A library that buoy knows.
    private struct Known {
        let name: String
        let policy: ReconnectionPolicy
        /// How long its connection may be idle before it pings, and how long it waits for the pong.
        /// Each of them takes a shorter time from the server. pysher gives up a connection that has
        /// been silent for 305 s, pinged or not.
        var activityTimeout = Duration.seconds(120)
        var pongTimeout = Duration.seconds(30)
        /// Whether it counts to `unavailable` from an attempt, and not from the loss.
        var isPatientAfterLoss = false
        /// What else is known about how it comes back, as a sentence.
        var remark = ""
    }

    /// The names in the queries, from the sources of the libraries.
    private var known: Known? {
        switch self.client {
        case "js": Known(name: "pusher-js", policy: .pusherJS, isPatientAfterLoss: true)
        case "pusher-websocket-swift":
            Known(name: "PusherSwift", policy: self.major < 6 ? .pusherSwift5 : .pusherSwift)
        case "libPusher":
            Known(name: "libPusher", policy: self.isBefore(1, 5) ? .libPusherClassic : .libPusher)
        case "java-client": Known(name: "pusher-java-client", policy: .pusherJava)
        case "Pysher":
            Known(
                name: "pysher", policy: .pysher,
                pongTimeout: .seconds(185),
                remark: "It checks pusher:error codes, but not close codes.")
        case "buoy-swift": Known(name: "buoy", policy: .standard)
        default: nil
        }
    }

    /// The first number of the version; a large one if there isn't one.
    private var major: Int { self.numbers.first ?? .max }

    private var numbers: [Int] { self.version.split(separator: ".").compactMap { Int($0) } }

    private func isBefore(_ major: Int, _ minor: Int) -> Bool {
        let numbers = self.numbers
        guard numbers.count >= 2 else { return false }
        return numbers[0] < major || numbers[0] == major && numbers[1] < minor
    }

    /// The name and the version: `pusher-js 8.4.0`.
    var title: String {
        let name = self.known?.name ?? (self.client.isEmpty ? "unknown client" : self.client)
        return self.version.isEmpty ? name : "\(name) \(self.version)"
    }

    /// How the library reconnects; `nil` if that is not known.
    var policy: ReconnectionPolicy? { self.known?.policy.atLibraryPace() }

    /// What else is known about how it comes back, as a sentence; empty for nothing.
    var remark: String { self.known?.remark ?? "" }

    /// How long its connection may be idle before it pings.
    var activityTimeout: Duration { self.known?.activityTimeout ?? .seconds(120) }

    /// Whether it counts to `unavailable` from its first attempt, and again from one after a
    /// connection that was opened, as pusher-js does with each `connect()`.
    var isPatientAfterLoss: Bool { self.known?.isPatientAfterLoss ?? false }

    /// How long it waits for a pong.
    var pongTimeout: Duration { self.known?.pongTimeout ?? .seconds(30) }
}

extension ReconnectionPolicy {
    /// For a client that buoy does not know: nothing is expected of it.
    static let unknown = ReconnectionPolicy(name: "unknown", stableTime: .zero) { history, _ in
        .retry(after: .zero, rule: "unknown library")
    }
}
