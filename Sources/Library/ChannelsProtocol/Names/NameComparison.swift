// Names are compared by their bytes: see `ByteComparedText`.

extension EventName: ByteComparedText {}
extension ChannelName: ByteComparedText {}
extension UserID: ByteComparedText {}
extension SocketID: ByteComparedText {}
