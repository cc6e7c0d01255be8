import Events
import TextScreen

extension Needle {
    /// The characters to highlight where the text occurs.
    package var scalars: [Unicode.Scalar] { self.text.unicodeScalars.map(\.lowercasedASCII) }
}
