// The system facts that the library needs of a platform, without a system behind them.
internal import ChannelsPOSIX

enum DetachedThread {
    static func start(_ run: @escaping @Sendable () -> Void) -> Bool { false }
}

package enum NetworkChanges {
    package struct Kinds: OptionSet, Hashable, Sendable {
        package let rawValue: UInt8

        package init(rawValue: UInt8) { self.rawValue = rawValue }

        package static let gained = Kinds(rawValue: 1)
        package static let lost = Kinds(rawValue: 2)
    }

    package static let readSize = 1

    package static func open() -> Int32? { nil }
    package static func kinds(in bytes: UnsafeRawBufferPointer) -> Kinds { [] }
    package static func hasAddress(_ address: String) -> Bool { true }
}

package enum ProcessEnvironment {
    package static var entries: [String] { [] }
}

package enum ProcessFacts {
    package static var openFiles: Int? { nil }
}

enum ProcessGroup {
    static func isAlive(_ group: pid_t) -> Bool { false }
}

package enum ProcessLimits {
    package static var openFiles: Int? { nil }
}

struct ProgramStart {
    let variables: [String]
    let socket: Int32
    let inheritsStreams: Bool
    let hasOwnGroup: Bool

    func callAsFunction(_ words: [String]) -> (process: pid_t, error: Int32) { (0, ENOSYS) }
}

enum SocketPair {
    static func open() -> (Int32, Int32)? { nil }
    static func send(_ bytes: UnsafeRawBufferPointer, to socket: Int32) -> Int { -1 }
}

package enum SystemClocks {
    package static var sinceStart: Int64 { 0 }
    package static var running: Int64 { 0 }
    package static var wall: Int64 { 0 }
}

package struct TCPFacts: Sendable {
    package static let option: Int32 = 0

    package var isEstablished: Bool { false }
    package var timeSinceData: Duration { .zero }
}
