import BuoyScripts
package import BuoyTextScreen
import ChannelsBasics
import ChannelsEventWords

extension Command {
    /// `:layout NAME`
    var commandLineForm: String {
        ":" + self.name + (self.argument.map { " " + $0.form } ?? "")
    }

    static func helpEntries(_ state: DashboardState) -> [HelpOverlay.Entry] {
        let (pane, keymap) = (state.focus, state.options.keymap)
        let hinted = (state.catalog.row(pane)?.hints ?? []).compactMap { state.catalog.command($0) }
        let shown =
            hinted
            + state.catalog.commands.filter { command in
                !hinted.contains(command)
                    && keymap.keys(for: command.id).contains { $0.panes.contains(pane) }
            }
        let own = state.catalog.heads(of: shown)
        let others = state.catalog.listed.filter { !own.contains($0) }
        return own.map { $0.helpEntry(in: "In \(pane.title)", state.catalog) }
            + others.map { $0.helpEntry(in: $0.section.title, state.catalog) }
            + state.catalog.commands.filter { $0.head != nil }
            .map { $0.helpEntry(in: $0.section.title, state.catalog) }
            + ScreenLegend.entries(state.options.glyphs)
    }

    private func helpEntry(in section: String, _ catalog: Catalog) -> HelpOverlay.Entry {
        let variants = catalog.variants(of: self)
        let short = catalog.shortForms.filter { $0.command == self }.map(\.name)
        return HelpOverlay.Entry(
            id: self.id, variants: variants.map(\.id), isVariant: self.head != nil,
            section: section, title: self.title,
            summary: self.summary, commandLineForm: self.commandLineForm,
            synonyms: self.synonyms + short)
    }

    package var isConfidential: Bool { self.argument?.isConfidential ?? false }
}

extension Command.Argument {
    package var replacingSelection: Self {
        var argument = self
        argument.replacesSelection = true
        return argument
    }

    package func whileTyped(
        _ act: @escaping @Sendable (inout DashboardState) -> [Effect]
    ) -> Self {
        var argument = self
        argument.typed = act
        return argument
    }

    package func remarking(
        _ remark: @escaping @Sendable (DashboardState, String) -> PromptRemark?
    ) -> Self {
        var argument = self
        argument.remark = remark
        return argument
    }

    package static func words(
        _ form: String, asks request: SafeText, verb: String? = nil, isConfidential: Bool = false,
        names: @escaping @Sendable (DashboardState, [String]) -> [String] = { _, _ in [] },
        perform: @escaping @Sendable (inout DashboardState, String) throws -> [Effect]
    ) -> Self {
        Self(
            form: form, request: request, verb: verb, isConfidential: isConfidential,
            complete: { state, source, cursor in
                PromptCompletion(source: source, cursor: cursor) { names(state, $0) }
            }, perform: perform)
    }

    package static func name(
        _ form: String = "NAME", asks request: SafeText, verb: String? = nil,
        names: @escaping @Sendable (DashboardState) -> [String],
        perform: @escaping @Sendable (inout DashboardState, String) throws -> [Effect]
    ) -> Self {
        .words(
            form, asks: request, verb: verb, names: { $1.isEmpty ? names($0) : [] },
            perform: perform)
    }

    package static func choice(
        _ form: String = "NAME", of noun: String,
        names: @escaping @Sendable (DashboardState) -> [String],
        perform: @escaping @Sendable (inout DashboardState, String) throws -> [Effect]
    ) -> Self {
        let request = SafeText(ours: "\(noun) name")
        return .name(form, asks: request, names: names) { state, typed in
            try perform(&state, Self.chosen(typed, from: names(state), noun))
        }
    }

    /// - Parameter name: the command's name.
    package static func variants(_ form: String, of name: String, _ noun: String) -> Self {
        let names: @Sendable (DashboardState) -> [String] = { state in
            let variants = state.catalog.command(name).map { state.catalog.variants(of: $0) }
            return (variants ?? []).map { String($0.name.dropFirst(name.count + 1)) }
        }
        return .name(form, asks: SafeText(ours: form), names: names) { state, typed in
            if let variant = state.variant(of: name, withKey: typed) { return state.run(variant) }
            let word = try Self.chosen(typed, from: names(state), noun)
            return state.catalog.command("\(name) \(word)").map { state.run($0) } ?? []
        }
    }

    static func chosen(
        _ argument: String, from names: [String], _ noun: String
    ) throws(PromptRefusal) -> String {
        let typed = argument.trimmingSpaces
        if names.contains(typed) { return typed }
        let alike = names.filter { $0.lowercased().hasPrefix(typed.lowercased()) }
        if alike.count == 1, let only = alike.first { return only }
        throw PromptRefusal(
            text: Suggestion.unknown(noun, typed, among: names, listing: 6),
            range: 0..<argument.count)
    }
}

extension DashboardState {
    /// Returns the variant for the digit of a pane, which works like the pane's name.
    fileprivate func variant(of name: String, withKey typed: String) -> Command? {
        guard let head = self.catalog.command(name), typed.count == 1,
            let digit = typed.unicodeScalars.first, ("0"..."9").contains(digit)
        else { return nil }
        return self.catalog.variants(of: head).first {
            self.options.keymap.keys(for: $0).contains { $0.key == .character(digit) }
        }
    }

    mutating func perform(
        _ command: Command, argument text: String
    ) throws(PromptRefusal) -> [Effect] {
        if let variant = self.catalog.command("\(command.name) \(text.trimmingSpaces)") {
            return self.run(variant)
        }
        guard let argument = command.argument else {
            throw PromptRefusal(
                text: "\(command.name) takes no argument", range: 0..<text.count)
        }
        if let reason = self.unavailableReason(for: command, with: argument) {
            throw PromptRefusal(text: reason)
        }
        do {
            return try argument.perform(&self, text)
        } catch let refusal as PromptRefusal {
            throw refusal
        } catch {
            throw PromptRefusal(text: error.words)
        }
    }
}

extension String {
    package var trimmingSpaces: String { String(self.trimmed { $0 == " " }) }
}
