package import TextScreen

extension StyledLine {
    /// The characters of the line, without their roles.
    package var plain: String { self.runs.map(\.text.string).joined() }
}
