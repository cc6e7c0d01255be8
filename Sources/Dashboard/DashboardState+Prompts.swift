import ChannelsProtocol
import OrderedCollections
import TextScreen

extension DashboardState {
    mutating func open(_ kind: Prompt.Kind, text: String = "") {
        var prompt = Prompt(kind, text: text, killed: self.promptMemory.killed)
        prompt.findCandidates { self.completion(of: kind, $0, cursor: $1) }
        self.prompt = prompt
    }

    mutating func handleInPrompt(_ key: KeyPress) -> [Effect] {
        guard var prompt = self.prompt else { return [] }
        let kind = prompt.kind
        if case .confirm(let question) = kind { return self.answer(key, to: question) }
        let history = self.promptMemory.lines(of: kind)
        let answer = prompt.handle(key, history: history) {
            self.completion(of: kind, $0, cursor: $1)
        }
        self.prompt = prompt
        self.promptMemory.killed = prompt.field.killed
        switch answer {
        case .none: return []
        case .cancel:
            self.prompt = nil
            return []
        case .submit(let text): return self.submit(text)
        }
    }

    /// A question is answered by one key, and by a slip of the finger with no.
    private mutating func answer(_ key: KeyPress, to question: Confirmation) -> [Effect] {
        self.prompt = nil
        return key == .character("y") ? self.confirmed(question) : []
    }

    /// Does what a question was about.
    private mutating func confirmed(_ question: Confirmation) -> [Effect] {
        switch question {
        case .unsubscribe(let channels): return channels.map(Effect.unsubscribe)
        case .forgetFilter(let name):
            let effects = self.removeSavedFilter(named: name)
            if !effects.isEmpty { self.picker?.remove(name) }
            return effects
        case .forgetLayout(let name):
            self.picker?.remove(name)
            return self.removeLayout(named: name)
        case .overwrite(let effect, _): return [effect]
        }
    }

    /// Does what the text of the prompt says and closes it, or says in it why not. Either way the
    /// text is remembered.
    private mutating func submit(_ text: String) -> [Effect] {
        guard var prompt = self.prompt else { return [] }
        let isNewLine = self.remember(text, of: prompt.kind)
        let notice = self.notice
        var effects: [Effect] = []
        // What is run may itself open a prompt, or have something to say.
        self.prompt = nil
        self.notice = nil
        do {
            effects = try self.submit(text, prompt.kind)
            self.scan()
        } catch {
            prompt.refuse(error.text, at: error.range)
            self.prompt = prompt
            self.notice = notice
        }
        guard isNewLine else { return effects }
        // Once is enough, with all that is to be kept.
        let others = effects.filter { if case .saveSettings = $0 { false } else { true } }
        return others + [.saveSettings(self.settings)]
    }

    /// Keeps a line of a prompt, and answers whether there is something to keep for the next time.
    private mutating func remember(_ text: String, of kind: Prompt.Kind) -> Bool {
        self.promptMemory.keep(text, of: kind)
        let saved = self.promptMemory.saved
        guard saved != self.settings.promptHistory else { return false }
        self.settings.promptHistory = saved
        return true
    }

    /// Does what a prompt's text says; nothing for an empty one.
    private mutating func submit(
        _ text: String, _ kind: Prompt.Kind
    ) throws(PromptRefusal) -> [Effect] {
        switch kind {
        case .subscribe: return try self.perform(.subscribe, argument: text)
        case .bind(let channel): return try self.binding(text, on: channel)
        case .bindEverywhere: return try self.perform(.bindEverywhere, argument: text)
        case .trigger: return try self.perform(.trigger, argument: text)
        case .search: return try self.perform(.search, argument: text)
        case .memberSearch:
            self.searchMembers(text)
            return []
        case .confirm: return []
        case .filter: return try self.perform(.filter, argument: text)
        case .command: return try self.runCommandLine(text)
        case .argument(let command):
            let isBlank = text.allSatisfy { $0 == " " }
            return isBlank ? [] : try self.perform(command, argument: text)
        }
    }

    /// Runs a line of the command line: a command with what follows it, or as its key does.
    private mutating func runCommandLine(_ text: String) throws(PromptRefusal) -> [Effect] {
        let input = CommandLineInput(text)
        guard !input.name.isEmpty else { return [] }
        let command: Command
        do {
            command = try CommandLineNames.command(named: input.name)
        } catch {
            throw PromptRefusal(text: error.description, range: input.nameRange)
        }
        guard !input.argument.isEmpty else { return self.run(command) }
        guard command.argument != nil else {
            throw PromptRefusal(
                text: "\(command.configurationName) takes nothing behind it",
                range: input.argumentRange)
        }
        do {
            return try self.perform(command, argument: input.argument)
        } catch {
            throw error.moved(by: input.argumentStart)
        }
    }
}
