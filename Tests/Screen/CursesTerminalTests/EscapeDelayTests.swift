import Testing

@testable import BuoyCursesTerminal

@Suite("The wait after Esc")
struct EscapeDelayTests {
    @Test(
        "is that of the configuration, then that of ESCDELAY, within limits",
        arguments: [
            (nil, nil, 25), (nil, "100", 100), (50, "100", 50), (nil, "99999999999", 5000),
            (nil, "-3", 1), (nil, "soon", 25), (nil, "99999999999999999999", 25),
            (1 << 40, nil, 5000),
        ] as [(Int?, String?, Int32)])
    func delay(option: Int?, variable: String?, expected: Int32) {
        #expect(CursesStart.escapeDelay(option, variable: variable) == expected)
    }
}
