import Fixtures
import Foundation
import RetakeDisplay
import RetakeKiosk
import RetakeMedia
import RetakeRuntime
import Testing

@testable import RetakeBooth
@testable import RetakeLibrary

/// What the loop's threads do for it.
@Suite struct BoothWorkTests {
  @Test func aWorkerDoesItsJobsInOrderAndAllOfThem() {
    let worker = SerialWorker(name: "test")
    let done = Monitor<[Int]>([])
    for number in 0..<100 { worker.perform { done.withLock { $0.append(number) } } }
    worker.end()
    worker.join()
    #expect(done.withLock { $0 } == Array(0..<100))
    #expect(worker.perform {} == false)
  }

  @Test func aWorkerTellsSinceWhenItIsAtAJob() {
    let worker = SerialWorker(name: "test")
    let (began, mayEnd) = (Monitor(false), Monitor(false))
    #expect(worker.busySince == nil)
    let start = MonotonicClock.now
    worker.perform {
      began.withLock { $0 = true }
      _ = mayEnd.wait { $0 ? true : nil }
    }
    _ = began.wait { $0 ? true : nil }
    #expect(worker.busySince.map { $0 >= start } == true)
    mayEnd.withLock { $0 = true }
    worker.end()
    worker.join()
    #expect(worker.busySince == nil)
  }

  @Test func messagesKeepTheirOrder() {
    let mailbox = Mailbox()
    mailbox.post(.event(.terminate))
    mailbox.post(.event(.tick))
    let kinds = mailbox.takeAll().compactMap { if case .event(let kind) = $0 { kind } else { nil } }
    #expect(kinds == [.terminate, .tick])
    #expect(mailbox.takeAll().isEmpty)
  }

  /// A store in a new folder, and what it has answered.
  private func withStore(_ body: (TakeStore, Mailbox, TestFolder) throws -> Void) throws {
    try withFolder { folder in
      let mailbox = Mailbox()
      let location = try LibraryLocation(folder.path)
      try body(try TakeStore(at: location, rules: RetentionRules(), mailbox: mailbox), mailbox, folder)
    }
  }

  private func place(of store: TakeStore, _ mailbox: Mailbox) throws -> TakePlace {
    let files = SerialWorker(name: "files")
    defer {
      files.end()
      files.join()
    }
    store.prepare(on: files)
    guard case .placePrepared(let place)? = mailbox.takeAll().first else {
      throw RetakeError(.failed, "no place")
    }
    return place
  }

  private func events(_ mailbox: Mailbox) -> [KioskEvent.Kind] {
    mailbox.takeAll().compactMap { if case .event(let kind) = $0 { kind } else { nil } }
  }

  @Test(.timeLimit(.minutes(1))) func aSaveDoesNotWaitForTheSearchInWhatWasLeftBehind() throws {
    try withFolder { folder in
      let mailbox = Mailbox()
      let (began, mayGoOn) = (Monitor(false), Monitor(false))
      let leftover = folder.path + "/incoming/" + UUID().uuidString.lowercased() + ".mp4"
      let editor = try LibraryEditor(
        at: LibraryLocation(folder.path), timeZone: .gmt, disk: LibraryDisk(),
        inspect: { path in
          if path == leftover {
            began.withLock { $0 = true }
            _ = mayGoOn.wait { $0 ? true : nil }
          }
          return MovieFacts(duration: MediaTime(seconds: 3), codec: "h264", size: "64x48")
        }, now: { Date() })
      let store = TakeStore(editor, rules: RetentionRules(), mailbox: mailbox)
      let files = SerialWorker(name: "files")
      try Data("leftover".utf8).write(to: URL(filePath: leftover))
      store.recover(on: files)
      _ = began.wait { $0 ? true : nil }
      let id = UUID().uuidString.lowercased()
      let take = KioskTake(
        id: id, path: folder.path + "/incoming/\(id).mp4", duration: MediaTime(seconds: 3))
      try Data("take".utf8).write(to: URL(filePath: take.path))
      let isSaved = Monitor(false)
      files.perform {
        store.save(take, generation: 7)
        isSaved.withLock { $0 = true }
      }
      _ = isSaved.wait { $0 ? true : nil }
      guard case .saved(7, _)? = events(mailbox).first else { throw RetakeError(.failed, "not saved") }
      // Who ends waits for no search either: what was not looked at stays.
      store.end()
      mayGoOn.withLock { $0 = true }
      store.join()
      files.end()
      files.join()
      #expect(events(mailbox).isEmpty && FileManager.default.fileExists(atPath: leftover))
    }
  }

  @Test func aTakeIsSavedTakenBackDiscardedAndFetchedBack() throws {
    try withStore { store, mailbox, folder in
      let place = try place(of: store, mailbox)
      // What is no movie is not saved.
      let movie = try TestMedia.make("take.mp4", "-f lavfi -i testsrc2=s=64x48:r=10:d=3 -c:v libx264")
      try FileManager.default.copyItem(atPath: movie, toPath: place.path)
      store.finish(place.id, TakeDetails(duration: MediaTime(seconds: 3)))
      let take = KioskTake(id: place.id, path: place.path, duration: MediaTime(seconds: 3))

      store.save(take, generation: 7)
      guard case .saved(7, let saved)? = events(mailbox).first else {
        throw RetakeError(.failed, "not saved")
      }
      #expect(saved.id == take.id && saved.duration == take.duration)
      #expect(saved.path.hasPrefix(folder.path + "/takes/"))
      #expect(FileManager.default.fileExists(atPath: saved.path))

      store.undoSave(saved, generation: 8)
      #expect(events(mailbox) == [.undone(generation: 8, take)])
      store.discard(take)
      #expect(!FileManager.default.fileExists(atPath: take.path))
      store.undoDiscard(take, generation: 9)
      #expect(events(mailbox) == [.undone(generation: 9, take)])
      store.undoDiscard(take, generation: 10)
      #expect(events(mailbox) == [.undoFailed(generation: 10)])
      store.remove(take)
      #expect(!FileManager.default.fileExists(atPath: take.path))
      store.save(take, generation: 11)
      guard case .saveFailed(11, let why, .failure)? = events(mailbox).first else {
        throw RetakeError(.failed, "saved what is not there")
      }
      #expect(why.contains(take.id))
    }
  }
}
