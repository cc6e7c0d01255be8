import CBuoyNcurses

package enum ThreadStacks {
    /// Gives new threads enough stack, however small `ulimit -s` is: only the main thread has a
    /// second one, on which a handler could restore the terminal after an overflow.
    package static func keepUsable() { threads_need_stack(1 << 20) }
}
