import BuoyTestBasics
import Foundation
import Testing

@Suite("Inputs that a fuzzer found")
struct CorpusTests {
    @Test("every reader answers to its corpus", arguments: FuzzedReader.allCases)
    func corpus(_ reader: FuzzedReader) throws {
        let folder = SourceTree.root.appending(
            path: "Tests/Program/FuzzTests/Corpora/\(reader.rawValue)")
        let files = try FileManager.default.contentsOfDirectory(
            at: folder, includingPropertiesForKeys: nil)
        #expect((1...30).contains(files.count))
        for file in files {
            let bytes = try Array(Data(contentsOf: file))
            #expect(throws: Never.self, "\(file.lastPathComponent)") { try reader.read(bytes) }
        }
    }
}
