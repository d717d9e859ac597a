/** A request that was understood and is not carried out. `http/errors.ts` maps each kind to its status. */
export type Kind =
  | 'invalid'
  | 'unauthenticated'
  | 'forbidden'
  | 'missing'
  | 'conflict'
  | 'gone'
  | 'too_large'
  | 'damaged'
  | 'locked'
  | 'throttled'
  | 'upstream'
  | 'unavailable'
  | 'timeout'

/** "Understood, and no": the one error that services throw. `detail` is a sentence for the reader. */
export class Refusal extends Error {
  override readonly name = 'Refusal'

  constructor(
    readonly kind: Kind,
    readonly detail: string,
    /** What the wire carries beside `detail`, such as `errors` or `results`. */
    readonly extra: Record<string, unknown> = {},
    options?: ErrorOptions,
  ) {
    super(detail, options)
  }
}

/** A refusal in the form of the older routes, which say the sentence in `error` as well. */
export function legacy(kind: Kind, sentence: string, more: Record<string, unknown> = {}): Refusal {
  return new Refusal(kind, sentence, { success: false, error: sentence, ...more })
}
