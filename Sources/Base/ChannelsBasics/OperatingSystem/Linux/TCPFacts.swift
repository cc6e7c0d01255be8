internal import Glibc

/// The kernel's data about a TCP connection (tcp(7), TCP_INFO).
package struct TCPFacts: Sendable {
    package static let option = TCP_INFO

    // The only property, so that the layout is that of the C structure.
    private var info = tcp_info()

    /// Whether neither side has ended the connection, even if the end has not been read yet.
    package var isEstablished: Bool { self.info.tcpi_state == 1 }

    /// On a clock that stops while the machine is suspended.
    package var timeSinceData: Duration { .milliseconds(Int64(self.info.tcpi_last_data_recv)) }
}
