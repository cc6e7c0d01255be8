import BuoyScripts
import BuoyTextScreen

struct LabView: Hashable, Sendable {
    private(set) var request: LabRequest
    private var isAsked = false
    private(set) var timelines: LabReport?
    private(set) var herds: LabReport?
    private(set) var selected = 0

    private(set) var detailTop = 0

    static let herdSize = 1000

    init() { self.request = LabRequest(script: FaultScript.all[0].name) }

    var policy: String? {
        let names = self.timelines?.timelines.map(\.name) ?? []
        return names.indices.contains(self.selected) ? names[self.selected] : nil
    }

    private var isStale: Bool {
        self.request.clients == nil ? self.timelines == nil : self.herds == nil
    }

    // MARK: Wishes

    mutating func show(_ request: LabRequest) {
        if request.script != self.request.script { (self.timelines, self.detailTop) = (nil, 0) }
        self.herds = nil
        self.request = request
        self.isAsked = false
    }

    /// Beyond the last ready script comes the first.
    mutating func turn(by step: Int) {
        let names = FaultScript.all.map(\.name)
        let index = names.firstIndex(of: self.request.script).map { $0 + step } ?? 0
        let next = (index % names.count + names.count) % names.count
        self.show(
            LabRequest(
                script: names[next], clients: self.request.clients,
                capacity: self.request.capacity))
    }

    mutating func turnPart() {
        let clients = self.request.clients == nil ? Self.herdSize : nil
        self.show(LabRequest(script: self.request.script, clients: clients))
    }

    /// Selects the nearest policy if none has this index.
    mutating func select(_ index: Int) {
        let before = self.policy
        let count = self.timelines?.timelines.count ?? 0
        self.selected = min(max(index, 0), max(count - 1, 0))
        if self.policy != before { self.detailTop = 0 }
        guard self.request.clients != nil, self.policy != before else { return }
        (self.herds, self.isAsked) = (nil, false)
    }

    mutating func scrollDetails(
        size: ScreenSize, target: (_ row: Int, _ count: Int, _ height: Int) -> Int
    ) {
        guard let report = self.timelines, report.timelines.indices.contains(self.selected) else {
            return
        }
        let count = report.timelines[self.selected].spans.count
        let height = Self.detailRows(of: report, size: size)
        let last = max(count - height, 0)
        self.detailTop = min(target(min(self.detailTop, last), count, height), last)
    }

    /// The steps to play now; never returned again. The timelines come first, because they name
    /// the policies; a herd is that of the selected one, because it may take seconds.
    mutating func nextRequest() -> LabRequest? {
        guard !self.isAsked, self.isStale else { return nil }
        self.isAsked = true
        return self.timelines == nil ? LabRequest(script: self.request.script) : self.herdRequest
    }

    private var herdRequest: LabRequest {
        LabRequest(
            script: self.request.script, clients: self.request.clients, policy: self.policy,
            capacity: self.request.capacity)
    }

    // MARK: Answers

    mutating func played(_ report: LabReport, for request: LabRequest) {
        guard request.script == self.request.script else { return }
        if request.clients == nil {
            self.timelines = report
            self.select(self.selected)
            if self.request.clients != nil { self.isAsked = false }
        } else if request == self.herdRequest {
            self.herds = report
        }
    }

    /// The first script is wanted again, unless it is the one that failed.
    mutating func failed(_ request: LabRequest) {
        guard request.script == self.request.script, request.script != FaultScript.all[0].name
        else { return }
        self.show(LabRequest(script: FaultScript.all[0].name, clients: nil))
    }
}
