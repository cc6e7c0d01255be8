import ChannelsBasics
import Glibc

extension Terminal {
    /// Sends a string to the clipboard of the terminal, wherever that is.
    ///
    /// The text is sent between two frames, in pieces if the terminal is slow, and frames wait for
    /// it. Terminals do not answer, so the report says what was sent, not what was accepted.
    package func copy(_ text: [UInt8]) async -> ClipboardReport {
        guard !text.isEmpty else { return .empty }
        guard text.count <= Clipboard.largestText else { return .tooLarge(bytes: text.count) }
        guard self.clipboard.route != .none else { return .noClipboard(type: self.typeName) }
        guard self.canSendString else { return .busy }
        let report = await self.report(of: text)
        guard self.canSendString else { return report.isWithTmux ? report : .interrupted }
        // Also inside tmux: with set-clipboard on, it passes this on to all of its terminals.
        let isSent = await self.sendString(self.clipboard.sequence(for: text))
        return isSent || report.isWithTmux ? report : .interrupted
    }

    private func report(of text: [UInt8]) async -> ClipboardReport {
        guard self.clipboard.route == .tmux else { return .sent(bytes: text.count) }
        guard let problem = await TmuxProgram.load(text) else {
            return .sentThroughTmux(bytes: text.count)
        }
        if case .refused = problem, await TmuxProgram.load(text, includesTerminal: false) == nil {
            return .sentToTmuxAlone(bytes: text.count)
        }
        return .sentPastTmux(bytes: text.count, problem: "\(problem)")
    }

    private var canSendString: Bool {
        guard case .screen = self.presence else { return false }
        return !self.isSendingString
    }

    private func sendString(_ bytes: [UInt8]) async -> Bool {
        self.isSendingString = true
        let leaveCount = self.leaveCount
        let before = (
            mouse: self.usesMouse, title: self.title, keyboard: self.distinguishesKeys
        )
        let isComplete = await self.writeSlowly(bytes) { self.leaveCount == leaveCount }
        // Leaving has ended the string.
        guard self.leaveCount == leaveCount else { return false }
        self.isSendingString = false
        if !isComplete { self.writeRaw(TerminalModes.endString) }
        // Changes in the meantime have waited.
        if self.usesMouse != before.mouse { self.writeRaw(TerminalModes.mouse(self.usesMouse)) }
        if self.title != before.title { self.writeRaw(TerminalModes.title(self.title)) }
        if self.distinguishesKeys, !before.keyboard {
            self.writeRaw(TerminalModes.distinguishKeys)
        }
        self.showWaiting()
        return isComplete
    }
}
