import BuoyDashboard
import BuoyDashboardRuntime
import BuoyScripts
import ChannelsProtocol

enum AlertKey {
    static let name = SectionKey(
        "name", .text, "The rule's name in the connection log and in notices.")
    static let when = SectionKey(
        "when", .filter, "Fires on each report that matches this filter.")
    static let rate = SectionKey(
        "rate",
        .written(
            "^> *[0-9]+/[0-9]*(ms|s|m|h)$",
            "an event count and a period, such as \"> 5/m\" or \"> 100/10s\""
        ) { AlertRate(typed: $0) },
        "With when: fires above this rate, such as \"> 5/m\".")
    static let silence = SectionKey(
        "silence", .duration, "With when: fires when no event has arrived for this long.")
    static let gap = SectionKey(
        "gap", .duration, "Fires on each gap of at least this duration.")
    static let state = SectionKey(
        "state", SettingKind<ConnectionState>.word,
        "Fires when the connection enters this state.")
    static let duration = SectionKey(
        "for", .duration, "With state: fires when the state has lasted this long.")
    static let pause = SectionKey(
        "pause", .duration, "The minimum time between the rule's alerts (default: 10s).")
    static let bell = SectionKey("bell", .flag, "Rings the bell; true by default.")
    static let notify = SectionKey(
        "notify", .flag, "Shows a desktop notification through the terminal; false by default.")
    static let mark = SectionKey("mark", .flag, "Marks the event's row; true by default.")
    static let exec = SectionKey(
        "exec", .program("[\"logger\", \"-t\", \"buoy\"]"),
        "Runs this program with its arguments.")
}

extension SettingSection {
    static let alerts = SettingSection(
        "alerts", .list(each: "rule", named: "alert"),
        keys: [
            AlertKey.name.row, AlertKey.when.row, AlertKey.rate.row, AlertKey.silence.row,
            AlertKey.gap.row, AlertKey.state.row, AlertKey.duration.row, AlertKey.pause.row,
            AlertKey.bell.row, AlertKey.notify.row, AlertKey.mark.row, AlertKey.exec.row,
        ],
        alternatives: [AlertKey.when.name, AlertKey.gap.name, AlertKey.state.name],
        template: """
            # Alerts, one table each; buoy config --schema lists the keys.
            #
            #   [[alerts]]
            #   name = "failed orders"
            #   when = "event:order.failed"
            #   rate = "> 5/m"
            #   exec = ["logger", "-t", "buoy"]

            """
    ) { table in
        guard
            [AlertKey.when.name, AlertKey.gap.name, AlertKey.state.name]
                .filter(table.given.contains).count == 1
        else { return [Misfit(nil, "a rule with exactly one of when, gap and state")] }
        let belongs = [
            (AlertKey.rate.name, AlertKey.when.name), (AlertKey.silence.name, AlertKey.when.name),
            (AlertKey.duration.name, AlertKey.state.name),
        ]
        let alone = belongs.filter { table.given.contains($0) && !table.given.contains($1) }
        if !alone.isEmpty {
            return alone.map { Misfit($0, "left out here: it only works with \"\($1)\"") }
        }
        guard table.given.isSuperset(of: [AlertKey.rate.name, AlertKey.silence.name]) else {
            return []
        }
        return [Misfit(AlertKey.silence.name, "left out: the rule already has a rate")]
    }
}

extension AlertRule {
    static func all(in sections: ConfiguredSections) -> [AlertRule] {
        sections[.alerts].enumerated().compactMap { index, table in
            AlertRule(table, number: index + 1, saved: sections.savedFilters)
        }
    }

    init?(_ table: SectionTable, number: Int, saved: [SavedFilter]) {
        guard let condition = Condition(table, saved: saved) else { return nil }
        var actions = Actions()
        actions.ringsBell = table[AlertKey.bell] ?? actions.ringsBell
        actions.notifies = table[AlertKey.notify] ?? actions.notifies
        actions.marks = table[AlertKey.mark] ?? actions.marks
        actions.program = table[AlertKey.exec] ?? actions.program
        self.init(
            table[AlertKey.name] ?? "alert \(number)", when: condition, actions: actions,
            pause: table[AlertKey.pause] ?? Self.usualPause)
    }
}

extension AlertRule.Condition {
    fileprivate init?(_ table: SectionTable, saved: [SavedFilter]) {
        if let gap = table[AlertKey.gap] {
            self = .gap(gap)
        } else if let state = table[AlertKey.state] {
            self = .state(state, table[AlertKey.duration] ?? .zero)
        } else {
            guard let source = table[AlertKey.when],
                let filter = try? EventFilter(source, saved: saved)
            else { return nil }
            self =
                table[AlertKey.rate].map { .rate(filter, $0) }
                ?? table[AlertKey.silence].map { .silence(filter, $0) } ?? .event(filter)
        }
    }
}
