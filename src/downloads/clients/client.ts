import type { Fetched } from '../../search/indexers/indexer'

/** Why a client did not do what it was asked. */
type ClientFailure =
  /** It said no: it has nothing. */
  | 'rejected'
  /** It cannot be asked now; it has nothing new. */
  | 'unreachable'
  /** It was asked, and nobody knows whether it took it. */
  | 'ambiguous'

/** Failures are values; `detail` is a sentence for people, without keys. */
export type Reply<T> = { ok: T } | { failure: ClientFailure; detail: string }

/** What releases are handed to. Each is one file; nothing here throws. */
export interface DownloadClient {
  /** As the journal names it. */
  readonly name: string
  /** After a crash `find` tells for certain whether it was given something. */
  readonly restartSafe: boolean
  /** Whether it can take something now. */
  test(): Promise<Reply<true>>
  /** Gives it a release under a name that no other grab has. Answers what it calls it. */
  send(name: string, release: Fetched): Promise<Reply<string>>
  /** What it calls the release it was given under that name; null when it was given none. */
  find(name: string): Promise<Reply<string | null>>
  /** We have written down that it has it: what it keeps for `find` may go. */
  settle(name: string): Promise<void>
  /** Drops what it was given. */
  remove(clientId: string): Promise<Reply<true>>
}
