import { plus } from '../../../base/platform/clock'
import { sha256 } from '../../../base/platform/digest'
import type { Clock, Log } from '../../../base/platform/ports'
import type { ProviderName } from '../../../base/providers/descriptors'
import type { Database } from '../../../base/storage/database'
import * as store from './client-store'
import type { ProviderRequest } from './metadata-client'
import type { ProviderReply } from './reply'

const KEPT_MS = 30 * 86_400_000
const KEPT_BYTES = 128 * 1024 * 1024

/** Replies of services that may be reused, by the request without its key. */
export class KeptReplies {
  constructor(private readonly deps: { db: Database; clock: Clock; log: Log }) {}

  findReply(question: ProviderRequest): store.KeptReply | undefined {
    return store.findReply(this.deps.db.read, keyFor(question))
  }

  /** A stored reply that needs no request. */
  fresh<T>(question: ProviderRequest, read: (json: unknown) => T): { ok: T } | undefined {
    const kept = this.findReply(question)
    return kept && kept.fresh_until > this.deps.clock.now() ? this.read(kept, read) : undefined
  }

  /** Undefined when the reply is invalid for this version, which also deletes it. */
  read<T>(kept: store.KeptReply, read: (json: unknown) => T): { ok: T } | undefined {
    try {
      return { ok: read(JSON.parse(kept.body)) }
    } catch (error) {
      this.deps.log.debug('metadata', 'stored reply unusable', { provider: kept.provider, error })
      this.deps.db.write((tx) => store.forgetReply(tx, kept.key))
      return undefined
    }
  }

  /** The service confirmed that the reply is unchanged. */
  confirm(question: ProviderRequest): void {
    const now = this.deps.clock.now()
    this.deps.db.write((tx) => store.confirmReply(tx, keyFor(question), now, plus(now, question.freshForMs)))
  }

  keepReply(provider: ProviderName, question: ProviderRequest, { headers, text }: ProviderReply): void {
    const [etag, last_modified] = [headers.get('etag'), headers.get('last-modified')]
    if (question.freshForMs <= 0 && etag === null && last_modified === null) return
    const now = this.deps.clock.now()
    const times = { kept_at: now, fresh_until: plus(now, question.freshForMs) }
    const body = text.replace(/^\uFEFF/, '')
    const row = { key: keyFor(question), provider, body, size: Buffer.byteLength(body), etag, last_modified, ...times }
    this.deps.db.write((tx) => store.saveReply(tx, row))
  }

  /** Deletes replies that are too old or too many. */
  prune(): void {
    const { db, clock } = this.deps
    db.write((tx) => store.pruneReplies(tx, plus(clock.now(), -KEPT_MS), KEPT_BYTES))
  }
}

function keyFor({ method = 'GET', url, body = '' }: ProviderRequest): string {
  return sha256(`${method} ${url}\n${body}`)
}
