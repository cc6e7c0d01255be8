import BuoyDashboard
import BuoyTextScreen
import ChannelsProtocol

extension LogRows {
    /// The report of a row; `nil` if it is something else.
    func report(at index: Int) -> ClientReport? {
        if case .report(let event)? = self.row(at: index) { event } else { nil }
    }

    /// The selected report; `nil` if something else is selected.
    var selectedReport: ClientReport? { self.report(at: self.selectedIndex) }
}
