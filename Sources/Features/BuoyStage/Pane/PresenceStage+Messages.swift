import BuoyDashboard
import BuoyTextScreen
import ChannelsProtocol

extension PresenceStage {
    private struct Speech {
        let name: SafeText
        let color: Role
        let text: SafeText
    }

    private func speech(_ line: Line, _ scene: Scene) -> Speech {
        let sender =
            line.isMine
            ? scene.members.first(where: \.isMe)
            : scene.members.first { $0.id == line.userID }
                ?? (line.userID == nil ? scene.members.first { $0.name == line.name } : nil)
        let claimed = line.userID == nil ? line.name : nil
        let name = line.isMine ? "you" : sender?.name ?? line.nameBefore ?? claimed ?? "somebody"
        return Speech(
            name: SafeText(sanitizing: name, limit: 120),
            color: sender?.color ?? line.userID.map(MemberSymbols.role) ?? .text,
            text: SafeText(sanitizing: line.text, limit: 600))
    }

    func drawLines(on canvas: inout Canvas, _ scene: Scene) {
        let lines = self.lines(on: scene.channel, limit: canvas.height)
        for (index, line) in lines.enumerated() {
            Self.draw(
                self.speech(line, scene), on: &canvas, y: canvas.height - lines.count + index)
        }
    }

    private static func draw(_ speech: Speech, on canvas: inout Canvas, y: Int) {
        var text = StyledLine(speech.name, speech.color)
        text.append("  \(speech.text)", .text)
        canvas.put(text, x: 2, y: y, maxWidth: max(canvas.width - 3, 0))
    }

    // MARK: Large letters

    /// A longer message is in ordinary letters.
    private static let mostLargeRows = 3

    func drawLargeLines(on canvas: inout Canvas, _ scene: Scene) {
        var y = canvas.height
        for line in self.lines(on: scene.channel, limit: canvas.height).reversed() {
            let speech = self.speech(line, scene)
            guard let block = LargeSpeech(speech.name, speech.text, width: canvas.width - 3),
                block.height <= canvas.height
            else {
                guard y >= 2 else { return }
                y -= 2
                Self.draw(speech, on: &canvas, y: y)
                continue
            }
            guard block.height <= y else { return }
            y -= block.height
            block.draw(on: &canvas, y: y, speech.color)
        }
    }

    /// The name, followed by the message, across the whole width.
    private struct LargeSpeech {
        private let name: BigText
        private let rows: [BigText]

        /// - Returns: `nil` if a character has no large form, or there is no room.
        init?(_ name: SafeText, _ text: SafeText, width: Int) {
            guard let name = BigText(name.string, .half),
                let rows = Self.rows(text.string, width: width, indent: name.width + Self.gap)
            else { return nil }
            self.name = name
            self.rows = rows
        }

        private static let gap = 6 * BigText.Scale.half.gap

        private var nameHeight: Int { max(self.name.height, self.rows.first?.height ?? 0) }

        var height: Int {
            self.nameHeight + 1 + self.rows.dropFirst().reduce(0) { $0 + $1.height + 1 }
        }

        func draw(on canvas: inout Canvas, y: Int, _ color: Role) {
            var bottom = y + self.nameHeight
            self.name.draw(on: &canvas, x: 2, y: bottom - self.name.height, role: color)
            for (index, row) in self.rows.enumerated() {
                if index > 0 { bottom += row.height + 1 }
                row.draw(
                    on: &canvas, x: 2 + (index == 0 ? self.name.width + Self.gap : 0),
                    y: bottom - row.height, role: .text)
            }
        }

        private static func rows(_ text: String, width: Int, indent: Int) -> [BigText]? {
            var rows: [BigText] = []
            var line = ""
            for word in text.split(separator: " ") {
                let longer = line.isEmpty ? String(word) : "\(line) \(word)"
                guard let big = BigText(longer, .half), let alone = BigText(String(word), .half)
                else { return nil }
                let room = width - (rows.count < 2 ? indent : 0)
                guard alone.width <= (rows.isEmpty ? room : width) else { return nil }
                if big.width <= room {
                    line = longer
                    if !rows.isEmpty { rows.removeLast() }
                    rows.append(big)
                } else {
                    line = String(word)
                    rows.append(alone)
                }
                guard rows.count <= PresenceStage.mostLargeRows else { return nil }
            }
            return rows.isEmpty ? nil : rows
        }
    }
}
