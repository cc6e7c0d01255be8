import Testing

@testable import ChannelsBasics

struct NetworkChangesTests {
    /// A message as the kernel writes it.
    private static func message(
        _ type: UInt16, _ body: [UInt8], length: Int? = nil
    ) -> [UInt8] {
        var bytes: [UInt8] = []
        withUnsafeBytes(of: UInt32(length ?? 16 + body.count)) { bytes += $0 }
        withUnsafeBytes(of: type) { bytes += $0 }
        bytes += [UInt8](repeating: 0, count: 10) + body
        return bytes + [UInt8](repeating: 0, count: (4 - bytes.count % 4) % 4)
    }

    private static func kinds(_ bytes: [UInt8]) -> NetworkChanges.Kinds {
        bytes.withUnsafeBytes(NetworkChanges.kinds)
    }

    private static func isNews(_ bytes: [UInt8]) -> Bool { !Self.kinds(bytes).isEmpty }

    private static let address: [UInt8] = [2, 24, 0x80, 0, 2, 0, 0, 0]
    private static let route: [UInt8] = [2, 0, 0, 0, 254, 4, 0, 1, 0, 0, 0, 0]

    @Test("a new address and a new default route are news")
    func news() {
        #expect(Self.isNews(Self.message(20, Self.address)))
        #expect(Self.isNews(Self.message(20, [10, 64, 0, 253, 2, 0, 0, 0, 9, 9])))
        #expect(Self.isNews(Self.message(24, Self.route)))
        let mixed = Self.message(16, [1, 2, 3]) + Self.message(24, Self.route)
        #expect(Self.isNews(mixed))
    }

    @Test("an address that goes away is told apart from one that comes")
    func lost() {
        let gone = Self.message(21, Self.address)
        #expect(Self.kinds(gone) == .lost)
        #expect(Self.kinds(Self.message(20, Self.address)) == .gained)
        #expect(Self.kinds(gone + Self.message(24, Self.route)) == [.lost, .gained])
        #expect(Self.kinds(Self.message(21, [2, 8, 0x80, 254, 1, 0, 0, 0])) == [])
    }

    @Test("the machine has the addresses of its loopback interface, and none of documentation")
    func addresses() {
        #expect(NetworkChanges.hasAddress("127.0.0.1"))
        #expect(NetworkChanges.hasAddress("127.9.8.7"))
        #expect(!NetworkChanges.hasAddress("192.0.2.77"))
        #expect(!NetworkChanges.hasAddress("2001:db8::77"))
        #expect(!NetworkChanges.hasAddress(""))
    }

    @Test(
        "a route that goes away, and what is not ready or stays inside is none",
        arguments: [
            (25, [2, 0, 0, 0, 254, 4, 0, 1, 0, 0, 0, 0]),
            (20, [10, 64, 0x40, 253, 2, 0, 0, 0]), (20, [2, 8, 0x80, 254, 1, 0, 0, 0]),
            (24, [2, 24, 0, 0, 254, 2, 253, 1, 0, 0, 0, 0]),
            (24, [10, 0, 0, 0, 254, 2, 0, 7, 0, 0, 0, 0]), (16, [2, 0, 0, 0, 0, 0, 0, 1]),
        ] as [(UInt16, [UInt8])])
    func noNews(_ type: UInt16, _ body: [UInt8]) {
        #expect(!Self.isNews(Self.message(type, body)))
    }

    @Test("rubbish is read safely, and is none")
    func rubbish() {
        let whole = Self.message(20, Self.address)
        for count in 0..<whole.count { #expect(!Self.isNews(Array(whole.prefix(count)))) }
        for length in [0, 15, 25, Int(UInt32.max)] {
            #expect(!Self.isNews(Self.message(20, Self.address, length: length)))
        }
        #expect(!Self.isNews(Self.message(20, [2, 24])))
        #expect(!Self.isNews(Self.message(24, [2, 0, 0, 0])))
    }
}
