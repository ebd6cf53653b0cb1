// The system calls of local sockets, of waiting for several descriptors, and of waking somebody who waits.
// Nothing here blocks but `poll`.
internal import CLinux

extension SystemCalls {
  /// Bytes of a local socket's path at most: sun_path of unix(7) without its NUL.
  package static let longestSocketPath = 107

  /// socket(2): a stream socket of this machine that never blocks; the descriptor.
  package static func localSocket() throws(SystemError) -> Int32 {
    let kind = Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue | SOCK_NONBLOCK.rawValue)
    let descriptor = socket(AF_UNIX, kind, 0)
    if descriptor < 0 { throw SystemError.last("make a socket") }
    return descriptor
  }

  /// bind(2): makes the socket's file, for its owner alone whatever the umask.
  package static func bind(_ descriptor: Int32, to path: String) throws(SystemError) {
    let mode = mode_t(0o600)
    // Linux gives the file the mode of the socket (unix(7)), so it is never open to others, not even shortly;
    // the umask can only take away more, which is given back.
    if fchmod(descriptor, mode) != 0 { throw SystemError.last("restrict a socket") }
    let answer = try unsafe withAddress(of: path) { unsafe CLinux.bind(descriptor, $0, $1) }
    if answer != 0 { throw SystemError.last("make socket \(path)") }
    if unsafe chmod(path, mode) != 0 { throw SystemError.last("restrict \(path)") }
  }

  /// listen(2).
  package static func listen(_ descriptor: Int32) throws(SystemError) {
    if CLinux.listen(descriptor, SOMAXCONN) != 0 { throw SystemError.last("listen") }
  }

  /// connect(2). EAGAIN: somebody listens, but too many wait already.
  package static func connect(_ descriptor: Int32, to path: String) throws(SystemError) {
    let answer = try unsafe withAddress(of: path) { unsafe CLinux.connect(descriptor, $0, $1) }
    if answer != 0 { throw SystemError.last("connect to \(path)") }
  }

  /// accept(2): the next connection, which never blocks; nil where none waits.
  package static func accept(_ descriptor: Int32) throws(SystemError) -> Int32? {
    while true {
      let flags = Int32(SOCK_CLOEXEC.rawValue | SOCK_NONBLOCK.rawValue)
      let connection = accept4(descriptor, nil, nil, flags)
      if connection >= 0 { return connection }
      let error = SystemError.last("accept")
      if error.code == EAGAIN { return nil }
      // ECONNABORTED: that one has gone already; the next may wait.
      if error.code != EINTR && error.code != ECONNABORTED { throw error }
    }
  }

  /// recv(2) to the beginning of `bytes`: how many came, 0 at the end of the stream, nil where none wait.
  package static func receive(_ descriptor: Int32, into bytes: inout [UInt8]) throws(SystemError) -> Int? {
    while true {
      let count = unsafe bytes.withUnsafeMutableBytes { buffer in
        unsafe recv(descriptor, buffer.baseAddress, buffer.count, 0)
      }
      if count >= 0 { return count }
      let error = SystemError.last("receive")
      if error.code == EAGAIN { return nil }
      if error.code != EINTR { throw error }
    }
  }

  /// send(2) of `bytes` without a SIGPIPE: how many were taken; nil where there is no room now.
  package static func send(_ descriptor: Int32, _ bytes: ArraySlice<UInt8>) throws(SystemError) -> Int? {
    while true {
      let count = unsafe bytes.withUnsafeBytes { buffer in
        unsafe CLinux.send(descriptor, buffer.baseAddress, buffer.count, Int32(MSG_NOSIGNAL))
      }
      if count >= 0 { return count }
      let error = SystemError.last("send")
      if error.code == EAGAIN { return nil }
      if error.code != EINTR { throw error }
    }
  }

  /// shutdown(2): the other side finds the end; its answers can still be read.
  package static func endSending(_ descriptor: Int32) throws(SystemError) {
    if shutdown(descriptor, Int32(SHUT_WR)) != 0 { throw SystemError.last("end a connection") }
  }

  private static func withAddress(
    of path: String, _ body: (UnsafePointer<sockaddr>, socklen_t) -> Int32
  ) throws(SystemError) -> Int32 {
    let bytes = Array(path.utf8)
    guard !bytes.isEmpty, !bytes.contains(0) else { throw SystemError("use socket \(path)", code: EINVAL) }
    guard bytes.count <= longestSocketPath else {
      throw SystemError("use socket \(path)", code: ENAMETOOLONG)
    }
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    unsafe withUnsafeMutableBytes(of: &address.sun_path) { unsafe $0.copyBytes(from: bytes) }
    return unsafe withUnsafePointer(to: &address) { pointer in
      unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
        unsafe body(address, socklen_t(MemoryLayout<sockaddr_un>.size))
      }
    }
  }
}

extension SystemCalls {
  /// What a file is, whatever its name.
  package struct FileIdentity: Hashable, Sendable {
    private var device: UInt64
    private var inode: UInt64
    /// Whether it is a socket.
    package var isSocket: Bool

    fileprivate init(_ status: CLinux.stat) {
      device = UInt64(status.st_dev)
      inode = UInt64(status.st_ino)
      isSocket = status.st_mode & mode_t(S_IFMT) == mode_t(S_IFSOCK)
    }
  }

  /// lstat(2): what stands at `path`; a link is itself.
  package static func identity(of path: String) throws(SystemError) -> FileIdentity {
    var status = CLinux.stat()
    if unsafe lstat(path, &status) != 0 { throw SystemError.last("stat \(path)") }
    return FileIdentity(status)
  }
}

extension SystemCalls {
  /// A descriptor to wait for, and what was found.
  package struct PollEntry: Sendable {
    package var descriptor: Int32
    package var wantsRead: Bool
    package var wantsWrite: Bool
    /// Something can be read, be it the end.
    package fileprivate(set) var canRead = false
    package fileprivate(set) var canWrite = false
    /// The other side has gone altogether, or there is nothing to wait for; found without being asked for.
    package fileprivate(set) var isHungUp = false

    package init(_ descriptor: Int32, wantsRead: Bool = false, wantsWrite: Bool = false) {
      self.descriptor = descriptor
      self.wantsRead = wantsRead
      self.wantsWrite = wantsWrite
    }
  }

  /// poll(2) until something is found or `milliseconds` have passed (nil: for ever). A signal ends it, too, with
  /// nothing found.
  package static func poll(_ entries: inout [PollEntry], milliseconds: Int? = nil) throws(SystemError) {
    var list = entries.map { entry in
      let events = (entry.wantsRead ? POLLIN : 0) | (entry.wantsWrite ? POLLOUT : 0)
      return pollfd(fd: entry.descriptor, events: Int16(events), revents: 0)
    }
    let timeout = milliseconds.map { Int32(clamping: max($0, 0)) } ?? -1
    if unsafe CLinux.poll(&list, nfds_t(list.count), timeout) < 0 {
      let error = SystemError.last("poll")
      if error.code != EINTR { throw error }
    }
    for (index, found) in list.enumerated() {
      let events = Int32(found.revents)
      entries[index].canRead = events & POLLIN != 0
      entries[index].canWrite = events & POLLOUT != 0
      entries[index].isHungUp = events & (POLLHUP | POLLERR | POLLNVAL) != 0
    }
  }

  /// eventfd(2): a descriptor that can be read from once it was signalled.
  static func eventDescriptor() throws(SystemError) -> Int32 {
    let descriptor = eventfd(0, Int32(EFD_CLOEXEC | EFD_NONBLOCK))
    if descriptor < 0 { throw SystemError.last("make an event") }
    return descriptor
  }

  /// Makes an eventfd readable. It fails only where it is readable already.
  static func signal(event descriptor: Int32) {
    _ = eventfd_write(descriptor, 1)
  }

  /// Makes an eventfd unreadable again.
  static func reset(event descriptor: Int32) {
    var count: eventfd_t = 0
    _ = unsafe eventfd_read(descriptor, &count)
  }
}
