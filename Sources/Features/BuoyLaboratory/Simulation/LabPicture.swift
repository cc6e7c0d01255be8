import BuoyScripts
import ChannelsEventWords
import ChannelsProtocol

extension LabReport {
    var svg: String {
        var picture = LabPicture(self.script)
        for timeline in self.timelines { picture.add(timeline) }
        for herd in self.herds { picture.add(herd) }
        if self.herds.contains(where: { $0.load != nil }) { picture.add(self.conclusions) }
        return picture.text
    }
}

private struct LabPicture {
    private static let width = 960
    private static let left = 140
    private static let right = 40

    private let script: FaultScript
    private var body: [String] = []
    private var y = 56

    init(_ script: FaultScript) {
        self.script = script
        self.label("\(script.name): \(script.words)", x: 16, y: 28, size: 16)
    }

    var text: String {
        let height = self.y + 24
        let head =
            "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"\(Self.width)\" "
            + "height=\"\(height)\" viewBox=\"0 0 \(Self.width) \(height)\" "
            + "font-family=\"monospace\">"
        let ground = "<rect width=\"100%\" height=\"100%\" fill=\"#ffffff\"/>"
        return ([head, ground] + self.body + ["</svg>"]).joined(separator: "\n") + "\n"
    }

    mutating func add(_ timeline: LabTimeline) {
        self.label(timeline.name, x: 16, y: self.y + 14, size: 13)
        for span in timeline.spans {
            let x = self.x(span.start)
            self.rect(
                x: x, y: Double(self.y), width: self.x(span.end) - x, height: 18,
                fill: Self.color(span.state), title: "\(span.state.rawValue): \(span.cause)")
        }
        for attempt in timeline.attempts {
            self.rect(
                x: self.x(attempt), y: Double(self.y) + 20, width: 1.5, height: 7, fill: "#333333",
                title: "attempt at \(attempt.secondsText)s")
        }
        self.y += 38
        self.addAxis()
    }

    mutating func add(_ herd: LabHerd) {
        let height = 140.0
        self.label(herd.heading, x: 16, y: self.y, size: 13)
        self.label(
            herd.loadWords ?? "at most \(Figures.grouped(herd.peak)) attempts per second",
            x: Self.left + 240, y: self.y, size: 12)
        self.y += 10
        let most = Double(max(herd.peak, 1))
        let step = (Double(Self.width - Self.left - Self.right)) / Double(herd.attempts.count)
        for (second, count) in herd.attempts.enumerated() where count > 0 {
            let bar = height * Double(count) / most
            self.rect(
                x: Double(Self.left) + step * Double(second), y: Double(self.y) + height - bar,
                width: max(step, 0.6), height: bar, fill: "#c0392b",
                title: "\(count) attempts in second \(second)")
        }
        let points = herd.connected.enumerated().map { second, count in
            let x = Double(Self.left) + step * (Double(second) + 1)
            let y = Double(self.y) + height * (1 - Double(count) / Double(herd.clients))
            return "\(Self.number(x)),\(Self.number(y))"
        }
        self.body.append(
            "<polyline fill=\"none\" stroke=\"#2e7d32\" points=\"\(points.joined(separator: " "))\"/>"
        )
        self.label("attempts", x: 16, y: self.y + 20, size: 12, color: "#c0392b")
        self.label("connected", x: 16, y: self.y + 38, size: 12, color: "#2e7d32")
        self.y += Int(height)
        self.addAxis()
    }

    mutating func add(_ sentences: [String]) {
        for sentence in sentences {
            self.label(sentence, x: 16, y: self.y + 14, size: 13)
            self.y += 20
        }
    }

    private mutating func addAxis() {
        for tenth in 0...10 {
            let time = self.script.duration / 10 * tenth
            self.label(
                Figures.duration(time), x: Int(self.x(time)) - 8, y: self.y + 12, size: 10,
                color: "#666666")
        }
        self.y += 34
    }

    private func x(_ time: Duration) -> Double {
        let room = Double(Self.width - Self.left - Self.right)
        return Double(Self.left) + time / self.script.duration * room
    }

    private static func color(_ state: ConnectionState) -> String {
        switch state {
        case .connected: "#2e7d32"
        case .connecting: "#f9a825"
        case .unavailable: "#ef6c00"
        case .failed: "#b71c1c"
        case .initialized, .disconnected: "#9e9e9e"
        }
    }

    private mutating func rect(
        x: Double, y: Double, width: Double, height: Double, fill: String, title: String
    ) {
        self.body.append(
            "<rect x=\"\(Self.number(x))\" y=\"\(Self.number(y))\" width=\"\(Self.number(width))\" "
                + "height=\"\(Self.number(height))\" fill=\"\(fill)\">"
                + "<title>\(Self.escaped(title))</title></rect>")
    }

    private mutating func label(
        _ text: String, x: Int, y: Int, size: Int, color: String = "#111111"
    ) {
        self.body.append(
            "<text x=\"\(x)\" y=\"\(y)\" font-size=\"\(size)\" fill=\"\(color)\">"
                + "\(Self.escaped(text))</text>")
    }

    private static func number(_ value: Double) -> String {
        let hundredths = Int((value * 100).rounded())
        return hundredths % 100 == 0 ? "\(hundredths / 100)" : "\(Double(hundredths) / 100)"
    }

    private static func escaped(_ text: String) -> String {
        var escaped = ""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "&": escaped += "&amp;"
            case "<": escaped += "&lt;"
            case ">": escaped += "&gt;"
            case "\"": escaped += "&quot;"
            // XML 1.0 has no other control characters.
            case _ where scalar.value < 0x20: escaped += " "
            default: escaped.unicodeScalars.append(scalar)
            }
        }
        return escaped
    }
}
