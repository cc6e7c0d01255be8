import BuoyTextScreen
import CBuoyNcurses
import Glibc

extension Terminal {
    package var colorFinding: ColorFinding { self.colorEvidence.finding(self.requestedColors) }

    /// Only once, and only if its colours choose the theme or are in it.
    func askPalette() {
        guard !self.hasAskedPalette, self.asksBackground || self.theme.usesPalette,
            TerminalType.readsStrings(self.typeName), !self.colorEvidence.isInScreen
        else { return }
        self.hasAskedPalette = true
        self.ask(OpenQuestions.Question.palette)
    }

    func askAboutKeyboard() {
        guard TerminalType.readsStrings(self.typeName), !self.colorEvidence.isInScreen else {
            return
        }
        self.ask([.keyboard])
    }

    /// Only once, and only if the theme has more colours than terminfo knows. Nothing waits for the
    /// answer: the screen is redrawn when it arrives.
    func askAboutColors() {
        guard self.theme.hasDirectColors, !self.hasAskedAboutColors else { return }
        switch self.colorEvidence.source(self.requestedColors) {
        case .terminal:
            self.hasAskedAboutColors = true
            self.ask([.directColor])
        case .tmux:
            self.hasAskedAboutColors = true
            Task { [weak self] in
                let pane = CursesStart.variable("TMUX_PANE")
                let answer = await TmuxProgram.hasDirectColor(pane: pane)
                self?.learnt(answer.map { .init(source: .tmux, hasDirectColor: $0) })
            }
        case nil:
            break
        }
    }

    func explainRefusal() {
        if let refusal = self.colorEvidence.refusal(self.requestedColors) {
            self.continuation.yield(.remark(refusal))
        } else if self.requestedColors == .direct, !self.theme.hasDirectColors {
            self.continuation.yield(
                .remark(
                    "true colour makes no difference: the theme \(self.theme.name) uses "
                        + "none"))
        }
    }

    func take(_ answers: [TerminalAnswer]) {
        let before = self.palette
        for answer in answers where self.questions.isWanted(answer) {
            switch answer {
            case .background(let color):
                self.palette.background = color
                self.continuation.yield(.background(isLight: color.isLight))
            case .color(let name, let color): self.palette.colors[name] = color
            case .directColor(let isThere):
                self.learnt(.init(source: .terminal, hasDirectColor: isThere))
            case .keyboard: self.distinguishKeys()
            case .attributes: break
            }
        }
        self.decoder.expectsAnswers = self.questions.areOpen
        guard self.palette != before, self.theme.usesPalette else { return }
        self.themeChanged()
        self.redraw()
    }

    /// Before another program gets the terminal: the shell would take answers for keys.
    func readLastAnswers() {
        guard self.questions.areOpen else { return }
        var turns = Self.lastTurns
        while turns > 0, self.questions.areOpen {
            turns -= 1
            guard Self.hasInput(within: Self.lastTurn) else { continue }
            var bytes = [UInt8](repeating: 0, count: 1024)
            let count = read(STDIN_FILENO, &bytes, bytes.count)
            guard count > 0 else { break }
            for byte in bytes.prefix(count) { _ = self.decoder.received(byte: byte) }
            for answer in self.decoder.takeAnswers() { _ = self.questions.isWanted(answer) }
        }
        self.questions.giveUp()
        self.decoder.expectsAnswers = false
        _ = self.decoder.inputEnded()
    }

    private func ask(_ questions: [OpenQuestions.Question]) {
        guard case .screen = self.presence, !self.isSendingString else { return }
        self.decoder.expectsAnswers = true
        self.writeRaw(self.questions.ask(questions))
        let count = self.questions.count
        Task { [weak self] in
            try? await Task.sleep(for: Self.timeForAnswers)
            guard let self, self.questions.count == count else { return }
            self.questions.giveUp()
            self.decoder.expectsAnswers = false
            // A possible start of an answer was a key after all.
            guard case .screen = self.presence, !Self.hasInput() else { return }
            let keys = self.decoder.inputEnded()
            if !keys.isEmpty { self.continuation.yield(.keys(keys)) }
        }
    }

    private func distinguishKeys() {
        self.distinguishesKeys = true
        self.resetString = Array(TerminalModes.stopDistinguishingKeys.utf8) + self.resetString
        TerminalRestore.setReset(self.resetString)
        guard case .screen = self.presence, !self.isSendingString else { return }
        self.writeRaw(TerminalModes.distinguishKeys)
    }

    private func learnt(_ answer: ColorEvidence.Answer?) {
        self.colorEvidence.answer = answer
        let depth = self.colorFinding.depth
        if depth != self.colors.depth {
            self.colors = TerminalColors(ability: self.colorEvidence.ability, depth: depth)
            self.themeChanged()
            self.redraw()
        }
        self.explainRefusal()
    }

    /// A later answer is read, but has no effect.
    private static let timeForAnswers = Duration.seconds(1)

    /// Waits when the terminal is left, and the length of each in milliseconds.
    private static let lastTurns = 5
    private static let lastTurn: Int32 = 20
}
