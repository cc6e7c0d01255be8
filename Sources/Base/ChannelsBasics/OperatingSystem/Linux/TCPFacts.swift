internal import Glibc

/// What the kernel knows about a TCP connection: the value of a socket option (tcp(7), TCP_INFO).
package struct TCPFacts: Sendable {
    /// The number of the option, at the level of TCP. Its value is read into this type.
    package static let option = TCP_INFO

    // The only property, so that the layout is that of the C structure.
    private var info = tcp_info()

    /// Whether neither side has ended the connection. The end counts even if it has not been read.
    package var isEstablished: Bool { self.info.tcpi_state == 1 }

    /// How long ago the last data arrived from the peer, on a clock that stops while the machine is
    /// suspended.
    package var timeSinceData: Duration { .milliseconds(Int64(self.info.tcpi_last_data_recv)) }
}
