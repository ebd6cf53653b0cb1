import Foundation
import RetakeMedia
import Testing

@testable import RetakeLibrary

struct LibraryLocationTests {
  @Test func aNamedFolderIsTaken() throws {
    #expect(try LibraryLocation("/srv/booth", environment: [:]).path == "/srv/booth")
    let here = FileManager.default.currentDirectoryPath
    #expect(try LibraryLocation("-o", environment: [:]).path == here + "/-o")
    for text in ["", "a\0b"] {
      let error = #expect(throws: RetakeError.self) { try LibraryLocation(text, environment: [:]) }
      #expect(error?.code == .invalidArgument)
    }
  }

  @Test func theDefaultIsInTheFolderOfVideos() throws {
    let test = try TestLibrary()
    let home = test.root
    func path(_ environment: [String: String]) throws -> String {
      try LibraryLocation(nil, environment: environment).path
    }
    #expect(try path(["XDG_VIDEOS_DIR": "/films", "HOME": home]) == "/films/Retake")
    #expect(try path(["XDG_VIDEOS_DIR": "films", "HOME": home]) == home + "/Videos/Retake")
    #expect(try path(["HOME": home]) == home + "/Videos/Retake")
    try test.write("XDG_VIDEOS_DIR=\"$HOME/Filme\"\n", to: ".config/user-dirs.dirs")
    #expect(try path(["HOME": home]) == home + "/Filme/Retake")
    try test.write("XDG_VIDEOS_DIR=\"/films\"\n", to: "other/user-dirs.dirs")
    #expect(try path(["HOME": home, "XDG_CONFIG_HOME": home + "/other"]) == "/films/Retake")
    #expect(throws: RetakeError.self) { try path([:]) }
  }

  @Test(arguments: [
    ("XDG_VIDEOS_DIR=\"$HOME/Videos\"", "/home/a/Videos"),
    ("# XDG_VIDEOS_DIR=\"/old\"\n XDG_VIDEOS_DIR = \"$HOME/A \\\"b\\\" \\$\"", "/home/a/A \"b\" $"),
    ("XDG_VIDEOS_DIR=\"$HOME/\"", "/home/a"),
    ("XDG_VIDEOS_DIR=\"/a\"\nXDG_VIDEOS_DIR=\"/b/\"", "/b"),
    ("XDG_MUSIC_DIR=\"$HOME/Music\"", nil), ("XDG_VIDEOS_DIR=\"films\"", nil), ("XDG_VIDEOS_DIR=\"", nil),
    ("XDG_VIDEOS_DIR=$HOME/Videos", nil), ("XDG_VIDEOS_DIR=\"$HOMEPAGE/x\"", nil), ("", nil),
  ])
  func userFolders(text: String, expected: String?) {
    #expect(LibraryLocation.videos(inUserFolders: text, home: "/home/a") == expected)
  }

  @Test func onlyTheDefaultMakesTheFoldersAboveIt() throws {
    let test = try TestLibrary(named: "not/there")
    let error = #expect(throws: RetakeError.self) { _ = try test.editor() }
    #expect(error?.code == .storageMissing)
    let home = try LibraryLocation(nil, environment: ["HOME": test.root])
    _ = try LibraryEditor(at: home)
    #expect(FileManager.default.fileExists(atPath: test.root + "/Videos/Retake/incoming"))
  }

  @Test func aLibraryThatGoesAwayIsNotMadeAnewAndIsFoundWhenItComesBack() throws {
    let test = try TestLibrary()
    let editor = try test.editor()
    #expect(try !editor.confirm())
    let away = test.root + "-away"
    try FileManager.default.moveItem(atPath: test.root, toPath: away)
    func expectGone() {
      #expect(#expect(throws: RetakeError.self) { try editor.begin() }?.code == .storageMissing)
      #expect(#expect(throws: RetakeError.self) { try editor.save("0123") }?.code == .storageMissing)
    }
    expectGone()
    // What is left where a disk was mounted.
    try FileManager.default.createDirectory(atPath: test.root, withIntermediateDirectories: false)
    expectGone()
    #expect(try FileManager.default.contentsOfDirectory(atPath: test.root).isEmpty)
    // Another disk with a library on it, which is held from now on.
    try FileManager.default.removeItem(atPath: test.root)
    try FileManager.default.copyItem(atPath: away, toPath: test.root)
    #expect(try editor.confirm())
    #expect(try !editor.confirm())
    #expect(#expect(throws: RetakeError.self) { _ = try test.editor() }?.code == .storageBusy)
    _ = try editor.begin()
    // One that lost its lock only is still the same.
    try FileManager.default.removeItem(atPath: test.root + "/.lock")
    #expect(try !editor.confirm())
    #expect(#expect(throws: RetakeError.self) { _ = try test.editor() }?.code == .storageBusy)
    try FileManager.default.removeItem(atPath: away)
  }

  @Test func oneKioskHoldsALibrary() throws {
    let test = try TestLibrary()
    do {
      let first = try test.editor()
      let error = #expect(throws: RetakeError.self) { _ = try test.editor() }
      #expect(error?.code == .storageBusy)
      #expect(try first.library.takes().isEmpty)
    }
    _ = try test.editor()
  }
}
