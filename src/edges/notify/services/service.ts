import type { Instant } from '../../../base/platform/ports'
import type { NoticeEvent } from '../states'

/** A notice as the services send it. */
export interface Notice {
  /** The same id for each attempt. */
  notice_id: string
  event: NoticeEvent | 'test'
  title: string
  /** Lines; may be empty. */
  body: string
  /** The page to open, for a browser on another machine; null when public_url is not set. */
  url: string | null
  /** When the event happened. */
  at: Instant
}

/** The result of a delivery: a sentence for success and for failure. `until`: when a rate limit ends. */
export type DeliveryResult = { ok: string } | { failure: string; until?: Instant }

/** The values of the form; settings and secrets together. */
export type TargetValues = Readonly<Record<string, string>>

export interface TargetField {
  key: string
  label: string
  kind: 'text' | 'secret' | 'address' | 'number' | 'choice'
  required?: boolean
  example?: string
  help?: string
  usual?: string
  choices?: readonly { value: string; label: string }[]
  /** An address that contains a key: validated like an address, hidden like a secret. */
  isAddress?: true
}

/** A notification service. Each is one file; methods throw only for bugs. */
export interface TargetService {
  readonly label: string
  readonly about: string
  readonly fields: readonly TargetField[]
  /** Why the service cannot be used on this machine, as a sentence. */
  missing?(): string | null
  /** Why the values do not fit together, as a sentence. */
  problemOf?(values: TargetValues): string | undefined
  /** The host that gets the notices and the secrets; null for this computer. */
  receiverOf(values: TargetValues): string | null
  send(values: TargetValues, notice: Notice, signal: AbortSignal): Promise<DeliveryResult>
}
