package import RetakeMedia
package import RetakeRuntime

/// The test camera's pictures, one for each frame number: bars that move, the number and a clock in digits,
/// the code strip, and a white one with each second. Pure: the same number and time give the same bytes.
///
/// All rows that do not depend on the frame are made once, so a picture costs the copying of its rows.
package struct TestPattern: Sendable {
  /// Where the planes of its pictures lie.
  package let layout: PlaneLayout
  /// Range and matrix of its code values.
  package let color: ColorInfo
  private let frameRate: Rational
  private let planes: [TestPatternPlane]
  /// Dots of a digit are squares of this many pixels; 0 where there is no room for digits.
  private let dotSize: Int
  private let white: UInt8
  private let black: UInt8

  /// Pictures in `pixelFormat`: one of nv12, yuyv422, yuv420p and gray8.
  package init(
    _ pixelFormat: PixelFormat, width: Int, height: Int, frameRate: Rational, color: ColorInfo
  ) {
    self.init(pixelFormat, filter: nil, width: width, height: height, frameRate: frameRate, color: color)
  }

  /// What a sensor sees behind `filter`, a byte a pixel, as gray8.
  init(behind filter: SensorFilter, width: Int, height: Int, frameRate: Rational) {
    self.init(.gray8, filter: filter, width: width, height: height, frameRate: frameRate, color: .jpeg)
  }

  private init(
    _ pixelFormat: PixelFormat, filter: SensorFilter?, width: Int, height: Int, frameRate: Rational,
    color: ColorInfo
  ) {
    self.layout = PlaneLayout(pixelFormat, width: width, height: height)
    self.color = color
    self.frameRate = frameRate
    let palette = TestPatternPlane.Palette(color: color, pairs: (width + 1) / 2)
    self.planes = TestPatternPlane.Kind.planes(of: pixelFormat, filter: filter).map {
      TestPatternPlane($0, palette: palette)
    }
    self.white = TestColor(gray: 1, as: color).y
    self.black = TestColor(gray: 0, as: color).y
    self.dotSize = min(height / 90, width / ((Self.clockCharacters + 1) * TestDigits.advance + 8))
  }

  /// Characters of the longer line: `0012:34:56.789`.
  private static let clockCharacters = 14

  /// When frame `number` is taken, since the start.
  package func time(ofFrame number: UInt64) -> MediaTime {
    TestClock.time(ofFrame: number, rate: frameRate)
  }

  /// Draws frame `number` of a camera that was started at `epoch`; the digits show the frame's time on
  /// CLOCK_MONOTONIC. `frame` must have this pattern's layout.
  package func render(frame number: UInt64, epoch: MediaTime, into frame: inout WritableFrame) {
    precondition(frame.layout == layout, "a picture of another layout")
    let time = time(ofFrame: number)
    let isFlash = TestClock.isFlash(frame: number, rate: frameRate)
    let strip = CodeStrip(frame: number, time: time)
    for index in planes.indices {
      frame.withPlane(index) { bytes in
        drawField(frame: number, isFlash: isFlash, plane: index, into: &bytes)
        drawStrip(strip, plane: index, into: &bytes)
        drawText(frame: number, clock: epoch + time, isFlash: isFlash, plane: index, into: &bytes)
      }
    }
  }

  /// Bars or white, in every row under the strip.
  private func drawField(
    frame number: UInt64, isFlash: Bool, plane index: Int, into bytes: inout MutableRawSpan
  ) {
    let plane = planes[index]
    let count = layout.pixelFormat.rowBytes(plane: index, width: layout.width)
    let rows = layout.pixelFormat.rows(plane: index, height: layout.height)
    let period = (layout.width + 1) / 2
    // Once across the picture in about ten seconds at 30 frames a second, in whole pairs of pixels.
    let shift = Int(number % UInt64(period)) * max(1, period / 240) % period
    let start = isFlash ? 0 : shift * plane.pairBytes
    for row in stripRows(of: plane)..<max(rows, stripRows(of: plane)) {
      bytes.copy(
        isFlash ? plane.white : plane.bars(row: row), start..<start + count, to: row * layout.strides[index])
    }
  }

  private func drawStrip(_ strip: CodeStrip, plane index: Int, into bytes: inout MutableRawSpan) {
    let plane = planes[index]
    let count = layout.pixelFormat.rowBytes(plane: index, width: layout.width)
    bytes.copy(plane.black, 0..<count, to: 0)
    if let step = plane.lumaStep {
      for cell in 0..<CodeStrip.cellCount where strip.bits >> UInt64(63 - cell) & 1 == 1 {
        for column in CodeStrip.columns(cell: cell, width: layout.width) {
          bytes.storeBytes(of: white, toByteOffset: column * step, as: UInt8.self)
        }
      }
    }
    for row in 1..<max(1, stripRows(of: plane)) {
      bytes.copyWithin(0..<count, to: row * layout.strides[index])
    }
  }

  /// Rows of `plane` that the strip covers, half ones too.
  private func stripRows(of plane: TestPatternPlane) -> Int {
    let rows = CodeStrip.rows(height: layout.height)
    return (rows + plane.lines - 1) / plane.lines
  }

  /// The frame's number over its time, at the lower left: white on black, or black on the white of a flash.
  private func drawText(
    frame number: UInt64, clock: MediaTime, isFlash: Bool, plane index: Int, into bytes: inout MutableRawSpan
  ) {
    guard dotSize > 0 else { return }
    var first = TestDigits()
    first.append(number)
    var second = TestDigits()
    second.append(clock: clock)
    let lineHeight = (TestDigits.height + 2) * dotSize
    let margin = dotSize * 4
    // Corners lie on even pixels, where chroma has its samples.
    let left = margin & ~1
    let top = (layout.height - margin - 2 * lineHeight) & ~1
    let width = ((Self.clockCharacters + 1) * TestDigits.advance * dotSize - 2 * dotSize) & ~1
    let plane = planes[index]
    let span = left / 2 * plane.pairBytes..<(left + width) / 2 * plane.pairBytes
    for row in top / plane.lines..<(top + 2 * lineHeight) / plane.lines {
      bytes.copy(isFlash ? plane.white : plane.black, span, to: row * layout.strides[index] + span.lowerBound)
    }
    guard let step = plane.lumaStep else { return }
    let ink = isFlash ? black : white
    draw(first, left: left + dotSize, top: top + dotSize, ink: ink, step: step, into: &bytes)
    draw(second, left: left + dotSize, top: top + dotSize + lineHeight, ink: ink, step: step, into: &bytes)
  }

  private func draw(
    _ text: TestDigits, left: Int, top: Int, ink: UInt8, step: Int, into bytes: inout MutableRawSpan
  ) {
    for row in 0..<TestDigits.height * dotSize {
      let rowStart = (top + row) * layout.strides[0]
      for index in 0..<text.count {
        let dots = text.dots(index, row: row / dotSize)
        let characterLeft = left + index * TestDigits.advance * dotSize
        for dot in 0..<5 where dots >> UInt8(4 - dot) & 1 == 1 {
          for column in 0..<dotSize {
            let x = characterLeft + dot * dotSize + column
            bytes.storeBytes(of: ink, toByteOffset: rowStart + x * step, as: UInt8.self)
          }
        }
      }
    }
  }
}
