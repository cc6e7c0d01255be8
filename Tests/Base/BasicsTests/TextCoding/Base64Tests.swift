import ChannelsBasics
import Foundation
import Testing

@Suite("Base64")
struct Base64Tests {
    @Test("bytes are written as Foundation writes them, and read back", arguments: 0..<70)
    func roundTrip(count: Int) {
        let bytes = (0..<count).map { UInt8(truncatingIfNeeded: $0 &* 37 &+ count) }
        let text = Data(bytes).base64EncodedString()
        #expect(Base64.encode(bytes) == text)
        #expect(Base64.encodedBytes(bytes) == Array(text.utf8))
        #expect(Base64.length(of: count) == text.utf8.count)
        #expect(Base64.decode(text) == bytes)
    }

    @Test("every letter has its value, and nothing else has one")
    func letters() {
        let alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/"
        for byte in UInt8.min...UInt8.max where byte < 128 {
            let letter = String(decoding: [byte], as: UTF8.self)
            #expect((Base64.decode("AA\(letter)A") != nil) == alphabet.contains(letter))
        }
        #expect(Base64.encode(Base64.decode(alphabet) ?? []) == alphabet)
    }

    @Test(
        "what is not exactly base64 with padding is refused",
        arguments: [
            "A", "AA", "AAA", "AA=", "A===", "====", "AA=A", "AB==", "AAB=", "AA==AAAA", "AA A",
            "AAAA\n", "AA-_", "ÄAA=",
        ])
    func refused(text: String) {
        #expect(Base64.decode(text) == nil)
    }

    @Test("nothing is nothing")
    func empty() {
        #expect(Base64.encode([]) == "")
        #expect(Base64.decode("") == [])
    }
}
