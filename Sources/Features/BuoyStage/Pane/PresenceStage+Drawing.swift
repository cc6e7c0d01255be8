import BuoyDashboard
import BuoyTextScreen
import ChannelsEventWords
import ChannelsProtocol

extension PresenceStage {
    struct Scene {
        let channel: ChannelName
        let members: [StageMember]
        let now: ChannelsTimestamp
        let staleSince: ChannelsTimestamp?
        let isConnected: Bool

        /// - Parameter staleSince: since when nobody knows who is here; `nil` if it is known.
        init(
            channel: ChannelName, members: [StageMember], now: ChannelsTimestamp,
            staleSince: ChannelsTimestamp?,
            isConnected: Bool
        ) {
            self.channel = channel
            self.members = members
            self.now = now
            self.staleSince = staleSince
            self.isConnected = isConnected
        }

        var isStale: Bool { self.staleSince != nil }
        var count: Int { self.members.count { $0.leftAt == nil } }
    }

    func draw(on canvas: inout Canvas, _ scene: Scene) {
        let scale = Self.scale(of: canvas)
        let (top, below) = canvas.bounds.split(top: Self.topHeight(scale, of: canvas))
        canvas.draw(in: top) { self.drawTop(on: &$0, scene, scale) }
        guard scale == .double, canvas.glyphs.alphabet != .ascii else {
            let lineCount = canvas.height >= 18 ? 4 : canvas.height >= 10 ? 2 : 1
            let (middle, bottom) = below.split(bottom: lineCount)
            canvas.draw(in: middle) { self.drawCards(on: &$0, scene, nil) }
            canvas.draw(in: bottom) { self.drawLines(on: &$0, scene) }
            return
        }
        let room = max(below.height - Self.messageRows(of: canvas), 0)
        let cards = LargeCards.fitting(scene.members, width: canvas.width - 2, height: room)
        let (middle, bottom) = below.split(top: cards?.totalHeight ?? room)
        canvas.draw(in: middle) { self.drawCards(on: &$0, scene, cards) }
        canvas.draw(in: bottom) { self.drawLargeLines(on: &$0, scene) }
    }

    private static func topHeight(_ scale: BigText.Scale?, of canvas: Canvas) -> Int {
        guard let scale else { return 2 }
        // Marks above letters take two pixels more.
        let hasRoom = canvas.height >= (scale == .double ? 45 : 18)
        return hasRoom ? scale.markedHeight + 1 : scale.height + (scale == .double ? 1 : 2)
    }

    private static func messageRows(of canvas: Canvas) -> Int { canvas.height >= 45 ? 13 : 8 }

    // MARK: Member count, arrivals and departures

    private static func scale(of canvas: Canvas) -> BigText.Scale? {
        if Self.hasRoom(canvas) { return .double }
        if canvas.height >= 18 { return .full }
        return canvas.height >= 13 ? (canvas.glyphs.alphabet == .ascii ? .full : .half) : nil
    }

    /// Whether everything can be twice as large: on 120x40 and larger.
    private static func hasRoom(_ canvas: Canvas) -> Bool {
        canvas.width >= 110 && canvas.height >= 32
    }

    private func drawTop(on canvas: inout Canvas, _ scene: Scene, _ scale: BigText.Scale?) {
        let role: Role = scene.isStale ? .memberStale : .title
        let noun =
            !scene.isStale
            ? (scene.count == 1 ? "is here" : "are here")
            : scene.isConnected ? "not subscribed" : "not connected"
        guard let scale, let digits = BigText("\(scene.count)", scale) else {
            canvas.put("\(scene.count) \(SafeText(ours: noun))", x: 2, y: 0, role: role)
            self.drawMoment(on: &canvas, scene, x: 20, nil)
            return
        }
        let y = canvas.height - 1 - scale.height
        digits.draw(on: &canvas, x: 2, y: y, role: role)
        let x = 2 + digits.width
        guard self.moment(on: scene.channel) == nil || scene.isStale else {
            // Its colour and a gap of three pixels separate the number from the name.
            self.drawMoment(on: &canvas, scene, x: x + 3 * scale.gap, scale)
            return
        }
        canvas.put(SafeText(ours: noun), x: x + 3, y: canvas.height - 2, role: role)
    }

    private func drawMoment(
        on canvas: inout Canvas, _ scene: Scene, x: Int, _ scale: BigText.Scale?
    ) {
        guard !scene.isStale, let moment = self.moment(on: scene.channel) else { return }
        let id = moment.member.id
        let member = StageMember(
            id: id, name: moment.member.name, isMe: false, since: moment.time,
            color: scene.members.first { $0.id == id }?.color)
        let name = SafeText(sanitizing: member.name, limit: 120)
        let word: SafeText = moment.isArrival ? "joined" : "left"
        let role: Role = moment.isArrival ? .memberJoined : .memberLeft
        let room = max(canvas.width - x - 1, 0)
        let isASCII = canvas.glyphs.alphabet == .ascii
        let smaller: [BigText.Scale] = isASCII ? [.full] : [.full, .half]
        let scales = scale.map { $0 == .half ? [.half] : [$0] + smaller } ?? []
        let forms = scales.lazy.compactMap { BigText(name.string, $0) }
        let bottom = canvas.height - 1
        guard let large = forms.first(where: { $0.width <= room && $0.height <= bottom }) else {
            var line = StyledLine(name, member.color)
            line.append(" \(word)", role)
            canvas.put(line, x: x, y: scale == nil ? 0 : bottom - 3, maxWidth: room)
            return
        }
        large.draw(
            on: &canvas, x: x, y: bottom - large.height,
            role: moment.isArrival ? member.color : .memberLeft)
        canvas.put(word, x: x, y: bottom, maxWidth: room, role: role)
    }

    // MARK: Cards

    /// The rows of a card, tallest first: with two lines and a space, with two lines, with one.
    private static let cardHeights = [3, 2, 1]

    private struct LargeCards {
        let scale: BigText.Scale
        let columns: Int
        let nameHeight: Int
        var height: Int { self.nameHeight + 2 }
        let rows: Int
        var totalHeight: Int { self.rows * self.height }

        static func fitting(_ members: [StageMember], width: Int, height: Int) -> LargeCards? {
            guard members.count <= 100 else { return nil }
            let names = members.map { SafeText(sanitizing: $0.name, limit: 200) }
            return [BigText.Scale.double, .full, .half].lazy.compactMap { scale in
                let forms = names.compactMap { BigText($0.string, scale) }
                let widest = forms.map(\.width).max() ?? 0
                let card = max(widest + Self.margin, Self.leastWidth)
                guard scale == .half || card <= width else { return nil }
                let columns = max(width / card, 1)
                let cards = LargeCards(
                    scale: scale, columns: columns,
                    nameHeight: forms.map(\.height).max() ?? scale.height,
                    rows: (names.count + columns - 1) / columns)
                return cards.totalHeight <= height ? cards : nil
            }.first
        }

        private static let margin = 6
        private static let leastWidth = 24
    }

    private func drawCards(on canvas: inout Canvas, _ scene: Scene, _ large: LargeCards?) {
        guard canvas.height > 0, !scene.members.isEmpty else { return }
        let room = canvas.width - 2
        let columns = large?.columns ?? max(min(room / 20, 8), 1)
        let width = large == nil ? min(room / columns, 30) : room / columns
        let needed = (scene.members.count + columns - 1) / columns
        let heights = large.map { [$0.height] } ?? Self.cardHeights
        let height = heights.first { needed * $0 <= canvas.height } ?? heights.last ?? 1
        let rows = canvas.height / height
        let capacity = rows * columns
        let isCut = scene.members.count > capacity
        let shown = isCut ? max((rows - 1) * columns, columns - 1) : scene.members.count
        for (index, member) in scene.members.prefix(shown).enumerated() {
            let place = Rect(
                x: 2 + index % columns * width, y: index / columns * height, width: width - 1,
                height: large == nil ? min(height, 2) : height - 1)
            canvas.draw(in: place) { self.drawCard(member, on: &$0, scene, large?.scale) }
        }
        if isCut {
            canvas.put(
                "and \(scene.members.count - shown) more", x: 2, y: canvas.height - 1, role: .muted)
        }
    }

    private func drawCard(
        _ member: StageMember, on canvas: inout Canvas, _ scene: Scene, _ scale: BigText.Scale?
    ) {
        let hasLeft = member.leftAt != nil
        let color: Role =
            hasLeft ? .memberLeft : scene.isStale ? .memberStale : member.color
        let bar: Unicode.Scalar = canvas.glyphs.alphabet == .ascii ? "|" : "▌"
        for y in 0..<canvas.height { canvas.put(glyph: bar, x: 0, y: y, role: color) }
        let name = SafeText(sanitizing: member.name, limit: 200)
        if let scale {
            return self.drawLargeCard(member, name, on: &canvas, scene, (color, scale))
        }
        canvas.put(member.initials, x: 1, y: 0, maxWidth: 3, role: color)
        let room = max(canvas.width - 5, 0)
        canvas.put(name, x: 5, y: 0, maxWidth: room, role: hasLeft ? .memberLeft : .text)
        let (status, role) = self.status(of: member, scene)
        if canvas.height > 1 {
            canvas.put(status, x: 5, y: 1, maxWidth: room, role: role)
        } else if name.width + 1 + status.width <= room {
            canvas.put(status, x: 6 + name.width, y: 0, maxWidth: room, role: role)
        }
    }

    private func drawLargeCard(
        _ member: StageMember, _ name: SafeText, on canvas: inout Canvas, _ scene: Scene,
        _ look: (color: Role, scale: BigText.Scale)
    ) {
        let room = max(canvas.width - 3, 0)
        let scales = Set([look.scale, .half])
        let forms = [BigText.Scale.double, .full, .half].lazy.filter(scales.contains)
            .compactMap { BigText(name.string, $0) }
        let nameHeight = canvas.height - 1
        if let large = forms.first(where: { $0.width <= room && $0.height <= nameHeight }) {
            large.draw(on: &canvas, x: 3, y: nameHeight - large.height, role: look.color)
        } else {
            canvas.put(name, x: 3, y: nameHeight - 2, maxWidth: room, role: look.color)
        }
        let (status, role) = self.status(of: member, scene)
        canvas.put(status, x: 3, y: canvas.height - 1, maxWidth: room, role: role)
    }

    private func status(of member: StageMember, _ scene: Scene) -> (SafeText, Role) {
        if member.leftAt != nil { return ("left", .memberLeft) }
        if !scene.isStale, self.isTyping(member.id, on: scene.channel) {
            return ("is typing", .flashInfo)
        }
        if !scene.isStale, self.hasRaisedHand(member.id, on: scene.channel) {
            return ("hand raised", .flashWarn)
        }
        let age = (scene.staleSince ?? scene.now).duration(since: member.since)
        if member.isMe { return ("you", scene.isStale ? .memberStale : .memberMe) }
        guard !scene.isStale, age < Self.momentDuration else {
            return ("\(Figures.duration(age))", .muted)
        }
        return member.didJoin ? ("joined", .memberJoined) : ("is here", .muted)
    }
}
