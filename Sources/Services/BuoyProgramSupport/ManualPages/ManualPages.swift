/// Pages of section 1, made from the descriptions of the commands, so that they match `--help`.
package struct ManualPages: Hashable, Sendable {
    package struct Page: Hashable, Sendable {
        package var file: String
        package var text: String
    }

    private let program: CommandDescription
    private let version: String
    private let appendices: [String: String]
    private let common: [String: [String]]
    private let sections: [ManualSection]

    /// - Parameter common: the options in each command's short help, by command name, without
    ///   dashes. A page lists them first.
    package init(
        _ program: CommandDescription, version: String, appendices: [String: String] = [:],
        common: [String: [String]] = [:], sections: [ManualSection] = []
    ) {
        self.program = program
        self.version = version
        self.appendices = appendices
        self.common = common
        self.sections = sections
    }

    package var main: Page {
        let program = self.program.withDefault
        var roff = self.start(program.name, abstract: self.program.abstract)
        roff.heading("Synopsis")
        roff.command(Self.synopsis(program.name, program, withCommands: false))
        roff.command("\(program.name) COMMAND [OPTIONS]")
        Self.describe(program, in: &roff)
        roff.heading("Commands")
        for command in program.subcommands {
            roff.entry(command.name, "\(command.abstract) See \(self.pageName(command))(1).")
        }
        self.options(of: program, in: &roff)
        for section in self.sections { section.write(to: &roff) }
        Self.exitCodes(of: program, in: &roff)
        self.seeAlso(program.subcommands.map { self.pageName($0) }, in: &roff)
        return Page(file: "\(program.name).1", text: roff.text)
    }

    package var all: [Page] {
        [self.main] + self.program.withDefault.subcommands.map(self.page)
    }

    private func page(_ described: CommandDescription) -> Page {
        let command = described.withDefault
        let name = self.pageName(command)
        var roff = self.start(name, abstract: command.abstract)
        roff.heading("Synopsis")
        roff.command(Self.synopsis("\(self.program.name) \(command.name)", command))
        Self.describe(command, in: &roff)
        self.nestedCommands(of: command, in: &roff)
        self.options(of: command, in: &roff)
        if let appendix = self.appendices[command.name] {
            for section in ManualSection.sections(of: appendix) { section.write(to: &roff) }
        }
        Self.exitCodes(of: command, in: &roff)
        self.seeAlso([self.program.name], in: &roff)
        return Page(file: "\(name).1", text: roff.text)
    }

    // MARK: Parts

    private func pageName(_ command: CommandDescription) -> String {
        "\(self.program.name)-\(command.name)"
    }

    private func start(_ name: String, abstract: String) -> Roff {
        var roff = Roff()
        roff.title(name, section: 1, source: self.version, manual: "User Commands")
        roff.heading("Name")
        let words = abstract.hasSuffix(".") ? String(abstract.dropLast()) : abstract
        roff.nameLine(name, words)
        return roff
    }

    private static func synopsis(
        _ path: String, _ command: CommandDescription, withCommands: Bool = true
    ) -> String {
        if withCommands, !command.subcommands.isEmpty { return "\(path) COMMAND [OPTIONS]" }
        let positional = command.arguments.filter(\.isPositional).map(\.synopsis)
        return ([path, "[OPTIONS]"] + positional).joined(separator: " ")
    }

    private static func describe(_ command: CommandDescription, in roff: inout Roff) {
        let text = command.description
        guard !text.isEmpty else { return }
        roff.heading("Description")
        roff.paragraphs(text)
    }

    private func nestedCommands(of command: CommandDescription, in roff: inout Roff) {
        guard !command.subcommands.isEmpty else { return }
        roff.heading("Commands")
        for nested in command.subcommands {
            roff.subheading(
                Self.synopsis("\(self.program.name) \(command.name) \(nested.name)", nested))
            roff.paragraphs(nested.abstract)
            roff.paragraphs(nested.discussion)
            for argument in nested.arguments { Self.entry(argument, in: &roff) }
        }
    }

    private func options(of command: CommandDescription, in roff: inout Roff) {
        let positional = command.arguments.filter(\.isPositional)
        if !positional.isEmpty {
            roff.heading("Arguments")
            for argument in positional { Self.entry(argument, in: &roff) }
        }
        let options = command.arguments.filter { !$0.isPositional }
        let common = self.common[command.name]
        Self.list(options.filter { $0.isListed(in: common) }, under: "Options", in: &roff)
        Self.list(options.filter { !$0.isListed(in: common) }, under: "More options", in: &roff)
    }

    private static func list(
        _ options: [ArgumentDescription], under heading: String, in roff: inout Roff
    ) {
        guard !options.isEmpty else { return }
        roff.heading(heading)
        var section: String?
        // Those without a heading come last in the help, and first here: below none.
        for option in options.filter({ $0.section == nil }) { Self.entry(option, in: &roff) }
        for option in options {
            guard let title = option.section else { continue }
            if title != section { roff.subheading(title) }
            section = title
            Self.entry(option, in: &roff)
        }
    }

    private static func entry(_ argument: ArgumentDescription, in roff: inout Roff) {
        let term =
            argument.isPositional ? argument.synopsis : argument.names.joined(separator: ", ")
        roff.entry(term, value: argument.isPositional ? nil : argument.valueName, argument.text)
    }

    private static func exitCodes(of command: CommandDescription, in roff: inout Roff) {
        guard let codes = command.exitCodes else { return }
        roff.heading("Exit status")
        roff.paragraphs(codes)
    }

    private func seeAlso(_ names: [String], in roff: inout Roff) {
        roff.heading("See also")
        roff.paragraphs(names.map { "\($0)(1)" }.joined(separator: ", "))
    }
}
