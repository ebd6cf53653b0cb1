import RetakeBooth
import RetakeKiosk
import Testing

@Suite struct PlacesTests {
  @Test func theLibraryIsAmongTheUsersVideos() throws {
    try withFolder { folder in
      func library(_ environment: [String: String], _ config: Config = Config()) -> String {
        Places(environment: environment).library(config)
      }
      let home = ["HOME": folder.path]
      #expect(library(home) == folder.path + "/Videos/Retake")
      try folder.write("# c\nXDG_VIDEOS_DIR=\"$HOME/Filme\"\n", to: ".config/user-dirs.dirs")
      #expect(library(home) == folder.path + "/Filme/Retake")
      #expect(library(["HOME": folder.path, "XDG_VIDEOS_DIR": "/v/"]) == "/v/Retake")
      #expect(library([:]) == "/var/lib/retake")
      var config = Config()
      config.library = "~/takes"
      #expect(library(home, config) == folder.path + "/takes")
      config.library = "here"
      #expect(library(home, config) == "here")
    }
  }

  @Test func theSocketIsInTheRuntimeFolder() {
    let places = Places(environment: ["XDG_RUNTIME_DIR": "/run/user/7"])
    var config = Config()
    #expect(places.remote(config) == "/run/user/7/retake.sock")
    config.remote = "none"
    #expect(places.remote(config) == nil)
    config.remote = "/tmp/s"
    #expect(places.remote(config) == "/tmp/s")
  }

  @Test(arguments: [
    (["LANG": "de_AT.UTF-8"], "de-AT"), (["LANG": "C.UTF-8"], "en"), ([:], "en"), (["LANG": "POSIX"], "en"),
    (["LANG": "de_DE", "LC_ALL": "fr"], "fr"), (["LANG": "sr_RS@latin", "LC_ALL": ""], "sr-RS"),
  ])
  func theLanguageIsTheEnvironments(environment: [String: String], tag: String) {
    #expect(Places(environment: environment).language(Config()) == tag)
    var config = Config()
    config.language = "it"
    #expect(Places(environment: environment).language(config) == "it")
  }
}
