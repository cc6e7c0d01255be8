import BuoyDashboard
import BuoyTextScreen
import ChannelsProtocol
import OrderedCollections

struct StagePane: Hashable, Sendable {
    private var stage = PresenceStage()
    var room: StageRoom?
    private var colors = IdentityColors()
    var play: StagePlay?
    private(set) var bots: [BotStatus] = []
    /// Whether there were bots in this run, so that nobody is asked again.
    private(set) var hasHadBots = false
    private var toldTyping: ChannelsTimestamp?

    /// How often others are told that the user is typing; they forget it after four seconds.
    private static let typingInterval = Duration.seconds(3)
    private static let colorLimit = 200

    init(act: StageAct? = nil, room: RoomPlace? = nil) {
        self.play = act.map { StagePlay($0) }
        self.room = room.map { StageRoom(place: $0) }
    }

    /// - Returns: whether others are to be told now.
    mutating func isTyping(at now: ChannelsTimestamp) -> Bool {
        if let toldTyping, now.duration(since: toldTyping) < Self.typingInterval { return false }
        self.toldTyping = now
        return true
    }

    /// Whether time alone may change something.
    var isActive: Bool {
        self.play?.isWaiting == true || self.bots.contains(where: \.isChattering)
    }

    mutating func hideLatest(on channel: ChannelName) -> PresenceStage.Line? {
        self.stage.hideLatest(on: channel)
    }

    mutating func clear(_ channel: ChannelName) {
        self.stage.clear(channel)
        self.room?.herd = nil
    }
}

extension StagePane: ServicePane, WaitingPane, RosterPane {
    static let profile: PaneProfile = {
        var profile = PaneProfile(.stage, .alone)
        profile.facesAudience = true
        return profile
    }()

    static let hints: [CommandName] = ["cue", "cancel"]

    mutating func handle(_ event: ClientReport) {
        self.stage.handle(event)
        switch event.kind {
        case .memberAdded(_, let member): self.room?.herd?.joined([member], at: event.time)
        // In place of reports that would have arrived too fast.
        case .membersReplaced(_, let members, let difference):
            self.room?.herd?.joined(difference?.joined ?? members.ordered, at: event.time)
        default: break
        }
    }

    mutating func received(_ index: Int, of batch: ReportBatch) {
        self.stage.received(batch.events[index])
    }

    mutating func handle(_ report: ServiceReport, _ context: PaneContext) {
        if let report = report.report(RoomReport.self) { self.room?.handle(report) }
        guard let report = report.report(BotReport.self) else { return }
        self.bots = report.bots
        if !report.bots.isEmpty { self.hasHadBots = true }
    }

    var isWaiting: Bool { self.play?.isWaiting == true || self.room?.isWaiting == true }

    mutating func arrange(_ context: PaneContext) {
        self.stage.forget(at: context.now)
        let roster = context.channels.roster.flatMap { context.members.rosters[$0] }
        self.room?.forget(at: context.now)
        let members = roster?.cursor.order.prefix(Self.colorLimit) ?? []
        self.colors.set(members.map(\.text))
    }

    mutating func move(_ movement: Movement, _ place: PanePlace, _ context: PaneContext) {}

    mutating func click(row: Int, _ place: PanePlace, _ context: PaneContext) -> Bool? {
        nil
    }

    func draw(on canvas: inout Canvas, _ frame: PaneFrame, _ context: PaneContext) {
        let channel = context.channels.roster
        let name = SafeText(sanitizing: channel?.text ?? "", limit: 400)
        let content = canvas.drawTitle(frame, facts: StyledLine(name, .muted))
        canvas.draw(in: content) { canvas in
            let names = { (id: UserID) in
                channel.flatMap { context.members.rosters[$0]?.rows[id]?.name } ?? ""
            }
            let rest = self.room?.draw(on: &canvas, names, context) ?? canvas.bounds
            canvas.draw(in: rest) { self.drawStage(on: &$0, context) }
        }
    }

    private func drawStage(on canvas: inout Canvas, _ context: PaneContext) {
        let channel = context.channels.roster
        var content = canvas.bounds
        if let play {
            let (rest, line) = content.split(bottom: 1)
            canvas.draw(in: line) { Self.draw(play, on: &$0, context) }
            content = rest
        }
        canvas.draw(in: content) { canvas in
            guard let channel, let roster = context.members.rosters[channel] else {
                canvas.drawEmpty(
                    ["No presence channel with members yet."]
                        + context.advising(["Press s to subscribe, e.g. to presence-lobby."]),
                    in: canvas.bounds)
                return
            }
            let isConnected = context.connection.state == .connected
            let members = roster.cursor.order.compactMap { roster.rows[$0] }.map { row in
                StageMember(
                    id: row.member.id, name: row.name, isMe: row.member.id == roster.me,
                    since: row.since, didJoin: row.didJoin, leftAt: row.leftAt,
                    color: self.colors.role(of: row.member.id.text))
            }
            let scene = PresenceStage.Scene(
                channel: channel, members: members, now: context.now,
                staleSince: context.staleSince(of: channel), isConnected: isConnected)
            self.stage.draw(on: &canvas, scene)
        }
    }

    private static func draw(
        _ play: StagePlay, on canvas: inout Canvas, _ context: PaneContext
    ) {
        let key = context.keymap.hintKey(for: "cue", in: .stage) ?? ":cue"
        let announcement = SafeText(sanitizing: play.announcement, limit: 400)
        let line: SafeText =
            play.isOver ? announcement : "\(SafeText(ours: key)): \(announcement)"
        canvas.put(line, x: 2, y: 0, maxWidth: max(canvas.width - 3, 0), role: .muted)
    }

    func selection(_ context: PaneContext) -> PaneSelection? { nil }

    func inspectReason(_ context: PaneContext) -> String? {
        "nothing to inspect on the stage; press Esc to leave"
    }

    func currentChannel(_ context: PaneContext) -> ChannelName? { context.channels.roster }

    /// Pressed again, the next presence channel is on the stage.
    func rosterEntered(
        _ place: PanePlace, isAgain: Bool, _ context: PaneContext
    ) -> ChannelName? {
        isAgain ? context.channels.nextRoster : nil
    }
}
