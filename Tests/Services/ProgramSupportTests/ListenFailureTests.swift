import BuoyProgramSupport
import ChannelsTransport
import Testing

@Suite("A port that cannot be listened on")
struct ListenFailureTests {
    @Test("a port in use names the option that chooses another")
    func inUse() {
        let failure = ListenAddress.failure(
            TransportError.listenFailed(
                address: "127.0.0.1:7311", cause: "Address already in use"))
        #expect(
            failure.message
                == "Port 7311 on 127.0.0.1 is in use: choose another with --listen, or port 0 for any "
                + "free one.")
    }

    @Test("another reason is told as it is")
    func others() {
        let failure = ListenAddress.failure(
            TransportError.listenFailed(address: "127.0.0.1:80", cause: "permission denied"))
        #expect(failure.message.hasPrefix("Cannot listen on 127.0.0.1:80: permission denied."))
    }
}
