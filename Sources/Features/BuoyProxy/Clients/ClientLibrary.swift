import ChannelsDiagnostics
import ChannelsProtocol

/// A client library, as the query of its connection names it.
struct ClientLibrary: Hashable, Sendable {
    /// What the library calls itself: `js`; may be empty. Untrusted text.
    let client: String
    /// May be empty. Untrusted text.
    let version: String

    /// Of the name and of the version, in characters.
    private static let lengthLimit = 40

    init(client: String, version: String) {
        self.client = String(client.prefix(Self.lengthLimit))
        self.version = String(version.prefix(Self.lengthLimit))
    }

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

    /// A large number if the version has none.
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

    var policy: ReconnectionPolicy? { self.known?.policy.atLibraryPace() }

    var remark: String { self.known?.remark ?? "" }

    var activityTimeout: Duration { self.known?.activityTimeout ?? .seconds(120) }

    /// Whether it counts to `unavailable` from its first attempt, and again from one after a
    /// connection that was opened, as pusher-js does with each `connect()`.
    var isPatientAfterLoss: Bool { self.known?.isPatientAfterLoss ?? false }

    var pongTimeout: Duration { self.known?.pongTimeout ?? .seconds(30) }
}

extension ReconnectionPolicy {
    /// For a client that buoy does not know: nothing is expected of it.
    static let unknown = ReconnectionPolicy(name: "unknown", stableTime: .zero) { history, _ in
        .retry(after: .zero, rule: "unknown library")
    }
}
