import BuoyProgramSupport
import CBuoyProgramStart
import Dispatch
import Glibc

/// Where the process starts. What must be checked before the runtime has threads is checked here:
/// they end the process without a message if they cannot open descriptors of their own.
@main
enum Start {
    static func main() {
        do {
            try FileDescriptors.requireForRuntime()
        } catch {
            Buoy.leave(with: error)
        }
        Task { @MainActor in
            await Buoy.main()
            Glibc.exit(ProgramExit.ok.rawValue)
        }
        dispatchMain()
    }
}
