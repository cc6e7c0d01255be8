import ChannelsBasics
import ChannelsProtocol
import ChannelsSigning

/// The secret part of the page's address: 80 random bits in base 32, which a camera reads and a
/// thumb can type.
struct RoomToken: Hashable, Sendable {
    let text: String

    private static let prefix = "room-"

    static func isVisitor(_ id: UserID) -> Bool { id.text.hasPrefix(Self.prefix) }

    private static let letters = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZ234567")

    init() {
        var generator = SystemRandomNumberGenerator()
        self.init(using: &generator)
    }

    init(using generator: inout some RandomNumberGenerator) {
        self.text = String(
            (0..<16).map { _ in Self.letters[Int.random(in: 0..<32, using: &generator)] })
    }

    func matches(_ typed: String) -> Bool {
        Digest.areEqual(Array(typed.uppercased().utf8), Array(self.text.utf8))
    }

    /// The user id of a visitor, from the secret that the visitor's browser keeps: others see the
    /// id, and cannot take it for themselves.
    ///
    /// - Returns: `nil` for anything but 16 to 64 letters and digits.
    func userID(of secret: String) -> UserID? {
        guard (16...64).contains(secret.utf8.count), secret.hasOnlyLettersAndDigits(or: ""),
            let digest = try? Digest.sha256(Array("\(self.text):\(secret)".utf8))
        else { return nil }
        return UserID("\(Self.prefix)\(Digest.hex(Array(digest.prefix(8))))")
    }
}
