import ChannelsProtocol

/// Which nodes of a tree are folded: a rule, and what was done by hand since. It goes by paths, so
/// that it holds for the next event of the same shape.
package struct FoldMemory: Hashable, Sendable {
    /// The rule for nodes that were not folded by hand.
    package enum Rule: Hashable, Sendable {
        /// What is large or deep is folded.
        case bySize
        case allFolded, noneFolded
    }

    package private(set) var rule = Rule.bySize
    private var choices: [Place: Bool] = [:]

    private struct Place: Hashable {
        let section: Int
        let steps: [EventData.Step]
    }

    /// Children that a node may have without being folded, and the depth from which it is.
    private static let countLimit = 24
    private static let depthLimit = 3

    package init() {}

    /// Whether paths matter at all.
    package var hasChoices: Bool { !self.choices.isEmpty }

    /// Folds or unfolds one node.
    package mutating func set(_ path: NodePath, inSection section: Int, isFolded: Bool) {
        self.choices[Place(section: section, steps: path.steps)] = isFolded
    }

    /// Forgets what was done by hand; a rule holds for all.
    package mutating func reset(to rule: Rule) {
        self = FoldMemory()
        self.rule = rule
    }

    /// What was done to a node by hand.
    package func choice(_ path: NodePath, inSection section: Int) -> Bool? {
        self.hasChoices ? self.choices[Place(section: section, steps: path.steps)] : nil
    }

    /// Whether a node is folded that nobody touched.
    /// - Parameters:
    ///   - count: its children.
    ///   - siblings: how many children its parent has.
    package func isFolded(depth: Int, count: Int, siblings: Int) -> Bool {
        switch self.rule {
        // The root alone would not be worth a view.
        case .allFolded: depth > 0
        case .noneFolded: false
        case .bySize:
            depth > 0
                && (depth >= Self.depthLimit || count > Self.countLimit
                    || siblings > Self.countLimit)
        }
    }
}
