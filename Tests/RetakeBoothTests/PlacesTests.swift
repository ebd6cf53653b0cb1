import RetakeBooth
import RetakeKiosk
import Testing

@Suite struct PlacesTests {
  @Test func aTildeIsTheHome() {
    let places = Places(environment: ["HOME": "/home/me/"])
    var config = Config()
    #expect(places.library(config) == nil)
    config.library = "~/takes"
    #expect(places.library(config) == "/home/me/takes")
    config.library = "~other/takes"
    #expect(places.library(config) == "~other/takes")
    config.remote = "~/s"
    #expect(places.remote(config) == "/home/me/s")
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
