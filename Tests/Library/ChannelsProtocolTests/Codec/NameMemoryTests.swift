import Testing

@testable import ChannelsProtocol

@Suite("the names of a connection, by their bytes")
struct NameMemoryTests {
    private static func find(_ name: String, in memory: inout NameMemory<String>) -> Int? {
        Array(name.utf8).withUnsafeBufferPointer { bytes in
            memory.find(bytes) { String(decoding: $0, as: UTF8.self) }
        }
    }

    @Test(
        "names that differ in a few places, wherever these are, are all remembered and told apart",
        arguments: 0...24)
    func similarNames(_ place: Int) {
        var memory = NameMemory<String>()
        let before = String(repeating: "a", count: place)
        let after = String(repeating: "z", count: 24 - place)
        let names = (1_000..<3_000).flatMap { number in
            ["\(before)\(number)\(after)", "\(before)\(number)", "\(number)\(after)"]
        }
        var numbers: [String: Int] = [:]
        for name in names where numbers[name] == nil {
            let number = Self.find(name, in: &memory)
            #expect(number == numbers.count, "\(name)")
            numbers[name] = number
        }
        for name in names.reversed() {
            #expect(Self.find(name, in: &memory) == numbers[name])
            #expect(numbers[name].map { memory[$0] } == name)
        }
    }
}
