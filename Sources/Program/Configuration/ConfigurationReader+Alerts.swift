import ChannelsProtocol
import DashboardParts
import Events
import TOMLFiles
import TextCoding

// Alerts: `[[alerts]]`, one table for each rule.
extension ConfigurationReader {
    /// Reads the rules when the saved filters are known.
    mutating func readAlerts(_ value: TOMLNode?) {
        guard let value else { return }
        guard let list = value.list else {
            return self.addWrongKind("alerts", "a list of tables: write [[alerts]] above each rule")
        }
        for (index, value) in list.enumerated() {
            let path = "alerts.\(index)"
            guard let table = self.table(value, path: path) else { continue }
            self.readAlert(table, path: path, number: index + 1)
        }
    }

    private static let alertKeys = AlertKey.allCases.map(\.rawValue)

    private mutating func readAlert(_ table: [String: TOMLNode], path: String, number: Int) {
        let before = self.errors.count
        for key in table.keys where !Self.alertKeys.contains(key) {
            self.addUnknown(key, path: "\(path).\(key)", among: Self.alertKeys)
        }
        let name = self.text(table, "name", path) ?? "alert \(number)"
        var actions = AlertRule.Actions()
        actions.ringsBell = self.flag(table, "bell", path) ?? actions.ringsBell
        actions.notifies = self.flag(table, "notify", path) ?? actions.notifies
        actions.marks = self.flag(table, "mark", path) ?? actions.marks
        actions.program = self.words(table, "exec", path) ?? []
        let pause = self.duration(table, "pause", path) ?? AlertRule.usualPause
        let condition = self.condition(table, path: path, name: name)
        guard let condition, self.errors.count == before else { return }
        self.result.alerts.append(
            AlertRule(name, when: condition, actions: actions, pause: pause))
    }

    /// What raises the alert; `nil` after an error.
    private mutating func condition(
        _ table: [String: TOMLNode], path: String, name: String
    ) -> AlertRule.Condition? {
        let present = ["when", "gap", "state"].filter { table[$0] != nil }
        guard present.count == 1 else {
            self.addWrongKind(path, "a rule with one of when, gap and state")
            return nil
        }
        let belongs = ["rate": "when", "silence": "when", "for": "state"]
        for (key, owner) in belongs where table[key] != nil && table[owner] == nil {
            self.addWrongKind("\(path).\(key)", "left out here: it belongs to \"\(owner)\"")
            return nil
        }
        switch present[0] {
        case "gap": return self.duration(table, "gap", path).map { .gap($0) }
        case "state": return self.stateCondition(table, path)
        default: return self.eventCondition(table, path, name)
        }
    }

    private mutating func stateCondition(
        _ table: [String: TOMLNode], _ path: String
    ) -> AlertRule.Condition? {
        guard let word = self.text(table, "state", path) else { return nil }
        guard let state = ConnectionState(rawValue: word) else {
            let known = ConnectionState.allCases.map(\.rawValue)
            self.addUnknownWord("\(path).state", word, among: known)
            return nil
        }
        guard table["for"] != nil else { return .state(state, .zero) }
        return self.duration(table, "for", path).map { .state(state, $0) }
    }

    private mutating func eventCondition(
        _ table: [String: TOMLNode], _ path: String, _ name: String
    ) -> AlertRule.Condition? {
        guard let source = self.text(table, "when", path),
            let filter = self.filter(source, path: "\(path).when", name: name)
        else { return nil }
        switch (table["rate"], table["silence"]) {
        case (nil, nil): return .event(filter)
        case (nil, _?): return self.duration(table, "silence", path).map { .silence(filter, $0) }
        case (_?, nil): return self.rate(table, path).map { .rate(filter, $0) }
        case (_?, _?):
            self.addWrongKind("\(path).silence", "left out: the rule has a rate already")
            return nil
        }
    }

    private mutating func rate(_ table: [String: TOMLNode], _ path: String) -> AlertRate? {
        let rate = table["rate"]?.text.flatMap { AlertRate(typed: $0) }
        if rate == nil {
            self.addWrongKind(
                "\(path).rate",
                "a number of events and a period, such as \"> 5/m\" or \"> 100/10s\"")
        }
        return rate
    }

    private mutating func filter(_ source: String, path: String, name: String) -> EventFilter? {
        let saved = self.result.settings.savedFilters.map { SavedFilter(name: $0, source: $1) }
        do {
            return try EventFilter(source, saved: saved)
        } catch {
            self.add(
                path,
                .filter(
                    name: Self.shortened(name), character: error.position + 1,
                    reason: error.description))
            return nil
        }
    }

    // MARK: Values

    private mutating func text(
        _ table: [String: TOMLNode], _ key: String, _ path: String
    ) -> String? {
        guard let value = table[key] else { return nil }
        if let text = value.plainText { return text }
        let expected = "a text in quotation marks"
        if value.text?.isEmpty == false {
            self.addControls("\(path).\(key)", expected)
        } else {
            self.addWrongKind("\(path).\(key)", expected)
        }
        return nil
    }

    private mutating func flag(
        _ table: [String: TOMLNode], _ key: String, _ path: String
    ) -> Bool? {
        guard let value = table[key] else { return nil }
        if let flag = value.flag { return flag }
        self.addWrongKind("\(path).\(key)", "true or false")
        return nil
    }

    private mutating func duration(
        _ table: [String: TOMLNode], _ key: String, _ path: String
    ) -> Duration? {
        guard let value = table[key] else { return nil }
        if let duration = value.text.flatMap({ Duration(typed: $0) }) { return duration }
        self.addWrongKind("\(path).\(key)", "a duration, such as \"30s\" or \"5m\"")
        return nil
    }

    private mutating func words(
        _ table: [String: TOMLNode], _ key: String, _ path: String
    ) -> [String]? {
        guard let value = table[key] else { return nil }
        if let words = value.program { return words }
        self.addWrongKind(
            "\(path).\(key)", "a program and its arguments, such as [\"logger\", \"-t\", \"buoy\"]")
        return nil
    }
}
