import DataViews
import EventLog

extension NodePath {
    /// The path as a filter writes it; `nil` for places that a filter cannot reach: inside JSON
    /// that is stored as a text.
    var dataPath: DataPath? { self.decodedAfter.isEmpty ? DataPath(self.steps) : nil }
}
