import ChannelsMeasurements
import Testing

@Suite("A bounded number of labels")
struct BoundedLabelTests {
    @Test("the first values are kept, and the rest shares one")
    func rest() {
        var labels = BoundedLabels(limit: 2)
        let admitted = ["a", "b", "c", "a"].map { labels.admit($0) }
        #expect(admitted == [true, true, false, true])
        #expect(["a", "b", "c", ""].map(labels.label) == ["a", "b", "(other)", "(other)"])
    }

    @Test("without room, everything shares one")
    func noRoom() {
        var labels = BoundedLabels(limit: -1)
        let isAdmitted = labels.admit("a")
        #expect(!isAdmitted)
        #expect(labels.label(for: "a") == "(other)")
    }
}
