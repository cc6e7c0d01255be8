import Analysis
import ChannelsProtocol
package import DashboardPanes
import EventWords
package import TextScreen

/// A question before something that is hard to undo; only `y` means yes.
package struct Confirmation: Hashable, Sendable {
    /// What `y` does.
    enum Consequence: Hashable, Sendable {
        case effects([Effect])
        /// Removes a saved filter, also from an open list.
        case forgetFilter(String)
        /// Removes a saved layout, also from an open list.
        case forgetLayout(String)
        /// Removes a template for publishing, also from an open list.
        case forgetTemplate(String)
    }

    /// The question, with the answers.
    let question: SafeText
    /// What `y` does, in a word.
    let verb: String
    let consequence: Consequence
    /// Another key besides `y` that means yes.
    var otherYes: KeyPress?

    /// Whether a key means yes.
    func isYes(_ key: KeyPress) -> Bool { key == .character("y") || key == self.otherYes }
}

extension Confirmation {
    /// - Parameters:
    ///   - question: with the answers: `cut? y/N`.
    ///   - verb: what `y` does, in a word or two.
    ///   - effects: what `y` does.
    package init(question: SafeText, verb: String, effects: [Effect]) {
        self.init(question: question, verb: verb, consequence: .effects(effects))
    }

    static func unsubscribe(_ channels: [ChannelName]) -> Self {
        Self(
            question: "unsubscribe \(channels.count) channels? y/N", verb: "unsubscribe",
            consequence: .effects(channels.map { .client(.unsubscribe($0)) }))
    }

    /// - Parameter count: the number of rows of the log that are in no file.
    static func quit(losing count: Int) -> Self {
        let rows = Figures.counted(count, "row")
        return Self(
            question: "\(SafeText(ours: rows)) were never exported: quit? y/N", verb: "quit",
            consequence: .effects([.quit]), otherYes: .character("q"))
    }

    /// - Parameter count: the number of rows of the log that are in no file.
    static func leave(for server: String, losing count: Int) -> Self {
        let rows = Figures.counted(count, "row")
        return Self(
            question: "\(SafeText(ours: rows)) were never exported: leave for \(server)? y/N",
            verb: "leave", consequence: .effects([.server(server)]))
    }

    static func forgetFilter(_ name: String) -> Self {
        Self(
            question: "remove the filter \(name)? y/N", verb: "remove",
            consequence: .forgetFilter(name))
    }

    static func forgetLayout(_ name: String) -> Self {
        Self(
            question: "remove the layout \(name)? y/N", verb: "remove",
            consequence: .forgetLayout(name))
    }

    static func forgetTemplate(_ name: String) -> Self {
        Self(
            question: "remove the template \(name)? y/N", verb: "remove",
            consequence: .forgetTemplate(name))
    }

    static func terminate(_ user: UserID) -> Self {
        let name = SafeText(sanitizing: user.text, limit: 200)
        return Self(
            question: "close all connections of the signed-in user \(name)? y/N",
            verb: "close them", consequence: .effects([.api(.terminate(user))]))
    }

    /// - Parameter effect: the first fault on a server that is not the sandbox.
    static func fault(_ effect: Effect) -> Self {
        let words = SafeText(sanitizing: effect.words, limit: 200)
        return Self(
            question: "this server is not the sandbox: \(words)? y/N", verb: "do it",
            consequence: .effects([effect]))
    }

    /// - Parameter effect: the effect that overwrites the file.
    static func overwrite(_ effect: FileEffect, path: String) -> Self {
        let path = SafeText(sanitizing: path, limit: 400)
        return Self(
            question: "\(path) exists: overwrite it? y/N", verb: "overwrite",
            consequence: .effects([.file(effect)]))
    }
}

// MARK: - Drawing

extension Confirmation {
    /// Draws the question in place of a prompt.
    func draw(on canvas: inout Canvas) {
        let width = canvas.put(self.question, x: 1, y: 0, role: .title)
        canvas.placeCursor(x: width + 2, y: 0)
    }

    /// The keys for the answers.
    var hints: [(key: String, text: String)] { [("y", self.verb), ("any other key", "cancel")] }
}
