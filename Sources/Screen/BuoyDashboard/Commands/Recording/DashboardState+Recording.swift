package import BuoyRecordingFiles
package import BuoyScripts
import BuoyTextScreen
import ChannelsEventWords

extension DashboardState {
    var isReplay: Bool { self.options.isReplay }

    var noReplayReason: String? {
        self.isReplay ? nil : "this is live; buoy replay FILE shows a recording"
    }

    static let recordingReason = "a replay has no connection"

    var liveWord: [String] { self.isReplay ? [] : ["live"] }

    mutating func record(_ path: String) throws(PromptRefusal) -> [Effect] {
        guard path != "off" else {
            guard self.recording != nil else {
                throw PromptRefusal(text: "nothing is being recorded")
            }
            return [.recording(.stop)]
        }
        guard self.playback == nil else {
            throw PromptRefusal(text: "the view is behind live; run :speed live first, then record")
        }
        guard !path.isEmpty else { throw PromptRefusal(text: "type a file name, or off") }
        return [.recording(.start(path: path))]
    }

    /// Without a notice, which would hide the time, and stay while time stands still.
    mutating func changeTime(_ request: PlaybackRequest) -> [Effect] {
        self.notice = nil
        return [.playback(request)]
    }

    mutating func setSpeed(_ text: String) throws(PromptRefusal) -> [Effect] {
        if text == "live" {
            guard !self.isReplay else { throw PromptRefusal(text: Self.recordingReason) }
            return [.playback(.goLive)]
        }
        let digits = text.hasSuffix("x") ? String(text.dropLast()) : text
        guard let speed = Double(digits), PlaybackClock.limits.contains(speed) else {
            throw PromptRefusal(
                text: "type a number from 0.01 to 10000\(self.isReplay ? "" : ", or live")")
        }
        guard speed <= 1 || self.playback != nil else {
            throw PromptRefusal(text: "a live view cannot run faster than real time")
        }
        return [.playback(.speed(speed))]
    }

    mutating func seek(_ text: String) throws(PromptRefusal) -> [Effect] {
        guard let target = SeekTarget(text) else {
            throw PromptRefusal(text: "a time is one of \(SeekTarget.forms)")
        }
        return [.playback(.seek(target))]
    }

    mutating func recordingChanged(_ report: RecordingReport) {
        switch report {
        case .started(let path, let chosen):
            self.recording = RecordingFigures()
            if let chosen {
                self.show(.warning, RecordingReport.sentence(path: path, insteadOf: chosen))
            } else {
                self.show(.success, "recording to \(path)")
            }
        case .figures(let figures): self.recording = figures
        case .failed(let reason):
            self.recording?.isFailing = true
            self.show(
                .failure, "the recording cannot be written: \(reason); missing lines are counted")
        case .resumed(let lost):
            self.recording?.isFailing = false
            self.show(
                .warning, "the recording continues; \(Figures.counted(lost, "line")) are missing")
        case .stopped(let path, let figures):
            self.recording = nil
            let lines = Figures.grouped(figures.lines)
            let text = "recorded \(lines) lines, \(Figures.bytes(figures.bytes)) in \(path)"
            if let loss = figures.lossSentence {
                self.show(.warning, "\(text). \(loss)")
            } else {
                self.show(.success, text)
            }
        case .events(let answer): self.recordingAnswered(answer)
        case .replayed: break
        }
    }

    private mutating func recordingAnswered(_ answer: RecordedEventsAnswer) {
        switch answer.question {
        case .before where answer.events.isEmpty: self.show(.info, "the recording starts here")
        case .match where answer.found == nil:
            let text = self.events.search?.needle.text ?? ""
            self.show(
                .warning,
                self.events.view.filter == nil
                    ? "no earlier event contains \"\(text)\", even in the recording"
                    : "no earlier event that matches the filter contains \"\(text)\", even in "
                        + "the recording; f edits the filter")
        case .before, .after, .match: break
        }
    }

    package var isPlaybackShown: Bool { self.playback != nil }

    package var faultsInForce: [FaultSchedule.InForce] { self.connection.faults }

    mutating func arrangeMarks() {
        var marks: [ConnectionHeader.HeaderMark] = []
        if let playback = self.playback {
            let bar = SeekBar(playback, utcOffsetSeconds: self.options.utcOffsetSeconds)
            marks.append(.init(text: bar.headline, role: .flashInfo, importance: 98))
        }
        if let recording = self.recording {
            let size = SafeText(ours: Figures.bytes(recording.bytes))
            marks.append(
                recording.isFailing
                    ? .init(
                        text:
                            "REC failing, \(SafeText(ours: Figures.grouped(recording.lost))) lost",
                        role: .flashWarn, importance: 97)
                    : .init(text: "REC \(size)", role: .flashInfo, importance: 46))
        }
        self.connection.marks = marks
    }

    func drawSeekBar(on canvas: inout Canvas) -> Bool {
        guard let playback = self.playback, playback.span != nil else { return false }
        let bar = SeekBar(playback, utcOffsetSeconds: self.options.utcOffsetSeconds)
        bar.draw(on: &canvas)
        return true
    }

    package var lastReportNumber: Int { self.standing.lastNumber }

    package var standingReports: StandingReports {
        var reports = self.standing
        reports.keepMembers(
            self.members.rosters.mapValues { ($0.members, since: $0.latestArrival ?? self.now) })
        return reports
    }

    /// Without anything that was reported, for a jump in a recording. Focus, layout, filter and
    /// search stay.
    package func emptied() -> DashboardState {
        var options = self.options
        options.settings = self.settings
        var state = DashboardState(options: options, size: self.size)
        state.focus = self.focus
        state.companion = self.companion
        state.paneBeforeAlone = self.paneBeforeAlone
        state.isZoomed = self.isZoomed
        state.pointer = self.pointer
        state.focusLoss = self.focusLoss
        state.prompt = self.prompt
        state.keys = self.keys
        state.help = self.help
        state.picker = self.picker
        state.notice = self.notice
        state.previewedLayout = self.previewedLayout
        state.wantsFigures = self.wantsFigures
        state.figures = self.figures
        state.promptMemory = self.promptMemory
        state.hasMadeFaults = self.hasMadeFaults
        state.isWelcoming = false
        state.playback = self.playback
        state.panes.resume(self.panes)
        state.revision = self.revision &+ 1
        return state
    }
}
