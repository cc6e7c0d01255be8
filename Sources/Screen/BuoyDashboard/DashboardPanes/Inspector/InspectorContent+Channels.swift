import BuoyTextScreen
import ChannelsBasics
import ChannelsEventWords
import ChannelsProtocol
import OrderedCollections

extension InspectorContent {
    mutating func addChannel(_ row: ChannelsPane.Row) {
        let name = SafeText(sanitizing: row.name.text, limit: 800)
        self.addTitle(ofChannel: name, row.name.kind.role)
        self.add("kind", SafeText(ours: row.name.kind.words))
        self.add("events", SafeText(ours: Figures.grouped(row.rate.total)))
        if row.unbound > 0 {
            self.add("unbound", SafeText(ours: Figures.grouped(row.unbound)), .flashWarn)
        }
        if row.repeats > 0 {
            self.add(
                "again", SafeText(ours: "\(Figures.grouped(row.repeats)) with the same bytes"),
                .flashWarn)
        }
        if let last = row.counts.last {
            self.add("peak", SafeText(ours: "\(Figures.grouped(row.rate.peak)) in a second"))
            self.add("bytes", SafeText(ours: Figures.grouped(row.counts.bytes)))
            self.add("last", SafeText(ours: self.clock(last)))
        }
        if let population = row.population {
            let noun = row.name.kind.hasMembers ? "members" : "subscribers"
            self.add(noun, SafeText(ours: Figures.grouped(population)))
        }
        if case .failed(let failure) = row.state {
            self.addSince(row)
            self.addFailure(failure, of: row.name)
        } else {
            self.addState(row)
            if row.isStuck {
                self.addSentence(
                    "The server is slow to answer. Press t in Channels to retry.")
            }
        }
        self.addCounts(row.counts)
    }

    private mutating func addCounts(_ counts: EventCounts) {
        guard !counts.byName.isEmpty || counts.others > 0 else { return }
        if !self.prose.isEmpty { self.addLine(StyledLine()) }
        self.addLine(StyledLine("Events by name:", .muted))
        let sorted = counts.byName.enumerated().sorted {
            ($1.element.value, $0.offset) < ($0.element.value, $1.offset)
        }
        let width = sorted.first.map { Figures.grouped($0.element.value).count } ?? 0
        for (_, entry) in sorted {
            let figure = Figures.grouped(entry.value).paddedAtStart(to: width)
            var line = StyledLine(SafeText(ours: "  \(figure)  "))
            line.append(SafeText(sanitizing: entry.key.text, limit: 400), .eventName)
            self.addLine(line)
        }
        guard counts.others > 0 else { return }
        self.addLine(StyledLine("  \(Figures.grouped(counts.others)) with other names", .muted))
    }

    mutating func addDifference(_ difference: MemberDifference) {
        let others = difference.excludingMe
        for (members, symbol, role) in [
            (others.joined, "+ ", Role.memberJoined), (others.left, "- ", .memberLeft),
        ] as [([PresenceMember], SafeText, Role)] {
            for member in members {
                var line = StyledLine(symbol, role)
                line.append(SafeText(sanitizing: member.id.text, limit: 800))
                if let info = member.info {
                    line.append("  ")
                    line.append(SafeText(sanitizing: info.textPrefix(400)), .muted)
                }
                self.addLine(line)
            }
        }
    }
}
