import BuoyTextScreen
import ChannelsEventWords
import ChannelsProtocol

/// Facts, and data as a foldable tree, laid out, as received, or byte by byte.
///
/// The view, the folds and the selected node stay the same for other subjects, so that the same
/// value stays visible while moving through the log.
package struct InspectorPane: Hashable, Sendable {
    enum Subject: Hashable, Sendable {
        case event(ClientReport)
        case member(ChannelName, PresenceMember)
        case note(LogNote)
        case channel(ChannelsPane.Row)
    }

    private(set) var subject: Subject
    private(set) var context: InspectorContext
    private(set) var content: InspectorContent
    var wraps = true {
        didSet { self.shift = 0 }
    }
    var showsFacts = false {
        didSet { self.top = DataPage.Anchor() }
    }
    private(set) var showsDifference = false

    private var chosenView: DataView?
    var memory = FoldMemory()
    var body: [DataPart] = []
    var top = DataPage.Anchor()
    var shift = 0
    /// Counted across all trees.
    var selected = 0
    var search: DocumentSearch?
    /// The user's last selection, which may be missing from the current data.
    var wanted = Place()

    struct Place: Hashable, Sendable {
        var section = 0
        var path = NodePath()
    }

    init(
        _ subject: Subject, _ context: InspectorContext = InspectorContext(),
        utcOffsetSeconds: Int
    ) {
        self.subject = subject
        self.context = context
        self.content = InspectorContent(subject, context, utcOffsetSeconds: utcOffsetSeconds)
        self.rebuild()
    }

    mutating func show(
        _ subject: Subject, _ context: InspectorContext = InspectorContext(), utcOffsetSeconds: Int
    ) {
        guard subject != self.subject || context != self.context else { return }
        let keepsPlace = self.isLike(subject)
        self.subject = subject
        self.context = context
        self.content = InspectorContent(subject, context, utcOffsetSeconds: utcOffsetSeconds)
        if !keepsPlace { (self.top, self.shift) = (DataPage.Anchor(), 0) }
        self.rebuild()
    }

    /// The same subject with newer details, or an event with the same name and channel, whose data
    /// is probably similar.
    private func isLike(_ subject: Subject) -> Bool {
        switch (subject, self.subject) {
        case (.event(let new), .event(let old)):
            guard let event = new.channelEvent, let other = old.channelEvent else { return false }
            return event.name == other.name && event.channel == other.channel
        case (.member(let channel, let new), .member(let other, let old)):
            return channel == other && new.id == old.id
        case (.channel(let new), .channel(let old)): return new.name == old.name
        default: return false
        }
    }

    var view: DataView { self.chosenView ?? self.content.firstView }

    var hasViews: Bool { !self.content.sections.isEmpty }
}

extension InspectorPane {
    mutating func cycleView() {
        self.show(self.showsDifference ? self.view : self.view.next)
    }

    mutating func show(_ view: DataView) {
        self.chosenView = view
        self.showsDifference = false
        self.startAnew()
    }

    var canDiffer: Bool {
        if case .event(let event) = self.subject { event.channelEvent != nil } else { false }
    }

    mutating func toggleDifference() {
        guard self.canDiffer || self.showsDifference else { return }
        self.showsDifference.toggle()
        self.startAnew()
    }

    private mutating func startAnew() {
        (self.top, self.shift) = (DataPage.Anchor(), 0)
        self.rebuild()
    }

    mutating func rebuild() {
        self.buildBody()
        self.findMatches()
    }

    private mutating func buildBody() {
        if self.showsDifference, self.canDiffer {
            self.body = [.difference(self.differenceLines)]
            return
        }
        self.body = []
        for (index, section) in self.content.sections.enumerated() {
            if let heading = section.heading {
                self.body.append(.lines(Self.lines(of: heading)))
            } else if !self.content.prose.isEmpty {
                self.body.append(.lines([DataLine(text: StyledLine())]))
            }
            let part = DataPart(section, as: self.view, self.memory, index: index)
            self.body.append(part)
            if case .tree(let tree) = part, tree.isCut { self.body.append(Self.cutPart) }
        }
        self.selected = self.node(at: self.wanted) ?? 0
    }

    private static func lines(of heading: SafeText) -> [DataLine] {
        [
            DataLine(text: StyledLine()),
            DataLine(text: StyledLine(heading, .muted), fit: .wrappedAtSpaces),
        ]
    }

    private static var cutPart: DataPart {
        let count = Figures.grouped(JSONTree.rowLimit)
        let words = "More than \(count) nodes: fold some, or switch to raw."
        return .lines([DataLine(text: StyledLine(SafeText(ours: words), .flashWarn))])
    }

    private var differenceLines: [DifferenceLine] {
        guard case .event(let event) = self.subject, let new = event.channelEvent else { return [] }
        guard let previous = self.context.previous, let old = previous.channelEvent else {
            return [.heading("No earlier event with this name and channel in memory.")]
        }
        let time = InspectorContent.elapsed(event.time.duration(since: previous.time))
        return [.heading("Compared with #\(previous.number), \(time) earlier:")]
            + DifferenceLine.lines(from: DataSection(old.data), to: DataSection(new.data))
    }
}
