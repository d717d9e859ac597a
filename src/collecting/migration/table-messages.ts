import type { AppEvent } from '../../base/events/types'
import type { Refusal } from '../../base/refusal'
import type { SourceReading } from './preview'
import type { SourceKind } from './states'
import type { MigrationRunRow } from './store'

/** What passes between the event loop and the thread that moves tables. */

/** Reads what a preview shows; alone, without an open run. */
export interface InspectMessage {
  inspect: { kind: SourceKind; folder: string }
}

/** The first message of a run. */
export interface OpenMessage {
  open: {
    /** The library. */
    database: string
    kind: SourceKind
    /** Folder of the private copy. */
    folder: string
    run: MigrationRunRow
    /** Library folders of both kinds. */
    roots: readonly string[]
    ownerName: string
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

export type ThreadMessage = InspectMessage | OpenMessage | TableMessage | CloseMessage

/** Events are those of the transaction, which is committed. */
export type ThreadAnswer = { events: AppEvent[] } | { reading: SourceReading } | { fault: ThreadFault }

export interface ThreadFault {
  /** `refusal` and `foreign` are errors of those classes. */
  kind: 'refusal' | 'foreign' | 'stopped' | 'other'
  message: string
  code?: string | number
  refusal?: Pick<Refusal, 'kind' | 'extra'>
  stack?: string
}
