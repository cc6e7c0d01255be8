import BuoyDashboard
import ChannelsEventWords
import ChannelsProtocol
import OrderedCollections

struct ClientsOverview: FeatureReport {
    struct Row: Hashable, Sendable, Identifiable {
        let id: ClientNumber
        /// May contain untrusted text.
        let title: String
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
        let held: [HeldMessage]
        let outages: [ReconnectionRecord.Outage]
        let outageCount: Int
        /// Empty if the policy of the library is not known.
        let policy: String
        let remark: String
    }

    struct Frame: Hashable, Sendable {
        let time: ChannelsTimestamp
        let isSent: Bool
        /// Untrusted text, without signatures.
        let text: String
    }

    let rows: [Row]
    let selected: ClientNumber?
    let frames: [Frame]
    /// The attempts of all clients in each of the last 60 full seconds, oldest first.
    let attempts: [Int]
    let attemptPeak: Int

    private static let frameCount = 60
    /// How long a client that is gone keeps its place: longer, and its program has probably ended.
    private static let keptInPlace = Duration.seconds(30)

    init(_ proxy: ProxiedClients, selected: ClientNumber?, at now: ChannelsTimestamp) {
        let selected =
            selected.flatMap { proxy.clients[$0] == nil ? nil : $0 } ?? proxy.clients.keys.first
        let isPast = { (client: ProxiedClient) in
            client.goneSince.map { now.duration(since: $0) > Self.keptInPlace } ?? false
        }
        let clients = proxy.clients.values
        self.rows = (clients.filter { !isPast($0) } + clients.filter(isPast))
            .map { Row($0, at: now) }
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
    private static let outageLimit = 8

    init(_ client: ProxiedClient, at now: ChannelsTimestamp) {
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
