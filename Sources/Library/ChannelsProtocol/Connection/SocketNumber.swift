/// Counted up and never reused, so a late report about an old socket is recognised and nothing
/// has to be cancelled in time.
package struct SocketNumber: Hashable, Sendable, ExpressibleByIntegerLiteral,
    CustomStringConvertible
{
    package let number: Int

    init(_ number: Int) { self.number = number }
    package init(integerLiteral number: Int) { self.number = number }
    package var description: String { "socket \(self.number)" }
}
