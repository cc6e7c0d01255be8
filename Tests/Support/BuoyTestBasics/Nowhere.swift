import Foundation
import Glibc

/// Places that are sure not to be there, whatever else is on the machine.
package enum Nowhere {
    /// A folder that is not made, with a name that nothing else has, and short enough for a screen.
    package static let folder =
        FileManager.default.temporaryDirectory.path + "/nowhere-\(UUID().uuidString.prefix(8))"
    /// A file in it.
    package static let file = Self.folder + "/file"

    /// A port of 127.0.0.1 that refuses connections: a socket has it, and does not listen.
    package static let port: Int = {
        let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = in_addr_t(0x7F00_0001).bigEndian
        var length = socklen_t(MemoryLayout<sockaddr_in>.size)
        withUnsafeMutablePointer(to: &address) { address in
            address.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                _ = bind(descriptor, $0, length)
                _ = getsockname(descriptor, $0, &length)
            }
        }
        return Int(UInt16(bigEndian: address.sin_port))
    }()
}
