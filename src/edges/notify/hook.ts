import type { ImportPayload } from './import-payload'
import type { HookName } from './states'

/** The result of one call: a sentence for success and for failure, without keys. */
export type HookResult = { ok: string } | { failure: string }

/** A program that is notified of imports. Each is one file; no method throws. */
export interface Hook {
  readonly name: HookName
  readonly label: string
  /** Whether the settings configure the hook. */
  isSet(): boolean
  /** The calls for an import, a row each. A call that is already queued is not queued again. */
  messages(payload: ImportPayload): unknown[]
  send(message: unknown, signal: AbortSignal): Promise<HookResult>
  /** Tests the connection. */
  test(signal: AbortSignal): Promise<HookResult>
}
