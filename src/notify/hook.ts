import type { Arrival } from './arrival'
import type { HookName } from './states'

/** What came of telling somebody: a sentence either way, without keys. */
export type Said = { ok: string } | { failure: string }

/** Somebody who is told. Each is one file; nothing here throws. */
export interface Hook {
  readonly name: HookName
  readonly label: string
  /** Whether the settings name one. */
  isSet(): boolean
  /** What is to be said about an arrival, each its own row; the same thing that is still to be said is not said twice. */
  messages(arrival: Arrival): unknown[]
  say(message: unknown, signal: AbortSignal): Promise<Said>
  /** Whether it would listen. */
  test(signal: AbortSignal): Promise<Said>
}
