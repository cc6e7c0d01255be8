import DashboardParts
import Events

extension NodePath {
    /// The path as in filters; `nil` for places that filters cannot reach: inside JSON that is
    /// stored in a string.
    var dataPath: DataPath? { self.decodedAfter.isEmpty ? DataPath(self.steps) : nil }
}
