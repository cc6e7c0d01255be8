import BuoyTestBasics
import Dispatch
import Foundation
import Synchronization
import Testing

@testable import ChannelsBasics

@Suite("Locks", .inTurn)
struct FileLockTests {
    private let path = FileManager.default.temporaryDirectory
        .appending(path: "buoy-lock-\(UUID().uuidString)").path(percentEncoded: false)

    @Test("who is impatient learns at once that another has the lock, and who is patient later")
    func held() throws {
        defer { try? FileManager.default.removeItem(atPath: self.path) }
        let lock = try FileLock(self.path)
        defer { withExtendedLifetime(lock) {} }
        #expect(throws: FileLock.Failure.held) { try FileLock(self.path) }
        let start = ContinuousClock.now
        #expect(throws: FileLock.Failure.held) {
            try FileLock(self.path, patience: .milliseconds(50))
        }
        #expect(.now - start >= .milliseconds(50))
    }

    @Test("a folder is locked without a file in it")
    func folder() throws {
        try FileManager.default.createDirectory(
            atPath: self.path, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(atPath: self.path) }
        let lock = try FileLock(folder: self.path, patience: .zero)
        defer { withExtendedLifetime(lock) {} }
        #expect(throws: FileLock.Failure.held) {
            try FileLock(folder: self.path, patience: .zero)
        }
        #expect(try FileManager.default.contentsOfDirectory(atPath: self.path).isEmpty)
    }

    @Test("who waits gets the lock when it is released")
    func released() throws {
        defer { try? FileManager.default.removeItem(atPath: self.path) }
        let holder = Mutex<FileLock?>(try FileLock(self.path))
        let release = DispatchWorkItem { holder.withLock { $0 = nil } }
        DispatchQueue.global().asyncAfter(deadline: .now() + .milliseconds(50), execute: release)
        _ = try FileLock(self.path, patience: .seconds(60))
    }

    @Test("what cannot be a lock says so at once")
    func impossible() throws {
        try FileManager.default.createDirectory(
            atPath: self.path, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(atPath: self.path) }
        #expect(throws: FileLock.Failure.impossible("Is a directory")) {
            try FileLock(self.path, patience: .seconds(60))
        }
    }
}
