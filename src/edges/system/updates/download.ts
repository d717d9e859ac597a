import { Transfer } from '../../../base/outbound/transfer/transfer'
import type { Clock, Files, HostNames, Transfers } from '../../../base/platform/ports'
import { Refusal } from '../../../base/refusal'
import type { Artefact } from './feed'
import type { FeedClient } from './feed-client'

export interface DownloadDeps {
  clock: Clock
  files: Files
  transfers: Transfers
  names: HostNames
  client: FeedClient
}

interface Download {
  artefact: Artefact
  /** Path of the partial file; an existing part is continued. */
  part: string
  etag: string | null
  /** Host of the feed. The user entered it, so it may be on a private network. */
  feedHost: string | undefined
  signal: AbortSignal
  head: (etag: string | null) => void
  received: (bytes: number) => void
}

/** Pauses before the retries of an interrupted download. */
const PAUSES_MS = [2000, 10_000, 30_000, 60_000]

/** Downloads an artefact. Throws Refusal with the reason, and returns early when `signal` aborts. */
export async function downloadArtefact(deps: DownloadDeps, download: Download): Promise<void> {
  const { client, clock, files, transfers, names } = deps
  const { artefact, part, signal } = download
  const { hostname } = new URL(artefact.url)
  const link = { url: artefact.url, label: hostname, size: artefact.size, trusted: hostname === download.feedHost }
  const callbacks = {
    head: ({ from, tag }: { from: number; tag: string | null }) => {
      etag = tag
      download.head(tag)
      download.received(from)
    },
    moved: download.received,
  }
  let { etag } = download
  const transfer = () =>
    new Transfer(
      { net: { transfers, names, allowed: () => [] }, files, clock },
      { link, tag: etag, part },
      callbacks,
      signal,
    ).run()
  for (let attempt = 0; ; attempt++) {
    const outcome = await client.paced('file', transfer, signal)
    if ('error' in outcome) throw new Refusal('upstream', outcome.error)
    if (outcome.kind === 'done' || outcome.kind === 'stopped') return
    const pause = PAUSES_MS[attempt]
    if (outcome.kind !== 'later' || pause === undefined)
      throw new Refusal('upstream', `The download failed. ${outcome.detail}`)
    await clock.after(pause, signal)
  }
}
