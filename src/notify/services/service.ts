import type { Instant } from '../../platform/ports'
import type { NoticeEvent } from '../states'

/** What is told. */
export interface Notice {
  /** The same when it is told again. */
  notice_id: string
  event: NoticeEvent | 'test'
  title: string
  /** Lines; may be empty. */
  body: string
  /** The page that it is about, for a browser elsewhere; null when nobody knows its address. */
  url: string | null
  /** When it happened. */
  at: Instant
}

/** What came of telling somebody: a sentence either way. `until`: there is a limit, and it is to be tried again then. */
export type DeliveryResult = { ok: string } | { failure: string; until?: Instant }

/** What somebody fills in; settings and secrets together. */
export type Values = Readonly<Record<string, string>>

export interface Field {
  key: string
  label: string
  kind: 'text' | 'secret' | 'address' | 'number' | 'choice'
  required?: boolean
  example?: string
  help?: string
  usual?: string
  choices?: readonly { value: string; label: string }[]
  /** An address that holds a key: it has to look like one, and is shown to nobody. */
  isAddress?: true
}

/** A way to tell somebody. Each is one file; nothing here throws but what is a mistake of ours. */
export interface Service {
  readonly label: string
  readonly about: string
  readonly fields: readonly Field[]
  /** Why it cannot be used here, as a sentence. */
  missing?(): string | null
  /** What does not fit together, as a sentence. */
  amiss?(values: Values): string | undefined
  /** The host that gets all of it, the secrets too; null for this computer. */
  goesTo(values: Values): string | null
  send(values: Values, notice: Notice, signal: AbortSignal): Promise<DeliveryResult>
}
