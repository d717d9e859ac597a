import type { ImportPayload } from './import-payload'
import type { HookName } from './states'

/** What came of telling somebody: a sentence either way, without keys. */
export type HookResult = { ok: string } | { failure: string }

/** Somebody who is told. Each is one file; nothing here throws. */
export interface Hook {
  readonly name: HookName
  readonly label: string
  /** Whether the settings name one. */
  isSet(): boolean
  /** What is to be said about an arrival, each its own row; the same thing that is still to be said is not said twice. */
  messages(arrival: ImportPayload): unknown[]
  say(message: unknown, signal: AbortSignal): Promise<HookResult>
  /** Whether it would listen. */
  test(signal: AbortSignal): Promise<HookResult>
}
