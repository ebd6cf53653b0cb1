// Who imports Retake sees the values of its API.
@_exported public import RetakeMedia
