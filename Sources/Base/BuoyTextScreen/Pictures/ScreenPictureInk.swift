/// What a run of cells is drawn with: colours that are known, and what is left of the attributes.
/// Reverse and dim are in the colours already.
struct ScreenPictureInk: Hashable {
    /// The colour of the characters.
    let foreground: RGB

    /// The colour behind them.
    let background: RGB

    /// Bold, italic and underline.
    let attributes: Attributes

    /// How a theme draws a role, and an overlay on it.
    init(_ theme: Theme, role: Role, overlay: Role? = nil) {
        let style = theme.style(for: role, overlay: overlay)
        let isLight = theme.variant == .light
        let black = RGB(index: 0)
        let white = RGB(index: 7)
        var foreground = style.foreground.light(standard: isLight ? black : white)
        var background = style.background.light(standard: isLight ? RGB(index: 15) : black)
        if style.attributes.contains(.reverse) {
            swap(&foreground, &background)
        }
        if style.attributes.contains(.dim) {
            foreground = foreground.mixed(with: background, percent: 65)
        }
        self.foreground = foreground
        self.background = background
        self.attributes = style.attributes.subtracting([.reverse, .dim])
    }
}

extension Color {
    /// The colour on paper, where there is no terminal whose own colours could be used: those of
    /// xterm stand in for the sixteen, and `standard` for what a terminal draws with unasked.
    fileprivate func light(standard: RGB) -> RGB {
        switch self {
        case .standard: standard
        case .named(let named): RGB(index: named.rawValue)
        case .indexed(let index): RGB(index: index)
        case .rgb(let rgb): rgb
        }
    }
}

extension RGB {
    /// The colour as SVG and theme files write it: `#rrggbb`.
    var hexadecimal: String {
        let digits = [self.red, self.green, self.blue].map { component in
            let text = String(component, radix: 16)
            return text.count < 2 ? "0" + text : text
        }
        return "#" + digits.joined()
    }
}
