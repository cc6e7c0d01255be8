import BuoyTextScreen
import Testing

@testable import BuoyCursesTerminal

/// The locale belongs to the process, so one test changes it and nothing else runs meanwhile.
@Suite("Characters as the C library draws them", .serialized)
struct CellTextTests {
    @Test("characters that the library and our table agree on are drawn, others replaced")
    func agreement() {
        guard TerminalLocale.setUp(wanted: .unicode) == .unicode else { return }
        let wide = CellText(Cell("日", span: .wide))
        #expect(wide.base == 0x65E5 && wide.isWide)
        #expect(CellText(Cell("é")).base == 0xE9)
        // Circled ten on a black square: narrow by Unicode, wide by glibc.
        let disputed = CellText(Cell("\u{3248}"))
        #expect(disputed.base == 0xFFFD && !disputed.isWide)
        #expect(CellText(Cell("\u{1FAE8}", span: .wide)).isWide == false)
    }

    @Test("ASCII is drawn in any locale")
    func ascii() {
        for value in UInt32(0x20)..<0x7F {
            let scalar = Unicode.Scalar(value) ?? " "
            #expect(CellText(Cell(scalar)).base == Int32(value))
        }
    }
}
