import BuoyScripts
import ChannelsBasics
import ChannelsEventWords

struct LabTable {
    private struct Column {
        let title: String
        let width: Int
        /// The widest screen on which the column is left out; 0 for never.
        let leftOutUpTo: Int
        let value: (LabHerd) -> String
    }

    private static let leastNameWidth = 18

    private let report: LabReport
    private let nameWidth: Int
    private let columns: [Column]

    init(_ report: LabReport, width: Int) {
        self.report = report
        let longest = report.herds.map(\.title.count).max() ?? 0
        self.nameWidth = max(Self.leastNameWidth, longest)
        let room = width - (self.nameWidth - Self.leastNameWidth)
        self.columns = Self.columns(report).filter { $0.leftOutUpTo < room }
    }

    var titles: String {
        "".padded(to: self.nameWidth)
            + self.columns.map { $0.title.paddedAtStart(to: $0.width) }.joined()
    }

    func row(_ herd: LabHerd, name: String? = nil) -> String {
        (name ?? herd.title).padded(to: self.nameWidth)
            + self.columns.map { $0.value(herd).paddedAtStart(to: $0.width) }.joined()
    }

    /// `; 500/s, backlog 511, then dropped`; empty without a capacity.
    var capacityWords: String {
        self.report.herds.last?.load.map { "; \($0.capacity.words)" } ?? ""
    }

    var heading: String {
        guard let herd = self.report.herds.last else { return "" }
        let clients =
            Figures.counted(herd.clients, "client")
            + (self.report.isFleet ? " on one server" : " per policy")
        return herd.load.map { "\(clients), \($0.capacity.words)" } ?? clients
    }

    var legend: String {
        let start = LabReport.time(self.report.recoveryStart)
        let origin =
            self.report.script.end == nil
            ? "start of the script" : "end of the last fault, at \(start)"
        let late =
            self.columns.contains { $0.title == "late" }
            ? "late: handshakes after the client stopped waiting; " : ""
        return "Times are counted from the \(origin). wasted: unsuccessful attempts; \(late)in 2m: "
            + "clients never disconnected for longer. \(LabProfile.explanation)."
    }

    private static func columns(_ report: LabReport) -> [Column] {
        let hasCapacity = report.herds.contains { $0.load != nil }
        let peak = { (herd: LabHerd) in Figures.grouped(herd.load?.peak ?? herd.peak) }
        let time = { (share: Double) in
            { (herd: LabHerd) in
                report.seconds(until: share, of: herd).map(LabReport.time)
                    ?? (herd.gaveUp > 0 ? "gave up" : "-")
            }
        }
        var columns = [
            Column(title: "jitter", width: 7, leftOutUpTo: 0) { $0.hasJitter ? "yes" : "no" },
            Column(title: "peak/s", width: 9, leftOutUpTo: 88, value: peak),
        ]
        if hasCapacity {
            columns.append(
                Column(title: "of capacity", width: 13, leftOutUpTo: 72) { $0.load?.share ?? "" })
        }
        columns.append(
            Column(title: "wasted", width: 10, leftOutUpTo: 0) { Figures.grouped($0.wasted) })
        if hasCapacity {
            columns.append(
                Column(title: "late", width: 9, leftOutUpTo: 97) {
                    Figures.grouped($0.load?.late ?? 0)
                })
        }
        return columns + [
            Column(title: "50%", width: 8, leftOutUpTo: 79, value: time(0.5)),
            Column(title: "99%", width: 8, leftOutUpTo: 0, value: time(0.99)),
            Column(title: "all", width: 8, leftOutUpTo: 0, value: time(1)),
            Column(title: "in 2m", width: 8, leftOutUpTo: 0, value: \.backInTimeShare),
        ]
    }
}
