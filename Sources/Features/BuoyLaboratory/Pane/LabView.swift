import BuoyScripts
import BuoyTextScreen

/// The laboratory on the screen: a script played against every policy, as timelines of one client
/// each or as the herd of many, and the selected policy.
struct LabView: Hashable, Sendable {
    /// What is wanted.
    private(set) var request: LabRequest
    /// The part of `request` that was not asked for yet.
    private var isAsked = false
    /// The timelines that are shown; `nil` until the first script was played.
    private(set) var timelines: LabReport?
    /// The herds that are shown; `nil` while the timelines are.
    private(set) var herds: LabReport?
    /// The index of the selected policy.
    private(set) var selected = 0

    /// The first step of the account of the selected policy that is shown.
    private(set) var detailTop = 0

    /// How many clients a herd has unless another number is given.
    static let herdSize = 1000

    /// The laboratory before the first script.
    init() { self.request = LabRequest(script: FaultScript.all[0].name) }

    /// The name of the selected policy; `nil` until the first script was played.
    var policy: String? {
        let names = self.timelines?.timelines.map(\.name) ?? []
        return names.indices.contains(self.selected) ? names[self.selected] : nil
    }

    /// Whether what is shown is not what is wanted.
    private var isStale: Bool {
        self.request.clients == nil ? self.timelines == nil : self.herds == nil
    }

    // MARK: Wishes

    /// Another script is wanted, or another number of clients.
    mutating func show(_ request: LabRequest) {
        if request.script != self.request.script { (self.timelines, self.detailTop) = (nil, 0) }
        self.herds = nil
        self.request = request
        self.isAsked = false
    }

    /// The ready script at this distance is wanted. Beyond the last one comes the first.
    mutating func turn(by step: Int) {
        let names = FaultScript.all.map(\.name)
        let index = names.firstIndex(of: self.request.script).map { $0 + step } ?? 0
        let next = (index % names.count + names.count) % names.count
        self.show(
            LabRequest(
                script: names[next], clients: self.request.clients,
                capacity: self.request.capacity))
    }

    /// The herd is wanted in place of the timelines, or they in place of the herd.
    mutating func turnPart() {
        let clients = self.request.clients == nil ? Self.herdSize : nil
        self.show(LabRequest(script: self.request.script, clients: clients))
    }

    /// Selects a policy; the nearest one if no policy has this index.
    mutating func select(_ index: Int) {
        let before = self.policy
        let count = self.timelines?.timelines.count ?? 0
        self.selected = min(max(index, 0), max(count - 1, 0))
        if self.policy != before { self.detailTop = 0 }
        guard self.request.clients != nil, self.policy != before else { return }
        (self.herds, self.isAsked) = (nil, false)
    }

    /// Scrolls the account of the selected policy.
    /// - Parameter target: where a movement leads from a row of so many, of which so many are
    ///   shown.
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

    /// What has to be played now, and is then not returned again. The timelines come first, because
    /// they name the policies; a herd is that of the selected one, because it may take seconds.
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

    /// A script was played.
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

    /// A script could not be played: the first one is wanted again, unless it is that one.
    mutating func failed(_ request: LabRequest) {
        guard request.script == self.request.script, request.script != FaultScript.all[0].name
        else { return }
        self.show(LabRequest(script: FaultScript.all[0].name, clients: nil))
    }
}
