import BuoyTestSupport
import BuoyTextScreen
import ChannelsProtocol

@testable import BuoyDashboard

/// Builds views of data for tests.
enum DataViewFixture {
    static func tree(_ json: String, _ memory: FoldMemory = FoldMemory()) -> JSONTree {
        JSONTree(JSONValue.parse(json) ?? .null, memory)
    }

    static func context(_ glyphs: GlyphSet = .unicode) -> DataLineContext {
        DataLineContext(glyphs: glyphs, utcOffsetSeconds: 3600, time: RecordedEvents().time)
    }
}

extension JSONTree {
    func texts() -> [String] {
        self.rows.indices.map { self.line(at: $0, DataViewFixture.context()).plain }
    }
}
