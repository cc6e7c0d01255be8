import Testing

@testable import BuoyTextScreen

@Suite("Colour vision and contrast")
struct ColorVisionTests {
    @Test("greys look the same to everybody", arguments: ColorVision.allCases)
    func greys(vision: ColorVision) {
        for level in stride(from: UInt8(0), through: 255, by: 51) {
            let grey = LinearRGB(RGB(level, level, level))
            let seen = vision.simulated(grey)
            #expect(abs(seen.red - grey.red) < 1e-5)
            #expect(abs(seen.green - grey.green) < 1e-5)
            #expect(abs(seen.blue - grey.blue) < 1e-5)
        }
    }

    @Test("a simulated colour has the amounts that the published matrices give, cut off at none")
    func matrices() {
        let red = LinearRGB(red: 1, green: 0, blue: 0)
        #expect(ColorVision.typical.simulated(red) == red)
        #expect(
            ColorVision.protanopia.simulated(red)
                == LinearRGB(red: 0.152286, green: 0.114503, blue: 0))
        #expect(
            ColorVision.deuteranopia.simulated(red)
                == LinearRGB(red: 0.367322, green: 0.280085, blue: 0))
        #expect(
            ColorVision.tritanopia.simulated(LinearRGB(red: 0, green: 1, blue: 0))
                == LinearRGB(red: 0, green: 0.930809, blue: 0.691367))
    }

    @Test(
        "each kind of vision brings the colours together that it is known to confuse",
        arguments: [
            (ColorVision.protanopia, RGB(0, 158, 115), RGB(150, 130, 130)),
            (.deuteranopia, RGB(220, 130, 60), RGB(150, 160, 60)),
            (.tritanopia, RGB(0, 128, 255), RGB(0, 150, 150)),
        ])
    func confusions(vision: ColorVision, one: RGB, other: RGB) {
        let distance = { (vision: ColorVision) in
            OKLab(vision.simulated(LinearRGB(one)))
                .distance(to: OKLab(vision.simulated(LinearRGB(other))))
        }
        #expect(distance(vision) < distance(.typical) / 2)
    }

    @Test(
        "contrast is the ratio of WCAG 2",
        arguments: [
            (RGB(0, 0, 0), RGB(255, 255, 255), 21),
            (RGB(0x76, 0x76, 0x76), RGB(255, 255, 255), 4.54),
            (RGB(255, 0, 0), RGB(255, 255, 255), 4.0), (RGB(1, 2, 3), RGB(1, 2, 3), 1),
        ] as [(RGB, RGB, Double)])
    func contrast(one: RGB, other: RGB, ratio: Double) {
        let measured = LinearRGB(one).contrast(to: LinearRGB(other))
        #expect(abs(measured - ratio) < 0.01)
        #expect(LinearRGB(other).contrast(to: LinearRGB(one)) == measured)
    }
}
