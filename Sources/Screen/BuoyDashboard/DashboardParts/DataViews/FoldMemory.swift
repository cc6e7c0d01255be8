import ChannelsProtocol

/// A rule, and the user's choices since. Refers to paths, so that it also applies to the next event
/// of the same shape.
struct FoldMemory: Hashable, Sendable {
    enum Rule: Hashable, Sendable {
        case bySize
        case allFolded, noneFolded
    }

    private(set) var rule = Rule.bySize
    private var choices: [Place: Bool] = [:]

    private struct Place: Hashable {
        let section: Int
        let steps: [EventData.Step]
    }

    private static let countLimit = 24
    private static let depthLimit = 3

    var hasChoices: Bool { !self.choices.isEmpty }

    mutating func set(_ path: NodePath, inSection section: Int, isFolded: Bool) {
        self.choices[Place(section: section, steps: path.steps)] = isFolded
    }

    mutating func reset(to rule: Rule) {
        self = FoldMemory()
        self.rule = rule
    }

    func choice(_ path: NodePath, inSection section: Int) -> Bool? {
        self.hasChoices ? self.choices[Place(section: section, steps: path.steps)] : nil
    }

    func isFolded(depth: Int, count: Int, siblings: Int) -> Bool {
        switch self.rule {
        // The root alone would show nothing.
        case .allFolded: depth > 0
        case .noneFolded: false
        case .bySize:
            depth > 0
                && (depth >= Self.depthLimit || count > Self.countLimit
                    || siblings > Self.countLimit)
        }
    }
}
