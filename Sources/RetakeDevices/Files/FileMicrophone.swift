internal import RetakeCodec
package import RetakeMedia

/// The sound of a file (or of standard input for `-`) in a microphone's place: played in real time, again and
/// again, in step with a `FileCamera` of the same file.
///
/// Blocks are stamped with their time in the file since the session's start, and delivered at the time of
/// their first sample.
package final class FileMicrophone: MicrophoneSource {
  package let format: AudioFormat
  package let isPatient = true
  private let playback: FilePlayback<FileSound>

  /// Opens the file, which reads a little of it. Throws `deviceMissing` where that is not there, cannot be
  /// read, or holds no sound. Standard input is waited for.
  package init(path: String) throws(RetakeError) {
    do throws(CodecError) {
      let file = try InputFile(path: path)
      let sound = try FileSound(file)
      format = sound.format
      playback = FilePlayback(sound, name: "file-mic") { file.cancel() }
    } catch {
      throw .unusable(path, as: "microphone", error)
    }
  }

  package func start(epoch: MediaTime, sink: any MicrophoneSink) {
    playback.start(epoch: epoch) { block, time in
      var block = block
      block.time = time
      sink.microphoneDelivered(block)
    } ended: { end in
      sink.microphoneEnded(end)
    }
  }

  package func stop() {
    playback.stop()
  }

  package func join() {
    playback.join()
  }
}
