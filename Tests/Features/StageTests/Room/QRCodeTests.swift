import ChannelsSigning
import Testing

@testable import BuoyStage

@Suite("QR codes")
struct QRCodeTests {
    private static func rows(_ code: QRCode) -> [String] {
        (0..<code.size).map { y in
            (0..<code.size).map { code[$0, y] ? "1" : "0" }.joined()
        }
    }

    @Test("a code of version 1 is that of another encoder")
    func smallest() throws {
        let code = try #require(QRCode("HELLO WORLD"))
        #expect(
            Self.rows(code) == [
                "111111100010101111111", "100000101110001000001", "101110100010101011101",
                "101110100010101011101", "101110101011101011101", "100000100111001000001",
                "111111101010101111111", "000000000000000000000", "101010100100100010010",
                "011110001001000010001", "000111111101001011000", "111101011001110101110",
                "010011110101001110101", "000000001010001000101", "111111100000100101100",
                "100000100110001101000", "101110101100101111111", "101110100011010100010",
                "101110101111011101001", "100000100001110001011", "111111101101011100001",
            ])
    }

    /// The digests are those of python-qrcode 8 with the same mask.
    @Test(
        "codes with several blocks, an alignment pattern and a version are those of another encoder",
        arguments: [
            (
                "HTTP://192.168.100.100:54321/ABCDEFGHIJKLMNOP", 3,
                "0dd1e3bf756b66252602d72582c2f37515bcc90713cc6cfba39bc61f49018f32"
            ),
            (
                "http://[2001:db8::1]:54321/abcdefghijklmnop", 4,
                "e5a4d631e6f381e58be09b8c02be6a2061b5ac4750cc98e269097e426b092175"
            ),
            (
                String(repeating: "y", count: 150), 8,
                "230adb2b282df71c405a01a24dc833c1eab6b49b30c774cf62628459aa935412"
            ),
            (
                String(repeating: "v", count: 213), 10,
                "fab98ac44d7635fe41cd35c6173651bc4e17e38fee7cd944182d63038340fc6c"
            ),
        ])
    func digests(text: String, version: Int, digest: String) throws {
        let code = try #require(QRCode(text))
        #expect(code.size == 17 + 4 * version)
        let bytes = Array(Self.rows(code).joined(separator: "\n").utf8)
        #expect(Digest.hex(try Digest.sha256(bytes)) == digest)
    }

    @Test("what does not fit has no code")
    func tooLong() {
        #expect(QRCode(String(repeating: "x", count: 213)) != nil)
        #expect(QRCode(String(repeating: "x", count: 214)) == nil)
    }
}
