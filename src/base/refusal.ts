/** A request that was understood but is not carried out. `base/http/errors.ts` maps each kind to its status. */
export type RefusalKind =
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

/** "Understood, but refused": the one error that services throw. `detail` is a sentence for the user. */
export class Refusal extends Error {
  override readonly name = 'Refusal'
  readonly detail: string

  constructor(
    readonly kind: RefusalKind,
    detail: string,
    /** Further fields of the reply beside `detail`, such as `errors` or `results`. */
    readonly extra: Record<string, unknown> = {},
    options?: ErrorOptions,
  ) {
    const sentence = asSentence(detail)
    super(sentence, options)
    this.detail = sentence
  }
}

/** Adds a full stop where it is missing: some details end in words of a verdict, of a file or of another program. */
export const asSentence = (text: string): string => (text === '' || /[.!?…]$/.test(text) ? text : `${text}.`)

/** A refusal in the form of the older routes, which repeat the sentence in `error`. */
export function legacy(kind: RefusalKind, text: string, more: Record<string, unknown> = {}): Refusal {
  const sentence = asSentence(text)
  return new Refusal(kind, sentence, { success: false, error: sentence, ...more })
}
