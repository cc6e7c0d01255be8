/// A value that is compared by its content rather than by its properties.
package protocol ComparedContent: Hashable {
    func hasContent(of other: Self) -> Bool
    func hashContent(into hasher: inout Hasher)
}

extension ComparedContent {
    public static func == (left: Self, right: Self) -> Bool { left.hasContent(of: right) }
    public func hash(into hasher: inout Hasher) { self.hashContent(into: &hasher) }
}
