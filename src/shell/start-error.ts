/** Panelkeep cannot start; `message` is one sentence that says what and what to do. */
export class StartError extends Error {
  override readonly name = 'StartError'

  constructor(
    message: string,
    readonly code = 1,
    options?: ErrorOptions,
  ) {
    super(message, options)
  }
}
