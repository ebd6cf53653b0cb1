internal import RetakeCodec
package import RetakeMedia

/// A video file (or a picture file, or standard input for `-`) in a camera's place: played in real time, again
/// and again.
///
/// The first picture comes with the session, as far behind its start as it lies behind the start of the file's
/// sound. Every picture is stamped with its time in the file since the session's start, and delivered then, or
/// at once if that has passed; a reader that is late gets all of them late. Where the file ends, it begins
/// again, the file's length later. Standard input cannot: it is lost at its end.
package final class FileCamera: CameraSource {
  package let format: VideoFormat
  package let isPatient = true
  /// What it was opened as.
  package let path: String
  private let playback: FilePlayback<FilePictures>

  /// Opens the file, which reads a little of it. Throws `deviceMissing` where that is not there, cannot be
  /// read, or holds no picture. Standard input is waited for.
  package init(path: String) throws(RetakeError) {
    self.path = path
    do throws(CodecError) {
      let file = try InputFile(path: path)
      let pictures = try FilePictures(file)
      format = pictures.format
      playback = FilePlayback(pictures, name: "file-cam") { file.cancel() }
    } catch {
      throw .unusable(path, as: "camera", error)
    }
  }

  package func start(epoch: MediaTime, sink: any CameraSink) {
    playback.start(epoch: epoch) { sample, time in
      sink.cameraDelivered(sample.taken(at: time))
    } ended: { end in
      sink.cameraEnded(end)
    }
  }

  package func stop() {
    playback.stop()
  }

  package func join() {
    playback.join()
  }
}
