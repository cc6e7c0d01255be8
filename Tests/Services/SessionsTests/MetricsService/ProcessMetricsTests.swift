import ChannelsMeasurements
import Testing

@testable import BuoySessions

@Suite("What is measured of the process")
struct ProcessMetricsTests {
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
