import ChannelsBasics
import Testing

@Suite("Letters and digits of ASCII, and text in columns")
struct TextTests {
    @Test("of all bytes, 52 are letters and 10 are digits")
    func bytes() {
        let letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"
        let all = (0...UInt8.max).map(\.self)
        #expect(all.filter(\.isASCIILetter) == Array(letters.utf8))
        #expect(all.filter(\.isASCIIDigit) == Array("0123456789".utf8))
        #expect(all.filter(\.isASCIILetterOrDigit).count == 62)
        #expect(all.compactMap(\.hexValue) == Array(0...9) + Array(10...15) + Array(10...15))
    }

    @Test("a name has only letters, digits and the other characters")
    func names() {
        #expect("aZ09".hasOnlyLettersAndDigits())
        #expect("a-b_c".hasOnlyLettersAndDigits(or: "-_"))
        #expect(!"a-b_c".hasOnlyLettersAndDigits(or: "-"))
        #expect(!"é".hasOnlyLettersAndDigits(or: "-_"))
        #expect(!"٣".hasOnlyLettersAndDigits())
    }

    @Test("text is padded up to a width, and never cut")
    func padding() {
        #expect("ab".padded(to: 4) == "ab  ")
        #expect("ab".paddedAtStart(to: 4) == "  ab")
        #expect("abc".padded(to: 2) == "abc")
        #expect("abc".paddedAtStart(to: -1) == "abc")
    }

    @Test("text is trimmed at its ends")
    func trimming() {
        #expect(" \t a b\r\n".trimmed == "a b")
        #expect(" \n ".trimmed == "")
        #expect("--a-b-".trimmed { $0 == "-" } == "a-b")
        #expect("  a  ".trimmedAtEnd == "  a")
        #expect("   ".trimmedAtEnd == "")
    }
}
