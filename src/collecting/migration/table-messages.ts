import type { AppEvent } from '../../base/events/types'
import type { SourceKind } from './states'
import type { RunRow } from './store'

/** What passes between the event loop and the thread that moves tables. */

/** The first message. */
export interface OpenMessage {
  open: {
    /** The library. */
    database: string
    kind: SourceKind
    /** The private copy. */
    copy: string
    texts: Readonly<Record<string, string>>
    run: RunRow
    /** Library folders of both kinds. */
    roots: readonly string[]
    /** One number: not 0 when the thread is to stop. */
    stop: SharedArrayBuffer
  }
}

export interface TableMessage {
  table: { name: string; at: string }
}

/** The last message: nothing of the library and the copy stays open. */
export interface CloseMessage {
  close: true
}

export type ThreadMessage = OpenMessage | TableMessage | CloseMessage

export type ThreadAnswer =
  /** Of the transaction, which is committed. */
  { events: AppEvent[] } | { fault: ThreadFault }

export interface ThreadFault {
  /** `refusal` and `foreign` are errors of those classes. */
  kind: 'refusal' | 'foreign' | 'stopped' | 'other'
  message: string
  code?: string | number
  stack?: string
}
