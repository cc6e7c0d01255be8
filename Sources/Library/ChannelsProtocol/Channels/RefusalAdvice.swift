struct RefusalAdvice: Hashable, Sendable {
    var text: String?
    var comparison: SignatureComparison?

    init(_ message: String, signedHere: String?) {
        let words = ServerWords(message)
        if words.contains("invalid signature") {
            self.advise(expected: ExpectedSignature(message), signedHere: signedHere)
        } else if Self.wordsOfFormat.contains(where: words.contains) {
            self.text =
                "A subscription's auth must be the app key, a colon and the signature: check the "
                + "authorization endpoint's response."
        } else if words.contains("invalid key") {
            self.text =
                "It was signed for another app: its auth must start with this client's "
                + "app key."
        } else if Self.wordsOfSignatures.contains(where: words.contains) {
            self.advise(expected: nil, signedHere: signedHere)
        }
    }

    private mutating func advise(expected: ExpectedSignature?, signedHere: String?) {
        guard let signedHere else { return }
        guard let expected else {
            self.text =
                "The signed string is \(signedHere.debugDescription): check that the endpoint "
                + "signs exactly this, and check the app's key and secret."
            return
        }
        let comparison = SignatureComparison(signedHere: signedHere, expected: expected.text)
        self.comparison = comparison
        self.text = comparison.explanation
        guard expected.looksEncodedTwice else { return }
        self.text? +=
            " The channel_data looks like JSON that was encoded twice: it must reach the server "
            + "exactly as signed."
    }

    private static let wordsOfFormat = ["auth must have the format", "should be of format"]
    private static let wordsOfSignatures = [
        "auth value for subscription", "connection is unauthorized", ServerWords.noReason,
    ]
}
