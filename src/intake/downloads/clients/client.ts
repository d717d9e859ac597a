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

/** Failures are values; `detail` is a sentence for people, without keys. */
export type ClientReply<T> = { ok: T } | { failure: ClientFailure; detail: string }

/** What a test found, beyond that it answers. */
export interface ClientTestResult {
  version?: string
  /** Sentences: what works less well than it could, and what to do. */
  warnings: string[]
  /** Its categories or labels; absent where it has none or creates them automatically. */
  categories?: string[]
  /** The folder where it puts what is finished of ours, as it sees it. */
  folder?: string
}

/** The release of a grab as its client has it. */
export interface AcceptedRelease {
  /** What the client calls it. */
  id: string
  /** Whether Panelkeep added it. False: the client had it before, so it is the user's. Null: the client cannot tell. */
  added: boolean | null
}

/** A download of ours as its client reports it. */
export interface ClientItem {
  state: ClientItemState
  /** Our name on it, of a client that may give its id to another job later. */
  name?: string
  /** Tells it from another one that the client may have under the same id later: its adding time, or its own number. */
  instance?: string
  /** Category or label, and when the client got it by its own clock. */
  category?: string
  added_at?: Instant
  /** Bytes. */
  total?: number
  done?: number
  /** Bytes that a torrent ever got from others. 0 of what it has: its files were there before it. */
  fetched?: number
  /** Bytes a second. */
  speed?: number
  /** Seconds left. */
  eta?: number
  /** Absent where the client has no priorities. */
  priority?: JobPriority
  /** Place in the client's queue, from 1; absent where it has none. */
  place?: number
  /** Path of the finished download as the client sees it: a file or a folder. */
  path?: string
  /** The client's message as a sentence: why the download failed or what it waits for. */
  detail?: string
  /** The failure is of the release, which is not taken again, and not of the disk or the connection. */
  blames?: boolean
  /** Of a torrent: uploaded to downloaded, and seconds of seeding. */
  ratio?: number
  seeded_seconds?: number
  /** The client itself holds that it has seeded enough: it stopped. */
  goal_met?: boolean
}

/** Options that are sent with a release. */
export interface SendOptions {
  /** Its tracker wants at least this: uploaded to downloaded, and seconds of seeding. */
  minimum_ratio?: number
  minimum_seed_seconds?: number
}

/** A program that releases are sent to. Its methods do not throw. */
export interface DownloadClient {
  /** As the journal names it: the id of its row. */
  readonly name: string
  /** As the reader calls it. */
  readonly label: string
  readonly type: ClientType | 'ddl' | 'embedded'
  /** What it can be given. */
  readonly takes: readonly ReleasePayload['kind'][]
  /** Whether it can take something now, and what is wrong with how it is set up. */
  test(): Promise<ClientReply<ClientTestResult>>
  /**
   * Gives it a release under a name that no other grab has. A torrent that it has already stays as it is: its labels,
   * limits and state are the user's.
   */
  send(name: string, release: ReleasePayload, sending?: SendOptions): Promise<ClientReply<AcceptedRelease>>
  /**
   * The release that it was given under that name; null when it was given none, for certain. `infoHash`: of a torrent,
   * where one that it has without our name on it may be the one.
   */
  find(name: string, infoHash?: string): Promise<ClientReply<AcceptedRelease | null>>
  /** Panelkeep has recorded that the client has the release: what the client keeps for `find` may go. */
  acknowledge(name: string): Promise<void>
  /** How the ones of these that it has are doing, by what it calls them: one question for all. What it does not have is absent. */
  inspect(clientIds: readonly string[]): Promise<ClientReply<Map<string, ClientItem>>>
  /** Removes a download, with `files` its files in any state too. A download that the client does not have is no error. */
  remove(clientId: string, options: { files: boolean }): Promise<ClientReply<true>>
  /** The controls that its API has for one download; absent where it has none. */
  readonly controls?: readonly ItemControl[]
  /** `rejected` where it cannot do this to the download as it is now. */
  control?(clientId: string, change: ItemControl): Promise<ClientReply<true>>
}
