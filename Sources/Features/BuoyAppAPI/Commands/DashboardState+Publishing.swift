import BuoyDashboard
import BuoyTextScreen
import ChannelsBasics
import ChannelsEventWords
import ChannelsProtocol
import OrderedCollections

extension DashboardState {
    mutating func publish(_ text: String) throws(PromptRefusal) -> [Effect] {
        if let reason = self.apiReason { throw PromptRefusal(text: reason) }
        do {
            let publication = try self.draft(text).publication
            self[OccupiedPane.self]?.lastPublished = text
            return [.api(.publish(publication))]
        } catch {
            throw PromptRefusal(text: error.text, range: error.range)
        }
    }

    private func draft(_ text: String) throws(PublishDraft.Problem) -> PublishDraft {
        try PublishDraft(text) { name in
            self.knownNames.contains(ChannelName(wire: name))
        }
    }

    func publishRemark(_ text: String) -> PromptRemark? {
        guard text.split(separator: " ").count >= 2 else { return nil }
        do {
            return PromptRemark(try self.draft(text).words)
        } catch {
            return PromptRemark(error.text, isProblem: true)
        }
    }

    // MARK: Templates

    mutating func saveTemplate(named name: String) throws(PromptRefusal) -> [Effect] {
        guard SavedFilter.isName(name), name.count <= Self.savedNameLimit else {
            throw PromptRefusal(
                text: "a name may have up to \(Self.savedNameLimit) letters, digits, _, - and ., "
                    + "such as order-paid")
        }
        guard let line = self[OccupiedPane.self]?.lastPublished else {
            throw PromptRefusal(text: "nothing published yet; press P to publish")
        }
        self.settings.publishTemplates[name] = line
        self.show(.success, "saved; list it with :templates")
        return [.file(.saveSettings(self.settings))]
    }

    mutating func openTemplate(named name: String) -> [Effect] {
        guard let line = self.settings.publishTemplates[name] else { return [] }
        self.open(.argument(.publish), text: line)
        return []
    }

    mutating func removeTemplate(named name: String) -> [Effect] {
        guard self.settings.publishTemplates.removeValue(forKey: name) != nil else { return [] }
        self.show(.success, "removed template \(name)")
        return [.file(.saveSettings(self.settings))]
    }
}

extension PickerKind {
    static let templates: Self = .init(
        command: .templates,
        items: { state in
            state.settings.publishTemplates.map {
                .init(name: $0.key, detail: $0.value, isRemovable: true)
            }
        }, verb: "open",
        emptyText: "No templates yet. Use :save-template NAME to save the last published event.",
        removal: Removal("template") { $0.removeTemplate(named: $1) })
}
