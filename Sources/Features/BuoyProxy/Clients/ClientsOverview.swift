import BuoyDashboard
import ChannelsEventWords
import ChannelsProtocol
import OrderedCollections

/// The clients of a proxy at a moment, for a list.
struct ClientsOverview: FeatureReport {
    /// A client as one line of the pane.
    struct Row: Hashable, Sendable, Identifiable {
        let id: ClientNumber
        /// The library and its version. It may contain untrusted text.
        let title: String
        /// The address that its latest connection came from.
        let peer: String
        let state: ConnectionState
        /// Whether it has no connection, and does not open one.
        let isGone: Bool
        let wanted: Int
        let subscribed: Int
        /// Its attempts to connect in the last full second, the most in a second, and all.
        let attemptRate: Int
        let attemptPeak: Int
        let connections: Int
        let traffic: ProxiedTraffic
        /// Its messages that wait until somebody decides, in the order in which they came.
        let held: [HeldMessage]
        /// Its latest outages, oldest first.
        let outages: [ReconnectionRecord.Outage]
        /// How many there were.
        let outageCount: Int
        /// The policy of its library; empty if that is not known.
        let policy: String
        /// What else is known about how it comes back; empty for nothing.
        let remark: String
    }

    /// A frame that passed.
    struct Frame: Hashable, Sendable {
        let time: Timestamp
        let isSent: Bool
        /// Untrusted text, without signatures.
        let text: String
    }

    /// The clients, in the order in which they came.
    let rows: [Row]
    /// The client whose frames are shown.
    let selected: ClientNumber?
    /// The latest frames of that client, oldest first.
    let frames: [Frame]
    /// The attempts of all clients in each of the last 60 full seconds, oldest first.
    let attempts: [Int]
    /// The most attempts of all clients in one second.
    let attemptPeak: Int

    /// How many frames are listed.
    private static let frameCount = 60

    /// Creates the overview of a moment.
    /// - Parameter selected: the client whose frames are shown; `nil` for the first one.
    init(_ proxy: ProxiedClients, selected: ClientNumber?, at now: Timestamp) {
        let selected =
            selected.flatMap { proxy.clients[$0] == nil ? nil : $0 } ?? proxy.clients.keys.first
        self.rows = proxy.clients.values.map { Row($0, at: now) }
        self.selected = selected
        let frames = selected.flatMap { proxy.clients[$0] }?.frames.latest(Self.frameCount) ?? []
        self.frames = frames.map { Frame(time: $0.time, isSent: $0.isSent, text: $0.text) }
        self.attempts = proxy.attempts.history(60, before: now.second)
        self.attemptPeak = proxy.attempts.peak
    }

    /// From how many attempts in a second on they are called a storm.
    static let stormRate = 5

    /// `340 attempts a second`, if they are a storm; `nil` if not.
    var stormSentence: String? {
        guard let rate = self.attempts.last, rate >= Self.stormRate else { return nil }
        return "\(Figures.grouped(rate)) attempts a second"
    }
}

extension ClientsOverview.Row {
    /// How many outages are listed.
    private static let outageLimit = 8

    init(_ client: ProxiedClient, at now: Timestamp) {
        let counts = client.channelCounts
        let history = client.history
        self.id = client.number
        self.title = client.request.library.title
        self.peer = client.request.peer
        self.state = client.state
        self.isGone = client.link == nil
        self.wanted = counts.wanted
        self.subscribed = counts.subscribed
        self.attemptRate = history.attempts.count(inSecond: now.second - 1)
        self.attemptPeak = history.attempts.peak
        self.connections = client.traffic.connections
        self.traffic = client.traffic
        self.held = client.heldMessages
        self.outages = history.outages.suffix(Self.outageLimit)
        self.outageCount = history.outageCount
        self.policy = client.request.library.policy?.name ?? ""
        self.remark = client.request.library.remark
    }
}
