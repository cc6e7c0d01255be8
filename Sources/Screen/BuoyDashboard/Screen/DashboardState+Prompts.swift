import BuoyTextScreen
import ChannelsProtocol
import OrderedCollections

extension DashboardState {
    package mutating func open(_ kind: Prompt.Kind, text: String = "") {
        self.prompt = Prompt(kind, text: text, killed: self.promptMemory.killed)
    }

    mutating func handleInPrompt(_ key: KeyPress) -> [Effect] {
        guard var prompt = self.prompt else { return [] }
        // Not while it is in both places, where its text would be copied.
        self.prompt = nil
        let kind = prompt.kind
        let history = self.promptMemory.lines(of: kind)
        let answer = prompt.handle(key, history: history) {
            self.completion(kind, $0, cursor: $1)
        }
        self.promptMemory.killed = prompt.field.killed
        guard answer != .cancel else { return [] }
        let isEmpty = prompt.field.isEmpty
        self.prompt = prompt
        guard case .submit(let text) = answer else { return isEmpty ? [] : self.typed(in: kind) }
        return self.submit(text)
    }

    private mutating func typed(in kind: Prompt.Kind) -> [Effect] {
        guard case .argument(let name, _) = kind.purpose,
            let act = self.catalog.command(name)?.argument?.typed
        else { return [] }
        return act(&self)
    }

    /// With the candidates for its text.
    var completedPrompt: Prompt? {
        guard var prompt = self.prompt else { return nil }
        let kind = prompt.kind
        prompt.findCandidates { self.completion(kind, $0, cursor: $1) }
        return prompt
    }

    /// Every key that does not mean yes means no.
    mutating func answer(_ key: KeyPress) -> [Effect] {
        let question = self.confirmation
        self.confirmation = nil
        guard let question, question.isYes(key) else { return [] }
        return self.carryOut(question.consequence)
    }

    private mutating func carryOut(_ consequence: Confirmation.Consequence) -> [Effect] {
        switch consequence {
        case .effects(let effects): return effects
        case .remove(let name, let command):
            let effects = self.catalog.list(of: command)?.removal?.perform(&self, name) ?? []
            if !effects.isEmpty { self.picker?.remove(name) }
            return effects
        }
    }

    var shownResult: ResultBox? { self.panes.box ?? self.result }

    package mutating func closeResult() { self.result = nil }

    func remark(on prompt: Prompt) -> PromptRemark? {
        guard !prompt.field.isFull else { return Self.fullRemark }
        switch prompt.kind.purpose {
        case .commandLine:
            guard let remark = self.typedCommand(prompt)?.argument?.remark else { return nil }
            return remark(self, CommandLineInput(prompt.field.text).argument)
        case .argument(let name, _):
            guard let remark = self.catalog.command(name)?.argument?.remark else { return nil }
            return remark(self, prompt.field.text)
        case .binding, .memberSearch, .paneSearch, .documentSearch: return nil
        }
    }

    /// In the command line. A name that is longer than any command is none.
    func typedCommand(_ prompt: Prompt) -> Command? {
        guard prompt.kind == .command else { return nil }
        return CommandLineInput(String(prompt.field.characters.prefix(200))).command(self.catalog)
    }

    private static let fullRemark = PromptRemark(
        "a line has at most \(TextField.byteLimit >> 10) KiB; the rest was left out",
        isProblem: true)

    private mutating func submit(_ text: String) -> [Effect] {
        guard var prompt = self.prompt else { return [] }
        let isNewLine = self.remember(text, of: prompt.kind)
        let notice = self.notice
        var effects: [Effect] = []
        // A command may itself open a prompt or show a notice.
        self.prompt = nil
        self.notice = nil
        do {
            effects = try self.accept(text, for: prompt.kind)
            self.scan()
        } catch {
            prompt.refuse(error.text, at: error.range)
            self.prompt = prompt
            self.notice = notice
        }
        guard isNewLine else { return effects }
        // Saved once, with everything.
        let others = effects.filter {
            if case .file(.saveSettings) = $0 { false } else { true }
        }
        return others + [.file(.saveSettings(self.settings))]
    }

    private mutating func remember(_ text: String, of kind: Prompt.Kind) -> Bool {
        self.promptMemory.keep(text, of: kind)
        let saved = self.promptMemory.saved(self.catalog)
        guard saved != self.settings.promptHistory else { return false }
        self.settings.promptHistory = saved
        return true
    }

    mutating func runCommandLine(_ text: String) throws(PromptRefusal) -> [Effect] {
        let input = CommandLineInput(text)
        guard !input.name.isEmpty else { return [] }
        let command: Command
        do {
            command = try CommandLineNames.command(named: input.name, self.catalog)
        } catch {
            throw PromptRefusal(text: error.description, range: input.nameRange)
        }
        guard !input.argument.isEmpty else { return self.run(command) }
        do {
            return try self.perform(command, argument: input.argument)
        } catch {
            throw error.moved(by: input.argumentStart)
        }
    }
}
