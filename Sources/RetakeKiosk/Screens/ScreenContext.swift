/// What a screen needs besides the state and the time.
package struct ScreenContext {
  package var size: ScreenSize
  package var strings: Strings
  package var measurer: any TextMeasurer
  package var live: LiveValues

  package init(
    size: ScreenSize, strings: Strings, measurer: any TextMeasurer, live: LiveValues = LiveValues()
  ) {
    self.size = size
    self.strings = strings
    self.measurer = measurer
    self.live = live
  }
}
