import Testing

@testable import BuoyDashboard

@Suite("Checking a filter that stands elsewhere")
struct FilterCheckingTests {
    @Test("a filter that can be used has no fault, and may name saved ones")
    func good() {
        let saved = [SavedFilter(name: "big", source: "size>2k")]
        #expect(EventFilter.fault(in: "@big or order", saved: saved) == nil)
        #expect(EventFilter.fault(in: "", saved: []) == nil)
    }

    @Test("a fault has its place and a sentence")
    func bad() {
        let fault = EventFilter.fault(in: "order @bgi", saved: [])
        #expect(fault?.position == 6)
        #expect(fault?.reason.contains("unknown saved filter @bgi") == true)
    }
}
