import ChannelsPOSIX
package import NIOCore

extension ChannelHandlerContext {
    /// Ends this side at once, and the rest when the peer has ended its side, or after a second.
    ///
    /// Closing a socket with unread bytes makes the kernel send an RST, which can overtake the
    /// close frame or error response written last.
    package func closeLingering() {
        let channel = self.channel
        try? channel.syncOptions?.setOption(.autoRead, value: true)
        self.close(mode: .output, promise: nil)
        let limit = self.eventLoop.scheduleTask(in: .seconds(1)) { channel.close(promise: nil) }
        channel.closeFuture.whenComplete { _ in limit.cancel() }
    }
}

extension Channel {
    /// As when a machine or proxy crashes: the peer gets an RST, and this end the error that a
    /// reset by the peer would give.
    package func closeWithReset() {
        self.closeWithReset(saying: IOError(errnoCode: ECONNRESET, reason: "read"))
    }

    func closeWithReset(saying error: any Error) {
        // With a linger time of zero, close(2) sends an RST (socket(7), SO_LINGER).
        let linger = linger(l_onoff: 1, l_linger: 0)
        guard let options = self as? any SocketOptionProvider else {
            return self.close(promise: nil)
        }
        options.setSoLinger(linger).whenComplete { _ in
            self.pipeline.fireErrorCaught(error)
            self.close(promise: nil)
        }
    }
}
