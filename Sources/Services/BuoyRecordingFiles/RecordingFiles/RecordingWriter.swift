package import BuoyScripts
import ChannelsBasics
package import ChannelsProtocol
import Glibc

package struct RecordingRules: Hashable, Sendable {
    /// The size at which the next file is started, in bytes; `nil` for no limit.
    package var sizeLimit: Int?
    package var ageLimit: Duration?
    /// How many files are kept, with the one that is being written; `nil` for all.
    package var fileLimit: Int?

    package init(sizeLimit: Int? = nil, ageLimit: Duration? = nil, fileLimit: Int? = nil) {
        self.sizeLimit = sizeLimit
        self.ageLimit = ageLimit
        self.fileLimit = fileLimit
    }

    func isFull(bytes: Int, age: Duration) -> Bool {
        if let sizeLimit, bytes >= sizeLimit { return true }
        if let ageLimit, age >= ageLimit { return true }
        return false
    }
}

/// Writes a recording: appends lines, starts new files, and writes checkpoints from which a reader
/// can start in the middle.
///
/// Nothing waits in memory: each call writes what it was given, in small parts. If that fails,
/// lines are counted instead, and writing is tried again after a second.
package struct RecordingWriter: ~Copyable {
    package enum WriteOutcome: Hashable, Sendable {
        case nothing
        case failed(String)
        case resumed(lost: Int)

        fileprivate func or(_ earlier: Self) -> Self { self == .nothing ? earlier : self }
    }

    private let names: RecordingNames
    private let rules: RecordingRules
    private let write: AppendedFile.Write
    private var file: AppendedFile
    private var header: RecordingHeader
    private var encoder: RecordingEncoder
    private var standing = StandingReports()
    private var faults: [FaultSchedule.InForce] = []
    private var sinceCheckpoint = 0
    private var checkpointSize = 0
    private var failure: (reason: String, since: ChannelsTimestamp, lost: Int)?
    package private(set) var figures = RecordingFigures()
    /// The file that is being written: not the chosen one if another recording uses that.
    package var path: String { self.names.path }
    /// Oldest first; some may have been removed.
    package private(set) var paths: [String]

    /// The distance between checkpoints, in bytes: short enough to be read in a moment, and much
    /// larger than a usual checkpoint.
    private static let checkpointDistance = 4 << 20
    /// The minimum distance from the previous checkpoint, in multiples of a checkpoint's size.
    private static let checkpointShare = 8
    /// What a killed program may lose of a call, in bytes; a longer line waits alone.
    static let heldBytes = 64 << 10
    /// The recordings of one name at a time.
    private static let mostOfOneName = 99

    /// An earlier recording with this name gets the name of a finished file. If another recording
    /// is being written with it, this one gets the name with a number.
    package init(
        _ path: String, _ header: RecordingHeader, rules: RecordingRules,
        secrets: SecretMask = SecretMask()
    ) throws(RecordingFileError) {
        try self.init(path, header, rules, secrets, write: AppendedFile.systemWrite)
    }

    init(
        _ path: String, _ header: RecordingHeader, _ rules: RecordingRules,
        _ secrets: SecretMask, write: @escaping AppendedFile.Write
    ) throws(RecordingFileError) {
        let chosen = RecordingNames(path)
        let lock = chosen.lock()
        defer { withExtendedLifetime(lock) {} }
        let names = try Self.freeNames(chosen)
        try Self.makeWay(names)
        var encoder = RecordingEncoder(secrets: secrets)
        encoder.append(.header(header))
        let bytes = encoder.take()
        var file = try AppendedFile(names.path, write: write)
        if let reason = file.append(bytes) {
            throw RecordingFileError(FileProblem.cannot(.write, names.path, reason: reason))
        }
        self.names = names
        self.paths = [names.path]
        self.rules = rules
        self.write = write
        self.header = header
        self.encoder = encoder
        self.file = file
        self.figures.bytes = bytes.count
        self.figures.lines = 1
    }

    private static func freeNames(
        _ chosen: RecordingNames
    ) throws(RecordingFileError) -> RecordingNames {
        for number in 1...Self.mostOfOneName {
            let names = chosen.numbered(number)
            if !FileLock.isHeld(names.path) { return names }
        }
        throw RecordingFileError(
            "\(chosen.path) is in use by \(Self.mostOfOneName) recordings: choose another name")
    }

    private static func makeWay(_ names: RecordingNames) throws(RecordingFileError) {
        guard access(names.path, F_OK) == 0 else { return }
        // Lines that were saved from `tail --json` have no session.
        guard let earlier = try? RecordingFile(names.path), !earlier.header.session.isEmpty else {
            throw RecordingFileError(
                "\(names.path) already exists, and is not a recording: choose another name")
        }
        guard rename(names.path, names.finishedPath(earlier.header.time)) == 0 else {
            throw .system(.replace, names.path)
        }
    }

    // MARK: Writing

    /// Writes what is in effect before the first report, if recording starts in the middle.
    package mutating func begin(
        with standing: StandingReports, faults: [FaultSchedule.InForce], at now: ChannelsTimestamp
    ) -> WriteOutcome {
        self.standing = standing
        self.faults = faults
        self.addCheckpoint(at: now)
        return self.flush(at: now)
    }

    package mutating func add(auth: String) { self.encoder.add(auth: auth) }

    package mutating func append(_ events: [ClientReport], at now: ChannelsTimestamp)
        -> WriteOutcome
    {
        self.append(each: events, at: now) { writer, event in
            writer.encoder.append(event)
            writer.standing.note(event)
            if case .skipped(let skipped) = event.kind {
                writer.figures.skipped.addClamped(skipped.events)
            }
        }
    }

    package mutating func append(_ frames: [RecordedFrame], at now: ChannelsTimestamp)
        -> WriteOutcome
    {
        self.append(each: frames, at: now) { $0.encoder.append(.frame($1)) }
    }

    /// Writes as soon as enough lines wait, and at the end.
    private mutating func append<Item>(
        each items: [Item], at now: ChannelsTimestamp,
        _ encode: (inout RecordingWriter, Item) -> Void
    ) -> WriteOutcome {
        var outcome = WriteOutcome.nothing
        for item in items {
            encode(&self, item)
            guard self.encoder.byteCount >= Self.heldBytes else { continue }
            outcome = self.flush(at: now).or(outcome)
        }
        guard self.encoder.byteCount > 0 else { return outcome }
        return self.flush(at: now).or(outcome)
    }

    package mutating func append(_ report: FaultReport, at now: ChannelsTimestamp) -> WriteOutcome {
        self.faults = report.inForce
        self.encoder.append(.fault(report))
        return self.flush(at: now)
    }

    package mutating func finish() { self.file.synchronize() }

    private mutating func addCheckpoint(at now: ChannelsTimestamp) {
        let before = self.encoder.byteCount
        var checkpoint = RecordingCheckpoint(
            time: now, lastNumber: self.standing.lastNumber, events: self.standing.events,
            faults: self.faults)
        // Only lists of members can be this long; a checkpoint that can be read matters more than
        // they do.
        if !self.encoder.append(checkpoint, limit: RecordingLine.sizeLimit) {
            checkpoint.removeMembers()
            self.encoder.append(.checkpoint(checkpoint))
        }
        self.checkpointSize = self.encoder.byteCount - before
        self.sinceCheckpoint = -self.checkpointSize
    }

    private mutating func flush(at now: ChannelsTimestamp) -> WriteOutcome {
        // The lines that would be missing, without those added here.
        let lines = self.encoder.lines
        let distance = max(Self.checkpointDistance, Self.checkpointShare * self.checkpointSize)
        if self.sinceCheckpoint + self.encoder.byteCount >= distance {
            self.addCheckpoint(at: now)
        }
        var answer = WriteOutcome.nothing
        if let failure = self.failure {
            guard now.duration(since: failure.since) >= .seconds(1) else {
                self.lose(lines, failure.reason, since: failure.since)
                return .nothing
            }
            let loss = RecordingLoss(time: now, lines: failure.lost, reason: failure.reason)
            self.encoder.append(.lost(loss))
            answer = .resumed(lost: failure.lost)
        }
        let all = self.encoder.lines
        let bytes = self.encoder.take()
        if let reason = self.file.append(bytes) {
            defer { self.lose(lines, reason, since: now) }
            return self.failure == nil ? .failed(reason) : .nothing
        }
        self.written(bytes.count, lines: all)
        self.rotateIfFull(at: now)
        return answer
    }

    private mutating func written(_ bytes: Int, lines: Int) {
        self.failure = nil
        self.figures.isFailing = false
        self.figures.bytes += bytes
        self.figures.lines += lines
        self.sinceCheckpoint += bytes
    }

    private mutating func lose(_ lines: Int, _ reason: String, since time: ChannelsTimestamp) {
        self.figures.lost += lines
        self.figures.isFailing = true
        self.failure = (reason, time, (self.failure?.lost ?? 0) + lines)
        _ = self.encoder.take()
        // The next lines cannot be interpreted without a checkpoint.
        self.sinceCheckpoint = Int.max / 2
    }

    // MARK: Files

    private mutating func rotateIfFull(at now: ChannelsTimestamp) {
        let age = now.duration(since: self.header.time)
        guard self.rules.isFull(bytes: self.file.size, age: age) else { return }
        let lock = self.names.lock()
        defer { withExtendedLifetime(lock) {} }
        guard self.file.isNamed(self.names.path) else { return }
        let finished = self.names.finishedPath(self.header.time)
        // If it cannot be renamed, this file just becomes longer.
        guard rename(self.names.path, finished) == 0 else { return }
        let next: AppendedFile
        do throws(RecordingFileError) {
            next = try AppendedFile(self.names.path, write: self.write)
        } catch {
            rename(finished, self.names.path)
            return
        }
        self.file.synchronize()
        self.file = next
        self.header.part += 1
        self.header.time = now
        self.figures.files += 1
        self.paths.insert(finished, at: self.paths.count - 1)
        self.encoder.append(.header(self.header))
        self.addCheckpoint(at: now)
        let lines = self.encoder.lines
        let bytes = self.encoder.take()
        if let reason = self.file.append(bytes) {
            self.lose(0, reason, since: now)
        } else {
            self.written(bytes.count, lines: lines)
        }
        self.removeOldest()
    }

    /// Only files that are recordings.
    private func removeOldest() {
        guard let limit = self.rules.fileLimit else { return }
        let finished = self.names.finishedPaths
        for path in finished.prefix(max(finished.count - (limit - 1), 0)) {
            guard (try? RecordingFile(path)) != nil else { continue }
            unlink(path)
        }
    }
}
