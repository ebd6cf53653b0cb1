internal import RetakeDevices
package import RetakeMedia

/// Opens what a session is to take in. Waits as long as the device likes.
package protocol InputOpener: Sendable {
  /// Opens a camera.
  func camera(_ request: CameraRequest) throws(RetakeError) -> CaptureDeviceInput
  /// Opens a microphone, to be heard with `camera`.
  func microphone(_ spec: DeviceSpec, beside camera: CaptureDeviceInput?) throws(RetakeError)
    -> CaptureDeviceInput
  /// Whether `spec` names the very device that `input` has open.
  func isSame(_ spec: DeviceSpec, as input: CaptureDeviceInput) -> Bool
}

/// Opens the devices of this machine.
package struct DeviceOpener: InputOpener {
  package init() {}

  package func camera(_ request: CameraRequest) throws(RetakeError) -> CaptureDeviceInput {
    try CaptureDeviceInput(request)
  }

  package func microphone(
    _ spec: DeviceSpec, beside camera: CaptureDeviceInput?
  ) throws(RetakeError) -> CaptureDeviceInput {
    try CaptureDeviceInput(microphone: spec, beside: camera)
  }

  package func isSame(_ spec: DeviceSpec, as input: CaptureDeviceInput) -> Bool {
    switch input.source {
    case .camera(let camera as V4L2Camera, _): Discovery.isCamera(camera, named: spec)
    case .microphone(let microphone as ALSAMicrophone, _): Discovery.isMicrophone(microphone, named: spec)
    case .camera, .microphone: false
    }
  }
}
