import BuoyDashboard
import BuoyScripts
import BuoyTOMLFiles
import BuoyTextScreen

/// The output of `buoy config --print-default`: every key with its default, commented out.
package enum ConfigurationTemplate {
    package static func text(_ subject: ConfigurationSubject) -> String {
        let top = ConfigurationKey.allCases.filter(\.group.isEmpty)
        let groups = ConfigurationKey.groups.map { group in
            let keys = ConfigurationKey.allCases.filter { $0.group == group }
            return "[\(group)]\n\n" + keys.map(Self.lines).joined(separator: "\n")
        }
        return
            ([Self.introduction, top.map(Self.lines).joined(separator: "\n")] + groups
            + [Self.names] + subject.sections.map(\.template)
            + [Self.servers, Self.keys(subject.catalog)])
            .joined(separator: "\n")
    }

    private static let introduction = """
        # buoy configuration: ~/.config/buoy/config.toml, or $XDG_CONFIG_HOME/buoy/config.toml.
        #
        # Every key is listed with its default. To change one, remove the # from its line.
        # `buoy config --check` reports errors with line numbers. Do not put secrets here.

        """

    private static func lines(of key: ConfigurationKey) -> String {
        let entry = key.entry
        return Self.comment(entry.summary) + Self.comment("Must be \(entry.form.expected).")
            + "#\(key.ownName) = \(entry.standard)\n"
    }

    /// Comment lines of at most 100 characters.
    private static func comment(_ text: String) -> String {
        var lines: [String] = []
        for word in text.split(separator: " ") {
            if let last = lines.last, last.count + word.count < 98 {
                lines[lines.count - 1] = last + " " + word
            } else {
                lines.append(String(word))
            }
        }
        return lines.map { "# \($0)\n" }.joined()
    }

    private static let names = """
        # Custom layouts, one table each. Splits are percentages; the preset supplies the rest. They
        # size the lists above the events, the events above the inspector, the left column, and
        # everything except the right column.
        #
        #   [layouts.review]
        #   preset = "presence"
        #   lists = 40
        #   inspector = 60
        #   left = 30
        #   right = 80

        [filters]

        # Custom filters, by name. Use @name to include one in another filter.
        #
        #   money = "event:order.* data.amount>100"
        #   quiet = "-event:typing -@money"

        """

    private static let servers = """
        # Servers by name, one table each; buoy config --schema lists the keys. To connect to
        # this one, run buoy prod.
        #
        #   [servers.prod]
        #   cluster = "eu"
        #   key = "your-app-key"
        #   secret_command = ["pass", "show", "buoy/prod"]
        #   channels = ["orders"]
        #   color = "red"
        #   read_only = true

        """

    private static func keys(_ catalog: Catalog) -> String {
        let panes: [PaneID?] = [nil] + catalog.panes
        return Self.keysIntroduction
            + panes.map { Self.keys(of: $0, catalog) }.joined(separator: "\n")
    }

    private static let keysIntroduction = """
        # Keys. [keys] applies to all panes; a table such as [keys.events] applies to one pane and
        # takes precedence there. A command listed here loses its default keys, so list every key
        # it should have; [] removes them all. Ctrl-C always quits.


        """

    private static func keys(of pane: PaneID?, _ catalog: Catalog) -> String {
        var lines = "[keys\(pane.map { "." + $0.configurationName } ?? "")]\n"
        for command in catalog.commands {
            let keys = command.defaultKeys.filter { binding in
                pane.map(binding.panes.contains) ?? binding.panes.isEmpty
            }
            // Commands without a key are listed, so that one can be assigned.
            let isKeyless = pane == nil && command.defaultKeys.isEmpty
            guard !keys.isEmpty || isKeyless else { continue }
            lines += "#\(command.configurationKey) = \(TOMLText.list(keys.map(\.key.name)))\n"
        }
        return lines
    }
}
