import Testing

@testable import BuoyTextScreen

@Suite("Colours")
struct ColorTests {
    @Test(
        "colours are read as theme files write them",
        arguments: [
            ("default", .standard), ("red", .named(.red)), ("bright-black", .named(.brightBlack)),
            ("#bf616a", .rgb(RGB(0xBF, 0x61, 0x6A))), ("#FFFFFF", .rgb(RGB(255, 255, 255))),
            ("131", .indexed(131)), ("0", .indexed(0)),
        ] as [(String, Color)])
    func reads(text: String, color: Color) {
        #expect(Color(text) == color)
    }

    @Test(
        "anything else is no colour",
        arguments: [
            "", "#", "#fff", "#12345g", "#1234567", "#+12345", "256", "-1", "+1", "Red", "orange",
        ])
    func refuses(text: String) {
        #expect(Color(text) == nil)
    }

    @Test("every colour of the palette is its own nearest colour")
    func palette() {
        for index in UInt8(16)...255 {
            let nearest = RGB(index: index).nearestIndex
            #expect(RGB(index: nearest) == RGB(index: index))
        }
    }

    @Test(
        "the nearest of 256 colours is the one that looks alike",
        arguments: [
            (RGB(255, 136, 0), 208), (RGB(0xBF, 0x61, 0x6A), 131), (RGB(1, 1, 1), 16),
            (RGB(254, 254, 254), 231), (RGB(128, 128, 128), 244),
        ] as [(RGB, UInt8)])
    func nearest(color: RGB, index: UInt8) {
        #expect(color.nearestIndex == index)
    }

    @Test(
        "the nearest of sixteen keeps the hue",
        arguments: [
            (RGB(0xBF, 0x61, 0x6A), .red), (RGB(0xA3, 0xBE, 0x8C), .brightGreen),
            (RGB(0xEB, 0xCB, 0x8B), .brightYellow), (RGB(0x26, 0x8B, 0xD2), .blue),
            (RGB(0xD3, 0x36, 0x82), .magenta), (RGB(0, 0, 0), .black),
            (RGB(0xFD, 0xF6, 0xE3), .brightWhite), (RGB(0x4C, 0x4C, 0x4C), .brightBlack),
        ] as [(RGB, NamedColor)])
    func sixteen(color: RGB, name: NamedColor) {
        #expect(color.nearestName == name)
    }

    @Test("a terminal is never asked for a colour that it has not", arguments: ColorDepth.allCases)
    func reduces(depth: ColorDepth) {
        let colors: [Color] =
            [.standard] + NamedColor.allCases.map(Color.named)
            + (0...255).map { .indexed($0) }
            + (0...255).map { .rgb(RGB($0, 255 &- $0, $0 &* 7)) }
        for color in colors {
            switch (depth, color.reduced(to: depth)) {
            case (_, .standard): #expect(depth == .monochrome || color == .standard)
            case (.monochrome, _): Issue.record("\(color) is left on a screen without colours")
            case (.sixteen, let reduced):
                if case .named = reduced { continue }
                Issue.record("\(reduced) is not one of sixteen")
            case (.indexed, .rgb): Issue.record("\(color) is left on a screen of 256 colours")
            case (.indexed, _), (.direct, _): break
            }
        }
    }

    @Test("roots are exact enough", arguments: [0, 1e-9, 0.001, 0.2, 0.5, 1])
    func roots(value: Double) {
        for degree in [3, 5] {
            let root = OKLab.root(degree, of: value)
            let power = (0..<degree).reduce(1.0) { product, _ in product * root }
            #expect(abs(power - value) < 1e-9)
        }
    }

    @Test("white is light and colourless, red is not")
    func oklab() {
        let white = OKLab(RGB(255, 255, 255))
        #expect(abs(white.lightness - 1) < 1e-6)
        #expect(white.chroma < 1e-6)
        // The figures of the OKLab paper for sRGB red.
        let red = OKLab(RGB(255, 0, 0))
        #expect(abs(red.lightness - 0.62796) < 1e-4)
        #expect(abs(red.a - 0.22486) < 1e-4)
        #expect(abs(red.b - 0.12585) < 1e-4)
    }
}
