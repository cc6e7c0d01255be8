import Measurements
import Testing

@testable import MetricsService

@Suite("What is measured of the process")
struct ProcessMetricsTests {
    @Test("the start is that of the kernel, whatever the program is called")
    func startTime() {
        let stat = "12 (a b) c)) S 1 12 12 0 -1 0 1 2 3 4 5 6 7 8 20 0 3 0 4250 9 10"
        let system = "cpu 1 2 3\nbtime 1000\nprocesses 7\n"
        let start = ProcessMetrics.startTime(
            stat: stat, systemStat: system, ticksPerSecond: 100)
        #expect(start == 1042.5)
        for (stat, system, ticks) in [
            ("", system, 100), (stat, "", 100), (stat, system, 0), ("12 (a) S 1", system, 100),
            (stat, "btime x\n", 100),
        ] {
            let start = ProcessMetrics.startTime(
                stat: stat, systemStat: system, ticksPerSecond: ticks)
            #expect(start == nil)
        }
    }

    @Test("the values of this process are plausible")
    func current() throws {
        var values: [String: Double] = [:]
        for measurement in ProcessMetrics.current(version: "1.2") {
            guard case .set(let value) = measurement.change else { continue }
            values[measurement.family.sampleName] = value
        }
        #expect(values.count == ProcessMetrics.families.count)
        #expect(values["buoy_build_info"] == 1)
        #expect(try #require(values["process_resident_memory_bytes"]) > 1_000_000)
        #expect(try #require(values["process_cpu_seconds_total"]) > 0)
        let open = try #require(values["process_open_fds"])
        #expect(open >= 3)
        #expect(open <= (try #require(values["process_max_fds"])))
        #expect(try #require(values["process_start_time_seconds"]) > 1_600_000_000)
    }
}
