import BuoyTextScreen
import ChannelsEventWords

extension DashboardState {
    mutating func showProgress(_ written: Int, of count: Int) {
        let share = count > 0 ? written * 100 / count : 100
        let (done, all) = (Figures.grouped(written), Figures.grouped(count))
        self.show(.info, "exporting: \(done) of \(all) rows, \(share)%")
    }

    mutating func failed(_ effect: Effect, _ reason: String) {
        if case .file(.export(let events, _, _)) = effect {
            self.keptMarks = self.keptMarks.filter { !events.contains($0) }
        }
        self.panes.failed(effect)
        self.show(.failure, "\(effect.words): \(reason)")
    }

    mutating func policyChanged(_ name: String) {
        self.connection.setPolicy(name)
        self.show(.success, "the reconnection policy is now \(name)")
    }

    mutating func use(_ glyphs: GlyphSet) {
        self.revision &+= 1
        self.options.glyphs = glyphs
    }

    mutating func showFigures(_ figures: [Action.Figure]) {
        self.revision &+= 1
        self.figures = self.wantsFigures ? figures : []
    }

    mutating func showBox(_ title: SafeText, _ figures: [Action.Figure]) {
        self.revision &+= 1
        self.result = ResultBox(title, figures.map { LogNote.Fact($0.name, $0.value) })
    }

    mutating func handle(_ report: ServiceReport) {
        self.revision &+= 1
        switch report {
        case .faults(let report): self.faultsChanged(report)
        case .serverFault(let json): self.serverMakesFault(json)
        case .missedEvents(let missed, let gap): self.add(missed, inGap: gap)
        case .recording(let report): self.recordingChanged(report)
        case .playback(let status): self.playback = status
        case .notes, .marks, .feature, .streams, .frames: break
        }
        self.arrangeMarks()
        self.panes.handle(report, self.paneContext)
        self.arrangeLists()
    }

    mutating func requestsOfPanes(shown layout: DashboardLayout?) -> [Effect] {
        let effects = self.panes.requests(
            self.paneContext,
            isShown: layout.map { layout in { (layout.content(of: $0)?.height ?? 0) > 0 } })
        let findings = self.panes.takeFindings()
        // Neither changes the room that a pane could use.
        self.kept = KeptLayout(layout)
        for finding in findings { self.handle(finding) }
        return effects
    }

    private mutating func handle(_ finding: PaneFinding) {
        switch finding {
        case .notice(let level, let text): self.show(NoticeLevel(level), text)
        case .note(let note): self.log.append(note)
        case .box(let box): self.result = box
        case .members(let channel, let difference): self.members.audited(channel, difference)
        }
    }

    mutating func configure(_ settings: DashboardSettings, _ keymap: Keymap) {
        self.revision &+= 1
        self.endWelcome()
        self.settings = settings
        self.settings.promptHistory = self.promptMemory.saved(self.catalog)
        self.options.keymap = keymap
        self.events.setSystemRows(settings.showsSystemRows)
        self.inspector?.wraps = settings.wrapsInspector
    }
}
