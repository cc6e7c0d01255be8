/// Why a link ended that was cut on purpose.
package struct LinkCut: Error, Hashable, Sendable {
    /// How it ended, and that it was on purpose; not a sentence.
    package var text: String
    /// Whether it ended with a reset, for both ends, instead of a FIN.
    package var resets: Bool

    package init(_ text: String, resets: Bool = false) {
        self.text = text
        self.resets = resets
    }
}
