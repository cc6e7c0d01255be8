import ChannelsEventWords
import ChannelsProtocol
import OrderedCollections

extension DashboardState {
    private static let undoLimit = 20

    mutating func remember(_ step: UndoStep) {
        self.undoSteps.append(step)
        self.undoableSince = self.now
        if self.undoSteps.count > Self.undoLimit { self.undoSteps.removeFirst() }
    }

    mutating func remember(_ effects: [Effect]) {
        var channels: [ChannelName] = []
        for case .file(.export(let events, _, _)) in effects {
            self.keptMarks.formUnion(self.unkeptMarks.filter { events.contains($0) })
        }
        for case .client(let effect) in effects {
            self.awaited.requested(effect, self.bindings)
            switch effect {
            case .unsubscribe(let channel): channels.append(channel)
            case .unbind(let id):
                let binding = self.bindings.rows[id]?.binding
                if let binding { self.remember(.unbinding(binding)) }
            case .subscribe, .resubscribe, .bind, .setBinding, .trigger, .connect, .reconnect,
                .disconnect, .setPolicy, .ping:
                break
            }
        }
        guard !channels.isEmpty else { return }
        let bindings = self.bindings.rows.values.map(\.binding).filter { binding in
            binding.channel.map(channels.contains) == true
        }
        self.remember(.unsubscription(channels, bindings))
    }

    mutating func undo() -> [Effect] {
        guard let step = self.undoSteps.popLast() else { return [] }
        switch step {
        case .unsubscription(let channels, let bindings):
            let names =
                channels.count == 1
                ? channels[0].text : Figures.counted(channels.count, "channel")
            self.show(.info, "subscribing to \(names) again")
            return channels.map { .client(.subscribe($0)) } + bindings.map(Self.bound)
        case .unbinding(let binding): return [Self.bound(binding)]
        case .clearedLog(let removed):
            self.events.restore(removed)
            self.scan()
            self.show(.success, "restored the cleared rows")
        case .clearedMarks(let marks):
            self.events.restore(marks)
            self.show(.success, "restored the marks")
        case .clearedChannelMarks(let names):
            self.channels.restoreMarks(names)
            self.show(.success, "restored the marks")
        }
        return []
    }

    private static func bound(_ binding: EventBinding) -> Effect {
        .client(.bind(binding.event, binding.channel))
    }

    /// Discards the oldest steps whose events would exceed the memory limit of the log.
    mutating func boundUndo() {
        guard !self.undoSteps.isEmpty else { return }
        var room = self.options.eventByteLimit - self.events.ring.bytes
        for index in self.undoSteps.indices.reversed() {
            room -= self.undoSteps[index].retainedBytes
            guard room < 0, self.undoSteps[index].retainedBytes > 0 else { continue }
            self.undoSteps.removeSubrange(...index)
            return
        }
    }

    mutating func clearEvents() {
        self.remember(.clearedLog(self.events.clear()))
        self.show(.success, "Events cleared; U restores its rows")
    }

    mutating func clearEvents(of argument: String) throws(PromptRefusal) {
        let names = Set(try Self.channelNames(argument))
        let before = self.events.ring.count
        let removed = self.events.clear(names)
        let count = before - self.events.ring.count
        guard count > 0 else {
            throw PromptRefusal(text: "Events has no rows for \(argument)")
        }
        self.remember(.clearedLog(removed))
        // The rows that are left have new numbers.
        self.keptMarks = []
        self.scan()
        self.show(.success, "\(Figures.counted(count, "row")) cleared; U restores them")
    }

    mutating func clearMarks() {
        if self.focus == .channels, !self.channels.marked.isEmpty {
            self.remember(.clearedChannelMarks(self.channels.clearMarks()))
        } else {
            self.remember(.clearedMarks(self.events.removeMarks()))
        }
        self.show(.success, "marks cleared; U restores them")
    }

    var closesBeforeQuitting: Bool {
        self.wantsFigures || self.canCloseInspector || self.isZoomed
    }

    /// Closes what is open first; asks once if marks would be lost.
    mutating func quit() -> [Effect] {
        guard SizeClass(self.size) != .tooSmall else { return [.quit] }
        if self.wantsFigures {
            self.wantsFigures = false
            self.figures = []
        } else if self.canCloseInspector {
            self.closeInspector()
        } else if self.isZoomed {
            self.isZoomed = false
        } else if self.losesMarks {
            self.hasAskedToQuit = true
            self.confirmation = .quit(losing: self.unkeptMarks.count)
        } else {
            return [.quit]
        }
        return []
    }

    var losesMarks: Bool {
        self.settings.confirmsQuit && !self.options.isDemonstration && !self.hasAskedToQuit
            && !self.isReplay && self.recording == nil && !self.unkeptMarks.isEmpty
    }

    var unkeptMarks: Set<Int> {
        let marked = self.events.marks.ownNumbers(from: self.events.ring.first)
        return Set(marked).subtracting(self.keptMarks)
    }
}
