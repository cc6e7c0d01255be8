import NIOCore

extension ChannelHandlerContext {
    /// Ends this side of the connection at once, and the rest when the peer has ended its side, or
    /// after a second.
    ///
    /// Closing a socket with unread bytes makes the kernel send an RST, which can overtake what was
    /// written last: the close frame or the error response that explains the end.
    func closeLingering() {
        let channel = self.channel
        try? channel.syncOptions?.setOption(.autoRead, value: true)
        self.close(mode: .output, promise: nil)
        let limit = self.eventLoop.scheduleTask(in: .seconds(1)) { channel.close(promise: nil) }
        channel.closeFuture.whenComplete { _ in limit.cancel() }
    }
}
