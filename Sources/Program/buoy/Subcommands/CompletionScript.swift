import ArgumentParser
import BuoyDashboardRuntime
import BuoyProgramSupport
import BuoyTextScreen

/// The completion scripts: those of the argument parser, extended with values it cannot know,
/// and the values that the script asks for.
enum CompletionScript {
    /// The first argument of a script that asks for values; the parser chooses it.
    static let request = "---completion"
    /// The option that the script asks for words such as `prod` in `buoy prod`.
    static let serverOption = "server-word"
    /// The option that it asks for words such as `tail` in `buoy help tail`.
    static let commandOption = "command-word"

    static func answer(to error: any Error, _ arguments: ProgramArguments) -> PlainLines {
        let message = CompletionRoot.fullMessage(for: error)
        guard arguments.wantsValues else {
            let shell = CompletionShell.requesting
            let script = shell.map { Self.completed(message, for: $0) } ?? message
            return PlainLines(script, alphabet: Console.alphabet)
        }
        var lines = PlainLines(alphabet: Console.alphabet)
        for line in message.split(separator: "\n", omittingEmptySubsequences: false) {
            // A tab separates a value from what fish shows beside it.
            let parts = line.split(separator: "\t", maxSplits: 1, omittingEmptySubsequences: false)
            for (index, part) in parts.enumerated() {
                if index > 0 { lines.appendTab() }
                lines.append(sanitizing: part.utf8)
            }
            lines.endLine()
        }
        return lines
    }

    static func commands(_ line: CompletedLine) -> [CompletionValue] {
        let words = line.before.dropFirst()
        let path = ProgramArguments.commands(named: words)
        guard path.count == words.count else { return [] }
        return (path.last ?? Buoy.self).configuration.subcommands
            .filter { $0.configuration.shouldDisplay && $0 != WatchCommand.self }
            .map { CompletionValue($0._commandName, $0.configuration.abstract) }
    }

    // MARK: Scripts

    /// The script of the parser, which offers servers beside commands and commands after `help`.
    /// In fish, the help of an option is not shown beside each of its values.
    static func completed(_ script: String, for shell: CompletionShell) -> String {
        switch shell {
        case .bash: Self.bash(script)
        case .zsh: Self.zsh(script)
        case .fish: Self.fish(script)
        default: script
        }
    }

    private static func bash(_ script: String) -> String {
        let values = { (option: String) in
            """
            __buoy_add_completions -W "$(__buoy_custom_complete \(Self.request) -- --\(option) \
            "${COMP_CWORD}" "$(__buoy_cursor_index_in_current_word)")"
            """
        }
        var text = script
        text.insert(
            "        \(values(Self.serverOption))\n",
            afterLine: "        COMPREPLY+=($(compgen -W '",
            behind: "# Offer subcommand completions")
        text.insert(
            "    \(values(Self.commandOption))\n", afterLine: "    __buoy_offer_flags_options",
            behind: "\n_buoy_help() {")
        // Options only for a dash: there are more of them than commands.
        return text.replacing(
            #"[[ ("${cur}" = -* && "${positional_number}" -ge 0) || "${positional_number}" -eq -1 ]]"#,
            with: #"[[ "${cur}" = -* && "${positional_number}" -ge -1 ]]"#)
    }

    private static func zsh(_ script: String) -> String {
        let values = { (option: String) in
            """
            __buoy_custom_complete \(Self.request) -- --\(option) "${current_word_index}" \
            "$(__buoy_cursor_index_in_current_word)"
            """
        }
        let servers = values(Self.serverOption)
        var text = script
        text.insert(
            "        \(servers) && ret=0\n",
            afterLine: "        _describe -V subcommand subcommands", behind: "\n_buoy() {")
        // After the name of a server, the options of the program and more servers.
        text.insert(
            """
                    *)
                        _arguments -w -s -S : "${(@)arg_specs:#*:->*}" '*:server:{\(servers)}' && ret=0
                        ;;

            """, afterLine: "            ;;", behind: #""_buoy_${words[1]}""#)
        let words = "'*:subcommands:"
        return text.replacing("\(words)'", with: "\(words){\(values(Self.commandOption))}'")
    }

    private static func fish(_ script: String) -> String {
        let lines = script.split(separator: "\n", omittingEmptySubsequences: false).map { line in
            let mark = " -rfka '"
            guard line.hasPrefix("complete "), let start = line.firstRange(of: mark)?.upperBound,
                line.last == "'", !line[start...].hasPrefix("("), line[start...].count > 1
            else { return String(line) }
            // A tab and no words about the value.
            let values = line[start...].dropLast().split(separator: " ").map { $0 + #"\t"""# }
            return line[..<start] + values.joined(separator: " ") + "'"
        }
        let values = { (commands: String, place: String, option: String) in
            """
            complete -c 'buoy' -n '__buoy_should_offer_completions_for_positional "\(commands)" \
            \(place)' -fka '(__buoy_custom_completion \(Self.request) -- --\(option) \
            (count (__buoy_tokens -pc)) 0)'
            """
        }
        let more = [
            values("buoy", "-eq 1", Self.serverOption),
            values("buoy help", "-ge 1", Self.commandOption),
        ]
        // No value depends on the cursor's place in the word, which fish 3 passes only in a
        // terminal.
        return (lines + more).joined(separator: "\n")
            .replacing("(__buoy_tokens -tC)", with: "0")
    }
}

extension String {
    /// Inserts text after the first line with this start that follows a mark. Does nothing if there
    /// is none, as with another version of the parser; tests notice that.
    fileprivate mutating func insert(_ text: String, afterLine start: String, behind mark: String) {
        guard let place = self.firstRange(of: mark)?.upperBound,
            let line = self[place...].firstRange(of: "\n\(start)"),
            let end = self[line.upperBound...].firstIndex(of: "\n")
        else { return }
        self.insert(contentsOf: text, at: self.index(after: end))
    }
}
