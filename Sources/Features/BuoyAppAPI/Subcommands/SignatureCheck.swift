import BuoyProgramSupport
import ChannelsProtocol
import ChannelsSigning

struct SignatureCheck {
    private let signed: SignedSubject
    private let isRight: Bool
    private let sentences: String

    init(
        _ signed: SignedSubject, given: String, otherText: String?, key: String?, secret: AppSecret
    ) throws {
        self.signed = signed
        let parts = given.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
        let signature = parts.last.map { Array($0.utf8) } ?? []
        let isSame = Digest.areEqual(signature, Array(signed.signature.utf8))
        let otherKey = parts.count > 1 ? parts.first.map(String.init) : nil
        if let otherKey, let key, otherKey != key {
            self.isRight = false
            self.sentences =
                "The key is \(otherKey.oneLine(limit: 60)) instead of \(key.oneLine(limit: 60))."
        } else if isSame {
            self.isRight = true
            self.sentences = ""
        } else {
            self.isRight = false
            self.sentences = try Self.explanation(
                signed, signature, given: String(parts.last ?? ""), otherText, secret)
        }
    }

    private static func explanation(
        _ signed: SignedSubject, _ signature: [UInt8], given: String, _ otherText: String?,
        _ secret: AppSecret
    ) throws -> String {
        if let form = self.formTrouble(given) { return form }
        if let otherText {
            let difference = SignedStringDifference(signed: signed.signedString, other: otherText)
            guard difference.position != nil else { return difference.sentences }
            let theirs = try SignedSubject.signature(Array(otherText.utf8), secret)
            let isTheirs = Digest.areEqual(signature, Array(theirs.utf8))
            return difference.sentences
                + (isTheirs
                    ? "" : " The signature does not match their string either: the secrets differ.")
        }
        for variant in SignedStringVariant.all(of: signed.signedString) {
            let other = try SignedSubject.signature(Array(variant.text.utf8), secret)
            if Digest.areEqual(signature, Array(other.utf8)) { return variant.cause }
        }
        return
            "The secrets differ, or the other side signed a different string: compare the strings "
            + "with --text."
    }

    private static func formTrouble(_ given: String) -> String? {
        guard given.utf8.count == 64, given.allSatisfy(\.isHexDigit) else {
            return "A signature must be 64 hexadecimal digits; this one has \(given.count) "
                + "characters."
        }
        return given == given.lowercased()
            ? nil : "A signature must be lowercase: servers compare it as a string."
    }

    var output: CommandOutput {
        guard !self.isRight else {
            return CommandOutput("The signature is correct.", ["right": true])
        }
        let text = "The signature is wrong. \(self.sentences)"
        return CommandOutput(
            "",
            [
                "right": false, "message": .string(text),
                "expected": .string(self.signed.signature),
                "signed": .string(self.signed.signedString),
            ], failure: ProgramFailure(.unauthorized, text))
    }
}

/// A string that another side may have signed instead of the right one.
struct SignedStringVariant {
    let text: String
    let cause: String

    static func all(of text: String) -> [SignedStringVariant] {
        let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
        let parts = text.split(separator: ":", maxSplits: 2, omittingEmptySubsequences: false)
        var variants = [
            SignedStringVariant(
                text: text + "\n", cause: "The other side signed a trailing newline."),
            SignedStringVariant(
                text: text.replacing("/", with: "\\/"),
                cause: "The other side escaped the slashes in the JSON (\\/) before signing."),
            SignedStringVariant(
                text: text.replacing(",", with: "%2C"),
                cause: "The other side signed percent-encoded text: %2C for a comma."),
            SignedStringVariant(
                text: text.replacing("\":", with: "\": ").replacing(",\"", with: ", \""),
                cause: "The other side added spaces to the JSON, as Python's json.dumps does."),
        ]
        if parts.count == 3, parts[1] != "" {
            variants.append(
                SignedStringVariant(
                    text: "\(parts[0]):\(parts[1])",
                    cause: "The other side signed without the channel data."))
        }
        if lines.count == 3 {
            variants.append(
                SignedStringVariant(
                    text: "\(lines[0])\n\(lines[1])\n\(String(lines[2]).percentEncodedValues)",
                    cause: "The other side signed percent-encoded values."))
        }
        return variants
    }
}

extension String {
    fileprivate var percentEncodedValues: String {
        self.split(separator: "&").map { field in
            let parts = field.split(separator: "=", maxSplits: 1)
            return parts.count == 2
                ? "\(parts[0])=\(String(parts[1]).percentEncoded)" : String(field)
        }.joined(separator: "&")
    }
}
