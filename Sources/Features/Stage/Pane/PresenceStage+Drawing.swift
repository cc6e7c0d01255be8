package import ChannelsProtocol
import DashboardPanes
import EventWords
package import TextScreen

extension PresenceStage {
    /// The channel on the stage.
    package struct Scene {
        let channel: ChannelName
        let members: [StageMember]
        let now: Timestamp
        let staleSince: Timestamp?
        let isConnected: Bool

        /// - Parameters:
        ///   - members: in the order in which they are shown, with those who left a moment ago.
        ///   - staleSince: since when nobody knows who is here, because there is no connection or
        ///     no subscription; `nil` if it is known.
        package init(
            channel: ChannelName, members: [StageMember], now: Timestamp, staleSince: Timestamp?,
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

    /// Draws the stage: the number of members in large digits, the latest arrival or departure
    /// beside it, a card for each member, and the latest messages.
    package func draw(on canvas: inout Canvas, _ scene: Scene) {
        let scale = Self.scale(of: canvas)
        let lineCount =
            canvas.height >= 40 ? 8 : canvas.height >= 18 ? 4 : canvas.height >= 10 ? 2 : 1
        let (top, below) = canvas.bounds.split(top: scale.map { $0.height + 2 } ?? 2)
        let (middle, bottom) = below.split(bottom: lineCount)
        canvas.draw(in: top) { self.drawTop(on: &$0, scene, scale) }
        canvas.draw(in: middle) { self.drawCards(on: &$0, scene, isSpacious: scale == .double) }
        canvas.draw(in: bottom) { self.drawLines(on: &$0, scene) }
    }

    // MARK: Member count, arrivals and departures

    /// The size of digits and names; `nil` if there is only room for ordinary letters.
    private static func scale(of canvas: Canvas) -> BigText.Scale? {
        if Self.hasRoom(canvas) { return .double }
        return canvas.height >= 13 ? .full : nil
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
            self.drawMoment(on: &canvas, scene, x: 20, y: 0, nil)
            return
        }
        digits.draw(on: &canvas, x: 2, y: 1, role: role)
        let x = 2 + digits.width + 3
        guard self.moment(on: scene.channel) == nil || scene.isStale else {
            self.drawMoment(on: &canvas, scene, x: x, y: 1, scale)
            return
        }
        canvas.put(SafeText(ours: noun), x: x, y: scale.height - 1, role: role)
        canvas.put(
            SafeText(sanitizing: scene.channel.text, limit: 400), x: x, y: scale.height,
            maxWidth: max(canvas.width - x - 1, 0), role: .muted)
    }

    /// Draws a name in large letters, if it has room and letters for it.
    private func drawMoment(
        on canvas: inout Canvas, _ scene: Scene, x: Int, y: Int, _ scale: BigText.Scale?
    ) {
        guard !scene.isStale, let moment = self.moment(on: scene.channel) else { return }
        let member = StageMember(
            id: moment.member.id, name: moment.member.name, isMe: false, since: moment.time)
        let name = SafeText(sanitizing: member.name, limit: 120)
        let word: SafeText = moment.isArrival ? "joined" : "left"
        let role: Role = moment.isArrival ? .memberJoined : .memberLeft
        let room = max(canvas.width - x - 1, 0)
        let isASCII = canvas.glyphs.alphabet == .ascii
        let smaller: [BigText.Scale] = isASCII ? [.full] : [.full, .half]
        let scales = scale.map { ($0 == .double ? [.double] : []) + smaller } ?? []
        let forms = scales.lazy.compactMap { BigText(name.string, $0) }
        let bottom = y + (scale?.height ?? 0)
        guard let large = forms.first(where: { $0.width <= room }) else {
            var line = StyledLine(name, MemberSigns.role(of: member.id))
            line.append(" \(word)", role)
            canvas.put(line, x: x, y: scale == nil ? y : bottom - 3, maxWidth: room)
            return
        }
        large.draw(on: &canvas, x: x, y: y, role: MemberSigns.role(of: member.id))
        canvas.put(word, x: x, y: min(y + large.height, bottom), maxWidth: room, role: role)
    }

    // MARK: Cards

    /// The rows of a card, tallest first: with two lines and a space, with two lines, with one.
    private static let cardHeights = [3, 2, 1]
    /// A card with a name in large letters, its status and a space.
    private static let largeCard = (width: 38, height: 5)

    /// - Parameter isSpacious: whether the whole stage has room for large cards.
    private func drawCards(on canvas: inout Canvas, _ scene: Scene, isSpacious: Bool) {
        guard canvas.height > 0, !scene.members.isEmpty else { return }
        let room = canvas.width - 2
        let largeColumns = max(room / Self.largeCard.width, 1)
        let largeRows = (scene.members.count + largeColumns - 1) / largeColumns
        let isLarge =
            isSpacious && largeRows * Self.largeCard.height <= canvas.height
            && canvas.glyphs.alphabet != .ascii
        let columns = isLarge ? largeColumns : max(min(room / 20, 8), 1)
        let width = min(room / columns, isLarge ? 48 : 30)
        let needed = (scene.members.count + columns - 1) / columns
        let heights = isLarge ? [Self.largeCard.height] : Self.cardHeights
        let height = heights.first { needed * $0 <= canvas.height } ?? 1
        let rows = canvas.height / height
        let capacity = rows * columns
        let isCut = scene.members.count > capacity
        let shown = isCut ? max((rows - 1) * columns, columns - 1) : scene.members.count
        for (index, member) in scene.members.prefix(shown).enumerated() {
            let place = Rect(
                x: 2 + index % columns * width, y: index / columns * height, width: width - 1,
                height: isLarge ? height - 1 : min(height, 2))
            canvas.draw(in: place) { self.drawCard(member, on: &$0, scene) }
        }
        if isCut {
            canvas.put(
                "and \(scene.members.count - shown) more", x: 2, y: canvas.height - 1, role: .muted)
        }
    }

    private func drawCard(_ member: StageMember, on canvas: inout Canvas, _ scene: Scene) {
        let hasLeft = member.leftAt != nil
        let color: Role =
            hasLeft ? .memberLeft : scene.isStale ? .memberStale : MemberSigns.role(of: member.id)
        let bar: Unicode.Scalar = canvas.glyphs.alphabet == .ascii ? "|" : "▌"
        for y in 0..<canvas.height { canvas.put(glyph: bar, x: 0, y: y, role: color) }
        let name = SafeText(sanitizing: member.name, limit: 200)
        if canvas.height > 2 { return self.drawLargeCard(member, name, on: &canvas, scene, color) }
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

    /// The name in large letters, if it has room and letters for it, and the status below.
    private func drawLargeCard(
        _ member: StageMember, _ name: SafeText, on canvas: inout Canvas, _ scene: Scene,
        _ color: Role
    ) {
        let room = max(canvas.width - 3, 0)
        if let large = BigText(name.string, .half), large.width <= room {
            large.draw(on: &canvas, x: 3, y: 0, role: color)
        } else {
            canvas.put(name, x: 3, y: 1, maxWidth: room, role: color)
        }
        let (status, role) = self.status(of: member, scene)
        canvas.put(status, x: 3, y: canvas.height - 1, maxWidth: room, role: role)
    }

    /// What a member does, or since when they are here.
    private func status(of member: StageMember, _ scene: Scene) -> (SafeText, Role) {
        if member.leftAt != nil { return ("left", .memberLeft) }
        if !scene.isStale, self.isTyping(member.id, on: scene.channel) {
            return ("is typing", .flashInfo)
        }
        let age = (scene.staleSince ?? scene.now).duration(since: member.since)
        if member.isMe { return ("you", scene.isStale ? .memberStale : .memberMe) }
        guard !scene.isStale, age < Self.momentDuration else {
            return ("\(Figures.duration(age))", .muted)
        }
        return member.didJoin ? ("joined", .memberJoined) : ("is here", .muted)
    }

    // MARK: Messages

    private func drawLines(on canvas: inout Canvas, _ scene: Scene) {
        let lines = self.lines(on: scene.channel, limit: canvas.height)
        var y = canvas.height - lines.count
        for line in lines {
            let sender = scene.members.first { $0.id == line.userID }
            let name =
                line.isMine
                ? "you"
                : sender?.name ?? line.nameBefore ?? line.userID?.text
                    ?? line.name ?? "somebody"
            let id = line.isMine ? scene.members.first(where: \.isMe)?.id : self.id(of: line, scene)
            var text = StyledLine(
                SafeText(sanitizing: name, limit: 120), id.map(MemberSigns.role) ?? .text)
            text.append("  \(SafeText(sanitizing: line.text, limit: 600))", .text)
            canvas.put(text, x: 2, y: y, maxWidth: max(canvas.width - 3, 0))
            y += 1
        }
    }

    /// The user who said something; for an event without a user, the member with the name in it.
    private func id(of line: Line, _ scene: Scene) -> UserID? {
        line.userID ?? scene.members.first { $0.name == line.name }?.id
    }
}
