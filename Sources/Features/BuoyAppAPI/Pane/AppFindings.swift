import BuoyDashboard
import BuoyTextScreen
import ChannelsEventWords
import ChannelsProtocol

extension MemberComparison {
    /// After a reconnection, only a difference or its end is told.
    func findings(differedBefore: Bool, _ context: PaneContext) -> [PaneFinding] {
        var findings = [
            PaneFinding.members(
                self.channel,
                self.isSame
                    ? nil : .init(onlyHere: Set(self.onlyMembers), onlyListed: Set(self.onlyListed))
            )
        ]
        let facts = self.figures.map { LogNote.Fact($0.name, $0.value) }
        if self.isRequested {
            let clock = Figures.timeOfDay(context.now, utcOffsetSeconds: context.utcOffsetSeconds)
            findings.append(
                .box(
                    ResultBox(
                        "Users compared with members", [LogNote.Fact("at", clock)] + facts,
                        endsWithConnection: true)))
        }
        let isNews = differedBefore || !self.isSame
        guard self.isRequested || isNews else { return findings }
        let text = "\(self.channel.text): \(self.sentence)"
        findings.append(.notice(self.isSame ? .success : .warning, text))
        guard isNews else { return findings }
        let note = LogNote(
            at: context.now, "audit", self.isSame ? .good : .warning, text: text, facts: facts)
        return findings + [.note(note)]
    }
}

extension ProbeResult {
    var facts: [LogNote.Fact] { self.figures.map { LogNote.Fact($0.name, $0.value) } }

    func findings(at time: ChannelsTimestamp) -> [PaneFinding] {
        let isClean = self.problem == nil && self.lost == 0
        let note = LogNote(
            at: time, "probe", isClean ? .good : .warning, text: self.sentence, facts: self.facts)
        return [
            .box(ResultBox("Probe", self.facts)), .note(note),
            .notice(self.problem == nil ? .success : .warning, self.sentence),
        ]
    }
}
