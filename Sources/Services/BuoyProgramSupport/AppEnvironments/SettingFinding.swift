/// Something in a `.env` file that is wrong, or may be. It never contains a key or a secret.
package struct SettingFinding: Hashable, Sendable {
    package enum Verdict: Hashable, Sendable {
        /// It works, if something else is done.
        case warning
        /// The app does not work with it. buoy may connect all the same.
        case wrong
        /// buoy cannot connect with it.
        case unusable
    }

    /// The variable, or the file if no variable is concerned.
    package let name: String
    package let verdict: Verdict
    /// What is wrong, and what to write instead; to be read after the name.
    package let sentence: String

    package var text: String { "\(self.name): \(self.sentence)" }

    init(_ name: String, _ verdict: Verdict, _ sentence: String) {
        self.name = name
        self.verdict = verdict
        self.sentence = sentence
    }
}
