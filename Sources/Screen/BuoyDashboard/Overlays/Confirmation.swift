package import BuoyTextScreen
import ChannelsEventWords
import ChannelsProtocol

/// A question before something that is hard to undo; only `y` means yes.
package struct Confirmation: Hashable, Sendable {
    enum Consequence: Hashable, Sendable {
        case effects([Effect])
        case remove(String, from: CommandName)
    }

    let question: SafeText
    let verb: String
    let consequence: Consequence
    let otherYes: KeyPress?

    /// - Parameter question: ends with the answers: `y/N`.
    package init(question: SafeText, verb: String, effects: [Effect]) {
        self.init(question: question, verb: verb, consequence: .effects(effects))
    }

    init(
        question: SafeText, verb: String, consequence: Consequence, otherYes: KeyPress? = nil
    ) {
        self.question = question
        self.verb = verb
        self.consequence = consequence
        self.otherYes = otherYes
    }

    func isYes(_ key: KeyPress) -> Bool { key == .character("y") || key == self.otherYes }
}

extension Confirmation {
    static func unsubscribe(_ channels: [ChannelName]) -> Self {
        Self(
            question: "unsubscribe from \(channels.count) channels? y/N", verb: "unsubscribe",
            consequence: .effects(channels.map { .client(.unsubscribe($0)) }))
    }

    static func quit(losing count: Int) -> Self {
        let rows = Figures.counted(count, "marked row")
        return Self(
            question: "\(SafeText(ours: rows)) not exported: quit? y/N", verb: "quit",
            consequence: .effects([.quit]), otherYes: .character("q"))
    }

    static func leave(for server: String, losing count: Int) -> Self {
        let rows = Figures.counted(count, "marked row")
        return Self(
            question: "\(SafeText(ours: rows)) not exported: switch to \(server)? y/N",
            verb: "switch", consequence: .effects([.server(server)]))
    }

    static func remove(_ name: String, _ noun: SafeText, from command: CommandName) -> Self {
        Self(
            question: "remove the \(noun) \(name)? y/N", verb: "remove",
            consequence: .remove(name, from: command))
    }

    static func fault(_ effect: Effect) -> Self {
        let words = SafeText(sanitizing: effect.words, limit: 200)
        return Self(
            question: "this server is not the sandbox: \(words)? y/N", verb: "continue",
            consequence: .effects([effect]))
    }

    static func overwrite(_ effect: FileEffect, path: String) -> Self {
        let path = SafeText(sanitizing: path, limit: 400)
        return Self(
            question: "\(path) exists: overwrite it? y/N", verb: "overwrite",
            consequence: .effects([.file(effect)]))
    }
}

extension Confirmation {
    func draw(on canvas: inout Canvas) {
        let width = canvas.put(self.question, x: 1, y: 0, role: .title)
        canvas.placeCursor(x: width + 2, y: 0)
    }

    var hints: [(key: String, text: String)] { [("y", self.verb), ("any other key", "cancel")] }
}
