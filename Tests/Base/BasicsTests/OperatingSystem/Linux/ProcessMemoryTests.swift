import Testing

@testable import ChannelsBasics

struct ProcessMemoryTests {
    @Test("code that can be dropped is mapped from a file and not writable")
    func code() {
        let map = """
            55d0c0000000-55d0c0001000 r--p 00000000 08:01 77 /usr/bin/buoy
            55d0c0001000-55d0c0a01000 r-xp 00001000 08:01 77 /usr/bin/buoy
            55d0c1000000-55d0c1002000 rw-p 01000000 08:01 77 /usr/bin/buoy
            55d0c2000000-55d0c2021000 rw-p 00000000 00:00 0 [heap]
            7f0000000000-7f0000001000 r-xp 00000000 00:00 0
            7f0000002000-7f0000004000 r-xp 00028000 08:01 91 /lib/a name/libc.so.6 (deleted)
            7f0000005000-7f0000006000 rwxp 00000000 08:01 92 /tmp/made
            7ffd00000000-7ffd00002000 r-xp 00000000 00:00 0 [vdso]
            nonsense
            """
        #expect(
            ProcessMemory.code(inMap: map) == [
                0x55d0_c000_1000..<0x55d0_c0a0_1000, 0x7f00_0000_2000..<0x7f00_0000_4000,
            ])
        #expect(ProcessMemory.code(inMap: "").isEmpty)
    }
}
