internal import RetakeKiosk
internal import RetakeMedia

enum TakesCommand {
  static func run(_ config: Config, json: Bool) throws(RetakeError) -> ExitCode { .done }
  static func run(_ config: Config, _ action: TakesAction, take: String, json: Bool) throws(RetakeError)
    -> ExitCode
  { .done }
  static func run(_ options: Request.CommonOptions) throws(RetakeError) -> ExitCode { .done }
}
