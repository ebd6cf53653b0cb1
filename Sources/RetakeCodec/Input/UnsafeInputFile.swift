// The bytes that a demuxer reads: a file or standard input, through read(2), so that FFmpeg opens nothing
// by itself (no network, no second file that a playlist names) and a read that waits can be called off.
internal import CFFmpeg
internal import Glibc
internal import Synchronization

/// An open file or standard input, read by one demuxer at a time.
///
/// `cancel` may be called by any thread and lasts; everything else belongs to the demuxer's thread.
package final class InputFile: Sendable {
  /// What it was opened as, for messages.
  package let name: String
  /// Whether it can be read again from the start.
  package let isSeekable: Bool
  private let descriptor: Int32
  private let byteCount: Int64
  /// Written to by `cancel`; a read that waits for a pipe's writer waits for this one too.
  private let wakeReader: Int32
  private let wakeWriter: Int32
  private let isCancelled = Atomic<Bool>(false)

  /// Opens `path`, or standard input for `-`.
  package init(path: String) throws(CodecError) {
    name = path == "-" ? "standard input" : path
    let descriptor = unsafe path == "-" ? dup(STDIN_FILENO) : open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    guard descriptor >= 0 else { throw .system("open \(name)") }
    var status = stat()
    var wake: (Int32, Int32) = (-1, -1)
    let failure: CodecError? =
      if unsafe fstat(descriptor, &status) != 0 {
        .system("open \(name)")
      } else if status.st_mode & S_IFMT == S_IFDIR {
        CodecError(.invalidData, "open \(name)", "it is a folder")
      } else if unsafe withUnsafeMutableBytes(
        of: &wake, { unsafe pipe($0.baseAddress!.assumingMemoryBound(to: Int32.self)) }) != 0
      {
        .system("open \(name)")
      } else {
        nil
      }
    if let failure {
      _ = close(descriptor)
      throw failure
    }
    self.descriptor = descriptor
    isSeekable = status.st_mode & S_IFMT == S_IFREG
    byteCount = Int64(status.st_size)
    (wakeReader, wakeWriter) = wake
  }

  deinit {
    for descriptor in [descriptor, wakeReader, wakeWriter] { _ = close(descriptor) }
  }

  /// Makes the read that waits, and every later one, fail. Any thread.
  package func cancel() {
    isCancelled.store(true, ordering: .releasing)
    var byte: UInt8 = 0
    _ = unsafe write(wakeWriter, &byte, 1)
  }

  /// Goes back to the first byte; false where that cannot be.
  @discardableResult func rewind() -> Bool {
    isSeekable && lseek(descriptor, 0, SEEK_SET) == 0
  }

  /// An AVIOContext's read: at least one byte, or an AVERROR.
  fileprivate func read(_ buffer: UnsafeMutablePointer<UInt8>, _ count: Int32) -> Int32 {
    while !isCancelled.load(ordering: .acquiring) {
      if !isSeekable {
        var descriptors = (
          pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0),
          pollfd(fd: wakeReader, events: Int16(POLLIN), revents: 0)
        )
        let ready = unsafe withUnsafeMutableBytes(of: &descriptors) {
          unsafe poll($0.baseAddress!.assumingMemoryBound(to: pollfd.self), 2, -1)
        }
        if ready < 0 && errno != EINTR { return retake_averror(errno) }
        if descriptors.0.revents == 0 { continue }
      }
      let bytes = unsafe Glibc.read(descriptor, buffer, Int(count))
      if bytes > 0 { return Int32(bytes) }
      if bytes == 0 { return retake_averror_eof() }
      if errno != EINTR && errno != EAGAIN { return retake_averror(errno) }
    }
    return retake_averror_exit()
  }

  /// An AVIOContext's seek.
  fileprivate func seek(_ offset: Int64, _ whence: Int32) -> Int64 {
    if whence & AVSEEK_SIZE != 0 { return byteCount }
    let position = lseek(descriptor, Int(offset), whence & ~AVSEEK_FORCE)
    return position < 0 ? Int64(retake_averror(errno)) : Int64(position)
  }
}

/// FFmpeg's reader over an `InputFile`, which it keeps alive.
@safe struct InputReader: ~Copyable {
  let context: UnsafeMutablePointer<AVIOContext>
  private let file: Unmanaged<InputFile>

  /// A reader at the file's present place.
  init(_ file: InputFile) throws(CodecError) {
    let size: Int32 = 64 * 1024
    let retained = unsafe Unmanaged.passRetained(file)
    let buffer = unsafe av_malloc(Int(size))?.assumingMemoryBound(to: UInt8.self)
    let context = unsafe avio_alloc_context(
      buffer, size, 0, retained.toOpaque(),
      { opaque, buffer, count in
        guard let opaque = unsafe opaque, let buffer = unsafe buffer else { return retake_averror(EINVAL) }
        return unsafe Unmanaged<InputFile>.fromOpaque(opaque)._withUnsafeGuaranteedRef {
          unsafe $0.read(buffer, count)
        }
      }, nil,
      !file.isSeekable
        ? nil
        : { opaque, offset, whence in
          guard let opaque = unsafe opaque else { return Int64(retake_averror(EINVAL)) }
          return unsafe Unmanaged<InputFile>.fromOpaque(opaque)._withUnsafeGuaranteedRef {
            $0.seek(offset, whence)
          }
        })
    guard let context = unsafe context else {
      unsafe av_free(buffer)
      unsafe retained.release()
      throw CodecError(averror: retake_averror(ENOMEM), "open \(file.name)")
    }
    unsafe self.context = context
    unsafe self.file = retained
  }

  deinit {
    unsafe av_freep(&context.pointee.buffer)
    var context: UnsafeMutablePointer<AVIOContext>? = unsafe context
    unsafe avio_context_free(&context)
    unsafe file.release()
  }
}

extension CodecError {
  /// The failure of the system call that this thread just made.
  fileprivate static func system(_ operation: String) -> CodecError {
    CodecError(averror: retake_averror(Glibc.errno), operation)
  }
}
