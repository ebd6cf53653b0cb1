internal import Retake
internal import RetakeKiosk
internal import RetakeMedia
internal import RetakeRuntime

/// Which camera and microphone the kiosk uses: those of the config, or what stands in for them.
enum DeviceChoice {
  /// Opens them; takes as long as the devices like. A missing microphone is no reason to open no camera.
  ///
  /// - Parameter allowsFallback: whether the test camera may stand in for a missing `auto` one.
  /// - Throws: why there is no camera, or what makes no sense in the config.
  static func open(_ config: Config, allowsFallback: Bool) throws(RetakeError) -> CaptureRig.Devices {
    var devices = try camera(config, allowsFallback: allowsFallback)
    guard config.microphone != .none else { return devices }
    var spec = config.microphone
    do throws(RetakeError) {
      devices.microphone = try CaptureDeviceInput(microphone: spec, beside: devices.camera)
    } catch {
      if error.code == .invalidArgument { throw error }
      if spec == .auto, error.code == .deviceMissing, devices.isFallback {
        spec = .test("")
        devices.microphone = try CaptureDeviceInput(microphone: spec, beside: devices.camera)
      } else if spec == .auto {
        Log.info("\(error.message)")
      } else {
        Log.warning("\(error.message)")
      }
    }
    if devices.microphone != nil { devices.microphoneName = name(of: spec) }
    return devices
  }

  private static func camera(
    _ config: Config, allowsFallback: Bool
  ) throws(RetakeError) -> CaptureRig.Devices {
    let spec = config.camera
    do throws(RetakeError) {
      let isTest = if case .test = spec { true } else { false }
      let camera = try CaptureDeviceInput(
        CameraRequest(
          spec, preset: config.preset, frameRate: config.frameRate, isPassthrough: config.codec == .copy))
      return CaptureRig.Devices(camera: camera, cameraName: name(of: spec), isTest: isTest)
    } catch {
      guard spec == .auto, error.code == .deviceMissing, allowsFallback else { throw error }
      // Takes that keep a camera's stream need one here, too.
      let test = DeviceSpec.test(config.codec == .copy ? "format=h264" : "")
      return CaptureRig.Devices(
        camera: try CaptureDeviceInput(camera: test), cameraName: name(of: .test("")), isTest: true,
        isFallback: true)
    }
  }

  /// As the config would say it.
  private static func name(of spec: DeviceSpec) -> String {
    switch spec {
    case .auto: "auto"
    case .none: "none"
    case .test(let text): text.isEmpty ? "test" : "test:" + text
    case .file(let path): "file:" + path
    case .device(let name): name
    }
  }
}
