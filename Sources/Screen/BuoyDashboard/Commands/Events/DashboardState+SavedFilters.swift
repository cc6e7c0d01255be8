import BuoyTextScreen
import ChannelsProtocol
import OrderedCollections

extension DashboardState {
    struct SavedFilterError: Error, CustomStringConvertible {
        let description: String
    }

    package static let savedNameLimit = 40

    var savedFilters: [SavedFilter] { Self.filters(self.settings.savedFilters) }

    private static func filters(_ sources: OrderedDictionary<String, String>) -> [SavedFilter] {
        sources.map { SavedFilter(name: $0.key, source: $0.value) }
    }

    mutating func saveFilter(named name: String) throws(SavedFilterError) -> [Effect] {
        guard !name.isEmpty else { return [] }
        guard SavedFilter.isName(name), name.count <= Self.savedNameLimit else {
            throw SavedFilterError(
                description: "a name can have letters, digits, _, - and ., at most "
                    + "\(Self.savedNameLimit) characters, such as presence-joins")
        }
        guard let filter = self.events.view.filter else {
            throw SavedFilterError(description: "no filter to save; f sets one")
        }
        var sources = self.settings.savedFilters
        let isNew = sources.updateValue(filter.source, forKey: name) == nil
        // The filter may refer to this name.
        if let error = Self.error(in: name, of: sources) {
            throw SavedFilterError(description: error.description)
        }
        self.settings.savedFilters = sources
        self.show(
            .success, isNew ? "saved; use it as @\(name)" : "replaced @\(name)")
        return [.file(.saveSettings(self.settings))]
    }

    mutating func applySavedFilter(named name: String) {
        do {
            self.events.setFilter(try EventFilter("@" + name, saved: self.savedFilters))
            self.scan()
        } catch {
            self.show(.warning, error.description)
        }
    }

    mutating func removeSavedFilter(named name: String) -> [Effect] {
        var sources = self.settings.savedFilters
        guard sources.removeValue(forKey: name) != nil else {
            self.show(.warning, "no filter is saved as @\(name); F lists them")
            return []
        }
        let user = sources.keys.first { other in
            Self.error(in: other, of: sources) != nil
                && Self.error(in: other, of: self.settings.savedFilters) == nil
        }
        guard user == nil else {
            self.show(.warning, "@\(user ?? "") uses @\(name); change or remove that one first")
            return []
        }
        self.settings.savedFilters = sources
        self.show(.success, "removed @\(name)")
        return [.file(.saveSettings(self.settings))]
    }

    private static func error(
        in name: String, of sources: OrderedDictionary<String, String>
    ) -> EventFilterError? {
        do {
            _ = try EventFilter("@" + name, saved: self.filters(sources))
            return nil
        } catch {
            return error
        }
    }
}
