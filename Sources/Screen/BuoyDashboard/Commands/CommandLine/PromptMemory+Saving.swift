extension PromptMemory {
    /// Client events are excluded, because they may be confidential.
    func saved(_ catalog: Catalog) -> [String: [String]] {
        var saved = self.lines
        for command in catalog.commands where command.isConfidential {
            saved[command.name] = nil
        }
        saved[Prompt.Kind.command.historyName]?.removeAll {
            !CommandLineInput($0).mayBeKept(catalog)
        }
        return saved.mapValues {
            $0.filter { $0.utf8.count <= DashboardSettings.promptLineByteLimit }
        }
        .filter { !$0.value.isEmpty }
    }
}
