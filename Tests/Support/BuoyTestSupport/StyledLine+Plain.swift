package import BuoyTextScreen

extension StyledLine {
    /// The characters of the line, without their roles.
    package var plain: String { self.runs.map(\.text.string).joined() }
}
