package enum ColorDepth: UInt8, Hashable, Sendable, CaseIterable, Comparable {
    case monochrome

    case sixteen

    case indexed

    case direct

    package static func < (left: ColorDepth, right: ColorDepth) -> Bool {
        left.rawValue < right.rawValue
    }
}

extension Color {
    package func reduced(to depth: ColorDepth) -> Color {
        switch (depth, self) {
        case (.monochrome, _): .standard
        case (_, .standard), (_, .named), (.direct, _), (.indexed, .indexed): self
        case (.indexed, .rgb(let rgb)): .indexed(rgb.nearestIndex)
        case (.sixteen, .rgb(let rgb)): .named(rgb.nearestName)
        case (.sixteen, .indexed(let index)):
            .named(NamedColor(rawValue: index) ?? RGB(index: index).nearestName)
        }
    }
}

extension RGB {
    /// 16 to 255 are the same on all terminals: a cube of six levels and 24 greys. The first
    /// sixteen are the user's; xterm's defaults stand for them.
    package init(index: UInt8) {
        switch index {
        case 0..<16:
            self = Self.xterm[Int(index)]
        case 16..<232:
            let place = index - 16
            self.init(
                Self.level(place / 36), Self.level(place / 6 % 6), Self.level(place % 6))
        default:
            let grey = 8 + (index - 232) * 10
            self.init(grey, grey, grey)
        }
    }

    /// Of the 240 fixed colours; never one of the user's own sixteen.
    var nearestIndex: UInt8 {
        let wanted = OKLab(self)
        var best: UInt8 = 16
        var shortest = Double.infinity
        for index in UInt8(16)...255 {
            let distance = wanted.squaredDistance(to: Self.palette[Int(index) - 16])
            if distance < shortest {
                best = index
                shortest = distance
            }
        }
        return best
    }

    /// A grey by its lightness, other colours by hue: distance alone would make most pastels grey.
    package var nearestName: NamedColor {
        let wanted = OKLab(self)
        guard wanted.chroma >= 0.04 else {
            switch wanted.lightness {
            case ..<0.35: return .black
            case ..<0.62: return .brightBlack
            case ..<0.93: return .white
            default: return .brightWhite
            }
        }
        let hues: [NamedColor] = [.red, .yellow, .green, .cyan, .blue, .magenta]
        let likeness = { (name: NamedColor) in
            wanted.hueLikeness(to: OKLab(RGB(index: name.rawValue | 8)))
        }
        let nearest = hues.max { likeness($0) < likeness($1) } ?? .white
        let isBright = wanted.lightness > 0.72
        return isBright ? NamedColor(rawValue: nearest.rawValue | 8) ?? nearest : nearest
    }

    private static func level(_ step: UInt8) -> UInt8 {
        step == 0 ? 0 : 55 + step * 40
    }

    private static let palette: [OKLab] = (UInt8(16)...255).map { OKLab(RGB(index: $0)) }

    private static let xterm: [RGB] = [
        RGB(0, 0, 0), RGB(205, 0, 0), RGB(0, 205, 0), RGB(205, 205, 0),
        RGB(0, 0, 238), RGB(205, 0, 205), RGB(0, 205, 205), RGB(229, 229, 229),
        RGB(127, 127, 127), RGB(255, 0, 0), RGB(0, 255, 0), RGB(255, 255, 0),
        RGB(92, 92, 255), RGB(255, 0, 255), RGB(0, 255, 255), RGB(255, 255, 255),
    ]
}
