import BuoyProgramSupport
import BuoyScripts
import ChannelsBasics
import ChannelsEventWords
import ChannelsProtocol

/// Delays that double from a base to a cap.
struct BackOff: Hashable, Sendable {
    enum Jitter: String, Hashable, Sendable, CaseIterable {
        case none
        /// From half of the delay to all of it.
        case half
        /// From nothing to all of the delay.
        case full
    }

    let base: Duration
    let cap: Duration
    let jitter: Jitter

    /// The policy in a file for `--compare`.
    var lines: [String] {
        let delays = self.delays.map { delay in
            switch self.jitter {
            case .none: "\"\(delay.typed)\""
            case .half: "\"\((delay / 2).typed)-\(delay.typed)\""
            case .full: "\"0s-\(delay.typed)\""
            }
        }
        return ["[found]", "delays = [\(delays.joined(separator: ", "))]", "limit = \"10s\""]
    }

    private var delays: [Duration] {
        var delays = [self.base]
        while let last = delays.last, last < self.cap { delays.append(min(last * 2, self.cap)) }
        return delays
    }

    func profile() throws -> LabProfile {
        let policies = try PolicyFile.policies(
            self.lines.joined(separator: "\n"), path: "the search")
        return LabProfile(policies.first ?? .standard)
    }
}

/// Looks for the delays with which clients come back soon, and not all at once.
struct PolicySearch: Sendable {
    struct Row: Hashable, Sendable {
        let backOff: BackOff
        let herd: LabHerd
        /// In seconds from the end of the last fault; `nil` if not all came back.
        let half, most, all: Int?

        var peak: Int { self.herd.load?.peak ?? self.herd.peak }

        func keeps(_ capacity: LabCapacity) -> Bool { Double(self.peak) <= capacity.perSecond }

        fileprivate func isBeaten(by other: Row) -> Bool {
            guard let all = self.all else { return true }
            guard let others = other.all else { return false }
            return others <= all && other.peak <= self.peak
                && (others < all || other.peak < self.peak)
        }
    }

    let script: FaultScript
    let clients: Int
    let capacity: LabCapacity
    let seed: UInt64
    let roundTrip: Duration?

    static let mostRows = 10
    /// The first comparison is with fewer clients and as much less capacity, if enough remain.
    private static let enoughClients = 1000
    private static let enoughPerSecond = 20.0

    /// The rows that no other one beats in both the peak and the time, from the fastest on.
    func run() async throws -> [Row] {
        let candidates = self.candidates
        let scale = max(
            min(
                Double(self.clients) / Double(Self.enoughClients),
                self.capacity.perSecond / Self.enoughPerSecond), 1)
        let first = Self.front(try await self.rows(candidates, dividedBy: scale))
        return Self.front(try await self.rows(first.map(\.backOff), dividedBy: 1))
    }

    private var candidates: [BackOff] {
        let least = self.capacity.leastTime(for: self.clients).inSeconds
        let round: [Double] = [1, 2, 5, 10, 20, 30, 60]
        let fitting = [1, 1.1, 1.25, 1.5, 2, 3].map { ($0 * least).rounded(.up) }
        let bases = Set((round + fitting).filter { (1...3600).contains($0) }).sorted()
        return bases.flatMap { base in
            Set([base, base * 2, base * 8, max(base, 30)]).sorted().flatMap { cap in
                BackOff.Jitter.allCases.map {
                    BackOff(base: .seconds(base), cap: .seconds(cap), jitter: $0)
                }
            }
        }
    }

    private func rows(_ backOffs: [BackOff], dividedBy scale: Double) async throws -> [Row] {
        func part(_ count: Int) -> Int { Int((Double(count) / scale).rounded()) }
        let capacity = LabCapacity(
            perSecond: self.capacity.perSecond / scale, backlog: part(self.capacity.backlog),
            queue: part(self.capacity.queue), overflow: self.capacity.overflow)
        let report = try await LabPlan(
            self.script, try backOffs.map { try $0.profile() }, clients: part(self.clients),
            jitters: [true], seed: self.seed, capacity: scale == 1 ? self.capacity : capacity,
            roundTrip: self.roundTrip
        ).run()
        return zip(backOffs, report.herds).map { backOff, herd in
            Row(
                backOff: backOff, herd: herd, half: report.seconds(until: 0.5, of: herd),
                most: report.seconds(until: 0.99, of: herd),
                all: report.seconds(until: 1, of: herd))
        }
    }

    private static func front(_ rows: [Row]) -> [Row] {
        let best = rows.filter { row in !rows.contains { row.isBeaten(by: $0) } }
            .sorted { ($0.all ?? .max, $0.peak) < ($1.all ?? .max, $1.peak) }
        guard best.count > Self.mostRows else { return best }
        return (0..<Self.mostRows).map { best[$0 * (best.count - 1) / (Self.mostRows - 1)] }
    }
}

extension PolicySearch {
    func lines(_ rows: [Row], within time: Duration) -> [String] {
        let titles = ["base", "cap", "jitter", "peak/s", "of capacity", "wasted"] + Self.shares
        let seconds = Int(time.components.seconds)
        let found = rows.first { $0.keeps(self.capacity) && ($0.all ?? .max) <= seconds }
        let table = rows.map { row in
            [
                Figures.duration(row.backOff.base), Figures.duration(row.backOff.cap),
                row.backOff.jitter.rawValue, Figures.grouped(row.peak), row.herd.load?.share ?? "",
                Figures.grouped(row.herd.wasted),
            ] + [row.half, row.most, row.all].map { $0.map(LabReport.time) ?? "-" }
                + [row == found ? "<" : ""]
        }
        let widths = titles.indices.map { column in
            ([titles] + table).map { $0[column].count }.max() ?? 0
        }
        let rest = LabReport(self.script, herds: rows.map(\.herd), isFleet: true)
        return [
            "\(self.script.name): \(self.script.words)",
            "\(Figures.counted(self.clients, "client")), \(self.capacity.words)", "",
        ]
            + ([titles] + table).map { row in
                row.enumerated().map { index, text in
                    index < widths.count ? text.paddedAtStart(to: widths[index]) : text
                }.joined(separator: "  ").trimmedAtEnd
            } + [
                "",
                "Times are counted from \(LabReport.time(rest.recoveryStart)), the end of the last "
                    + "fault. Delays double from base to cap.",
                "Jitter: full is from 0 to the delay, half from half of it. Rows with a larger "
                    + "peak and a later end are left out.", "",
            ] + self.conclusion(found, rows, within: time) + rest.conclusions
    }

    private static let shares = ["50%", "99%", "all"]

    private func conclusion(_ found: Row?, _ rows: [Row], within time: Duration) -> [String] {
        guard let found else {
            let nearest = rows.first { $0.keeps(self.capacity) }
            return [
                "No delays keep the peak within the capacity and bring all clients back within "
                    + "\(Figures.duration(time)). "
                    + (nearest?.all.map { "The fastest that keep it take \(LabReport.time($0))." }
                        ?? "None of them keeps it.")
            ]
        }
        return ["The fastest within the capacity (<), as a file for --compare:"]
            + found.backOff.lines + [""]
    }
}

extension String {
    fileprivate var trimmedAtEnd: String {
        String(self.reversed().drop { $0 == " " }.reversed())
    }
}
