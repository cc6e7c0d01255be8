import BuoyDashboard
import BuoyTextScreen
import Foundation

/// What a full event log keeps in memory.
enum MemoryBenchmark {
    static func run() async throws {
        let before = Usage.residentMebibytes
        var state = DashboardState(
            options: DashboardOptions(catalog: .core), size: ScreenSize(columns: 80, rows: 24))
        let fresh = Usage.residentMebibytes
        _ = state.handle(.client(DashboardBenchmark.events(50_000)))
        let full = Usage.residentMebibytes
        report("fresh state", "\((fresh - before).rounded(to: 1)) MiB")
        report("with 50,000 events of 200 B", "\((full - fresh).rounded(to: 1)) MiB more")
        var canvas = Canvas(size: ScreenSize(columns: 80, rows: 24))
        state.draw(on: &canvas)
        ChurnBenchmark.run()
    }
}
