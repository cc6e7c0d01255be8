import BuoyProgramSupport
import BuoyRecordingFiles
import BuoyTextScreen
import ChannelsProtocol

/// One of two recordings that are compared, on the wall clock: each has its own other clock.
struct ComparedRecording {
    let name: String
    private let start: ChannelsTimestamp
    private(set) var end: ChannelsTimestamp
    private(set) var channels: Set<ChannelName> = []
    private var hasStates = false
    private var hasSubscriptions = false
    private var cursor: RecordingCursor
    private let path: String
    private var hasBegun = false

    /// Reads the file once, for its channels and its end.
    ///
    /// - Throws: `ProgramFailure` if it is not a recording.
    init(_ path: String, name: String) throws {
        let file: RecordingFile
        do throws(RecordingFileError) { file = try RecordingFile(path) } catch {
            throw ProgramFailure(.usage, PlainOutput.line(error.description))
        }
        self.name = name
        self.path = path
        self.start = file.header.time
        self.end = file.header.time
        self.cursor = RecordingCursor(file, at: file.start)
        var survey = self.cursor
        while case let entries = survey.next(), !entries.isEmpty {
            for entry in entries { self.note(entry.line) }
        }
        if let warning = survey.warning(of: path) {
            Console.errorLine("buoy: warning: \(PlainOutput.line(warning))")
        }
    }

    var span: ClosedRange<ChannelsTimestamp> { self.onWallClock(self.start)...self.lastTime }

    private var lastTime: ChannelsTimestamp { self.onWallClock(max(self.start, self.end)) }

    private mutating func note(_ line: RecordingLine) {
        if let time = line.time { self.end = max(self.end, time) }
        for report in line.reports {
            switch report.kind {
            case .stateChanged: self.hasStates = true
            case .subscriptionChanged(let channel, let state):
                self.hasSubscriptions = true
                if state == .subscribed { self.channels.insert(channel) }
            case .received(let event):
                if let channel = event.channel { self.channels.insert(channel) }
            default: break
            }
        }
    }

    private func onWallClock(_ time: ChannelsTimestamp) -> ChannelsTimestamp {
        ChannelsTimestamp.zero.advanced(
            by: .microseconds(self.start.wallMicroseconds) + time.duration(since: self.start))
    }

    /// The next reports; `nil` after the end. A connection does not outlive its recording.
    mutating func next(of channels: Set<ChannelName>) -> [ClientReport]? {
        var reports: [ClientReport] = []
        if !self.hasBegun { reports = self.beginning(of: channels) }
        let entries = self.cursor.next()
        for entry in entries {
            if case .checkpoint = entry.line, self.hasBegun { continue }
            self.hasBegun = true
            reports += entry.line.reports.map { report in
                var report = report
                report.time = self.onWallClock(report.time)
                return report
            }
        }
        return entries.isEmpty && reports.isEmpty ? nil : reports
    }

    /// What lines without changes of the connection leave out: that it was there.
    private func beginning(of channels: Set<ChannelName>) -> [ClientReport] {
        var kinds: [ClientReport.Kind] = []
        if !self.hasStates {
            kinds.append(Self.change(from: .connecting, to: .connected))
        }
        if !self.hasSubscriptions {
            kinds += channels.map { .subscriptionChanged($0, .subscribed) }
        }
        let before = self.onWallClock(self.start).advanced(by: .nanoseconds(-1))
        return kinds.map { self.report($0, at: before) }
    }

    var disconnection: ClientReport {
        self.report(Self.change(from: .connected, to: .disconnected), at: self.lastTime)
    }

    private static func change(
        from previous: ConnectionState, to current: ConnectionState
    ) -> ClientReport.Kind {
        .stateChanged(StateChange(previous: previous, current: current, cause: .asked))
    }

    private func report(
        _ kind: ClientReport.Kind, at time: ChannelsTimestamp
    ) -> ClientReport {
        ClientReport(number: 0, time: time, kind: kind)
    }
}

extension RecordingLine {
    fileprivate var reports: [ClientReport] {
        switch self {
        case .event(let report): [report]
        case .checkpoint(let checkpoint): checkpoint.events
        default: []
        }
    }
}
