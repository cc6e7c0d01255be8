import ChannelsProtocol

/// Which nodes of a tree are folded: a rule, and the user's choices since. It refers to paths, so
/// that it also applies to the next event of the same shape.
struct FoldMemory: Hashable, Sendable {
    /// The rule for nodes without a choice of the user.
    enum Rule: Hashable, Sendable {
        /// Large and deep nodes are folded.
        case bySize
        case allFolded, noneFolded
    }

    private(set) var rule = Rule.bySize
    private var choices: [Place: Bool] = [:]

    private struct Place: Hashable {
        let section: Int
        let steps: [EventData.Step]
    }

    /// The limits on the number of children and on the depth of unfolded nodes.
    private static let countLimit = 24
    private static let depthLimit = 3

    init() {}

    /// Whether the user has made any choices.
    var hasChoices: Bool { !self.choices.isEmpty }

    /// Folds or unfolds one node.
    mutating func set(_ path: NodePath, inSection section: Int, isFolded: Bool) {
        self.choices[Place(section: section, steps: path.steps)] = isFolded
    }

    /// Discards the user's choices; a rule applies to all nodes.
    mutating func reset(to rule: Rule) {
        self = FoldMemory()
        self.rule = rule
    }

    /// The user's choice for a node.
    func choice(_ path: NodePath, inSection section: Int) -> Bool? {
        self.hasChoices ? self.choices[Place(section: section, steps: path.steps)] : nil
    }

    /// Whether a node without a choice is folded.
    /// - Parameters:
    ///   - count: the number of its children.
    ///   - siblings: the number of children of its parent.
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
