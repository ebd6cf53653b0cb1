import RetakeMedia
import Testing

@testable import RetakeCodec

@Suite struct EncoderCatalogTests {
  @Test func softwareIsAlwaysThereAndWorks() throws {
    for name in ["libx264", "libx265", "aac"] { #expect(EncoderCatalog.isBuiltIn(name)) }
    #expect(!EncoderCatalog.isBuiltIn("no_such_encoder"))
    var settings = TestMovie().settings
    try EncoderCatalog.probe(settings)
    try EncoderCatalog.probe(settings, pixelFormat: .nv12)
    settings.encoder = "libx265"
    settings.codec = .hevc
    try EncoderCatalog.probe(settings)
  }

  @Test func whatDoesNotWorkSaysSo() {
    var settings = TestMovie().settings
    settings.encoder = "no_such_encoder"
    #expect(throws: CodecError.self) { try EncoderCatalog.probe(settings) }
  }

  @Test func theFirstThatWorksIsChosen() throws {
    var settings = TestMovie().settings
    settings.width = 1280
    settings.height = 720
    let name = try #require(EncoderCatalog.preferred(for: .h264))
    #expect(EncoderCatalog.preferred(for: .h264) == name)
    let entries = EncoderCatalog.video.filter { $0.codec == .h264 }
    for entry in entries.prefix(while: { $0.name != name }) {
      settings.encoder = entry.name
      #expect(throws: CodecError.self) { try EncoderCatalog.probe(settings) }
    }
    settings.encoder = name
    try EncoderCatalog.probe(settings)
    #expect(EncoderCatalog.preferred(for: .mjpeg) == nil)
  }

  @Test func aLoopbackDeviceIsNoEncoder() {
    let (camera, loopback, encoder): (UInt32, UInt32, UInt32) = (0x0420_0001, 0x0520_0003, 0x0420_4000)
    #expect(!MemoryToMemory.mayBeTried(capabilities: []))
    #expect(!MemoryToMemory.mayBeTried(capabilities: [camera]))
    #expect(!MemoryToMemory.mayBeTried(capabilities: [loopback]))
    #expect(MemoryToMemory.mayBeTried(capabilities: [camera, encoder]))
    // FFmpeg would look at it all the same.
    #expect(!MemoryToMemory.mayBeTried(capabilities: [camera, loopback, encoder]))
  }
}
