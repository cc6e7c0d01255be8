// Letters and digits of ASCII. Names in protocols and files are made of these, and `Character`
// knows many more.

extension UInt8 {
    @inlinable package var isASCIIDigit: Bool {
        UInt8(ascii: "0")...UInt8(ascii: "9") ~= self
    }

    @inlinable package var isASCIILetter: Bool {
        UInt8(ascii: "a")...UInt8(ascii: "z") ~= self | 0x20
    }

    @inlinable package var isASCIILetterOrDigit: Bool { self.isASCIILetter || self.isASCIIDigit }

    /// The small letter of a capital one; otherwise unchanged.
    @inlinable package var lowercasedASCII: UInt8 {
        UInt8(ascii: "A")...UInt8(ascii: "Z") ~= self ? self | 0x20 : self
    }

    /// The value of a hexadecimal digit; `nil` for another character.
    @inlinable package var hexValue: UInt8? {
        switch self {
        case UInt8(ascii: "0")...UInt8(ascii: "9"): self - UInt8(ascii: "0")
        case UInt8(ascii: "a")...UInt8(ascii: "f"): self - UInt8(ascii: "a") + 10
        case UInt8(ascii: "A")...UInt8(ascii: "F"): self - UInt8(ascii: "A") + 10
        default: nil
        }
    }
}

extension StringProtocol {
    /// Whether it has only ASCII letters and digits, and the characters of `others`.
    package func hasOnlyLettersAndDigits(or others: String = "") -> Bool {
        self.utf8.allSatisfy { $0.isASCIILetterOrDigit || others.utf8.contains($0) }
    }
}
