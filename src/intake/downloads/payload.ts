import type { DirectLink } from '../../base/outbound/transfer/link'

/** The content sent to a download client for a release: a file, or a link. */
export type ReleasePayload =
  | { kind: 'nzb'; name: string; bytes: Uint8Array; password?: string }
  | { kind: 'torrent'; name: string; bytes: Uint8Array; info_hash: string }
  | { kind: 'magnet'; name: string; link: string; info_hash: string }
  /** A file at a URL; `name` has its extension. */
  | { kind: 'link'; name: string; links: DirectLink[]; size?: number }
