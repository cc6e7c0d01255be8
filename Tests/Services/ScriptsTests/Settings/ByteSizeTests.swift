import BuoyScripts
import Testing

@Suite("Sizes")
struct ByteSizeTests {
    @Test(
        "sizes are read in the units of people and of memory",
        arguments: [
            ("64 MB", 64_000_000), ("64MiB", 64 << 20), ("1k", 1000), ("2 kb", 2000),
            ("3G", 3_000_000_000),
            ("1 KiB", 1024), ("100", 100), ("7 b", 7), ("0", 0),
        ])
    func reads(text: String, bytes: Int) {
        #expect(ByteSize(text)?.bytes == bytes)
    }

    @Test(
        "anything else is none",
        arguments: [
            "", "MB", "1.5 MB", "-1", "1 TB", "1 MB MB", "9223372036854775807 k",
            "99999999999999999999", "１ MB", " 1",
        ])
    func refuses(text: String) {
        #expect(ByteSize(text) == nil)
    }

    @Test(
        "a size is written in the largest unit that fits, and can be read again",
        arguments: [(64 << 20, "64 MiB"), (1 << 30, "1 GiB"), (1500, "1500 B"), (2048, "2 KiB")])
    func writes(bytes: Int, text: String) {
        #expect(ByteSize(bytes: bytes).text == text)
        #expect(ByteSize(text)?.bytes == bytes)
    }
}
