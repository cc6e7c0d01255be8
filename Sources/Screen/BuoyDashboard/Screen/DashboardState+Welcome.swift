import BuoyTextScreen
import ChannelsProtocol

// The line that is first shown when the program is started without a server.
extension DashboardState {
    private static let welcomeTime = Duration.seconds(20)

    private var invitations: [(name: CommandName, words: String)] {
        var invitations: [(name: CommandName, words: String)] = [
            ("faults", "breaks the connection"), ("show stage", "shows the stage"),
        ]
        if let found = self.options.foundServer {
            invitations.insert(("server", "offers \(found)"), at: 0)
        }
        return invitations
    }

    mutating func boundWelcome() {
        guard self.isWelcoming else { return }
        let start = self.welcomedSince ?? self.now
        self.welcomedSince = start
        guard self.now.duration(since: start) >= Self.welcomeTime else { return }
        self.endWelcome()
    }

    mutating func endWelcome() {
        guard self.isWelcoming else { return }
        self.isWelcoming = false
        self.revision &+= 1
    }

    /// `nil` when its time is over, or while there is a warning.
    func welcome(width: Int) -> StyledLine? {
        guard self.isWelcoming, self.notice.map({ $0.isGood }) ?? true else { return nil }
        let texts = [
            "This is a demonstration: events come from a sandbox built into buoy.",
            "Demonstration: simulated events.", "Demo sandbox.", "",
        ]
        let lines = texts.map { text in
            var line = StyledLine(SafeText(ours: text), .flashInfo)
            for (name, words) in self.invitations {
                guard let command = self.catalog.command(name),
                    self.unavailableReason(for: command) == nil,
                    let key = self.options.keymap.hintKey(for: name, in: self.focus)
                else { continue }
                line.append(line.width > 0 ? "  " : "", .footerText)
                line.append(SafeText(sanitizing: key), .footerKey)
                line.append(" \(SafeText(sanitizing: words))", .footerText)
            }
            return line
        }
        return lines.first { $0.width <= width }
    }
}
