import type { Instant } from '../../../base/platform/ports'
import type { ReleasePayload } from '../payload'
import type { ClientItemState, ClientType, ItemControl, JobPriority } from '../states'

/** Why a client did not carry out a request. */
export type ClientFailure =
  /** The client rejected the request: nothing was added. */
  | 'rejected'
  /** The client is unreachable: nothing was added. */
  | 'unreachable'
  /** The request was sent, but it is unknown whether the client accepted it. */
  | 'ambiguous'

/** Failures are values; `detail` is a sentence for users, without keys. */
export type ClientReply<T> = { ok: T } | { failure: ClientFailure; detail: string }

/** Result of a successful test. */
export interface ClientTestResult {
  version?: string
  /** Sentences: what works less well than it could, and how to fix it. */
  warnings: string[]
  /** The client's categories or labels; absent when it has none, or creates them automatically. */
  categories?: string[]
  /** The folder for completed downloads from Panelkeep, as the client sees it. */
  folder?: string
}

/** The release of a grab in its client. */
export interface AcceptedRelease {
  /** The client's id for the release. */
  id: string
  /** Whether Panelkeep added it. False: the client had it before, so it is the user's. Null: the client cannot tell. */
  added: boolean | null
}

/** A download of ours, as its client reports it. */
export interface ClientItem {
  state: ClientItemState
  /** Our name for the download, from clients that may reuse its id for another job later. */
  name?: string
  /**
   * Distinguishes this item from a later one with the same id: the time when it was added, or the client's own number.
   */
  instance?: string
  /** Category or label, and when the client added the item by its own clock. */
  category?: string
  added_at?: Instant
  /** Bytes. */
  total?: number
  done?: number
  /** Bytes that a torrent ever downloaded. 0 for a complete torrent: its files were there before it. */
  fetched?: number
  /** Bytes a second. */
  speed?: number
  /** Seconds left. */
  eta?: number
  /** Absent where the client has no priorities. */
  priority?: JobPriority
  /** Position in the client's queue, from 1; absent when it has none. */
  place?: number
  /** Path of the finished download as the client sees it: a file or a folder. */
  path?: string
  /** The client's message as a sentence: why the download failed or what it waits for. */
  detail?: string
  /** The release is to blame, not the disk or the connection. It is not grabbed again. */
  blames?: boolean
  /** Torrents only: ratio of uploaded to downloaded bytes, and seconds of seeding. */
  ratio?: number
  seeded_seconds?: number
  /** The client itself decided that the torrent has seeded enough, and stopped it. */
  goal_met?: boolean
}

/** Options that are sent with a release. */
export interface SendOptions {
  /** The tracker's minimum: ratio of uploaded to downloaded bytes, and seconds of seeding. */
  minimum_ratio?: number
  minimum_seed_seconds?: number
}

/** A program that releases are sent to. Its methods never throw. */
export interface DownloadClient {
  /** Name in the journal: the id of the client's row. */
  readonly name: string
  /** The user's name for the client. */
  readonly label: string
  readonly type: ClientType | 'ddl' | 'embedded'
  /** The kinds of releases that it accepts. */
  readonly takes: readonly ReleasePayload['kind'][]
  /** Whether the client accepts releases now, and what is wrong with its settings. */
  test(): Promise<ClientReply<ClientTestResult>>
  /**
   * Sends a release under a name that no other grab has. A torrent that the client already has is not changed: its
   * labels, limits and state are the user's.
   */
  send(name: string, release: ReleasePayload, sending?: SendOptions): Promise<ClientReply<AcceptedRelease>>
  /**
   * The release sent under that name; null when certainly none was sent. `infoHash`: for torrents, finds one without
   * our name as well.
   */
  find(name: string, infoHash?: string): Promise<ClientReply<AcceptedRelease | null>>
  /** Panelkeep has recorded that the client has the release: what the client keeps for `find` may go. */
  acknowledge(name: string): Promise<void>
  /** The state of these items, by the client's ids, in one request. Items that the client does not have are absent. */
  inspect(clientIds: readonly string[]): Promise<ClientReply<Map<string, ClientItem>>>
  /** Removes a download in any state, with `files` its files too. Removing an unknown download is no error. */
  remove(clientId: string, options: { files: boolean }): Promise<ClientReply<true>>
  /** The controls that the client's API has for one download; absent when it has none. */
  readonly controls?: readonly ItemControl[]
  /** Returns `rejected` when the client cannot do this in the download's current state. */
  control?(clientId: string, change: ItemControl): Promise<ClientReply<true>>
}
