// The TLS that the library needs of a platform, without a library behind it.
package final class TLSContext: Sendable {
    package init(_ settings: TLSClientSettings) throws(TransportError) { throw Self.trouble }
    package init(_ settings: TLSServerSettings) throws(TransportError) { throw Self.trouble }

    static var trouble: TransportError { .tlsSettings("no TLS") }
}

final class TLSSession {
    enum Read {
        case bytes(Int)
        case wait
        case closed
        case failed(String)
    }

    let version = "TLS"
    let peerCertificate: PeerCertificate? = nil
    let outgoingCount = 0

    init(context: TLSContext, peerName: String) throws(TransportError) { throw TLSContext.trouble }

    func receive(_ bytes: UnsafeRawBufferPointer) {}
    func handshake() throws(TransportError) -> Bool { false }
    func failure(_ reason: String?) -> TLSFailure {
        TLSFailure(host: "", reason: reason ?? "", isCertificate: false)
    }
    func read(into memory: UnsafeMutableRawBufferPointer) -> Read { .closed }
    func write(_ bytes: UnsafeRawBufferPointer) -> Bool { false }
    func shutdown() {}
    func takeOutgoing(into memory: UnsafeMutableRawBufferPointer) -> Int { 0 }
}

enum SHA1 {
    static func digest(_ bytes: [UInt8]) -> [UInt8] { [] }
}
