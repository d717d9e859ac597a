import { isWithin } from '../../../base/platform/clock'
import type { Clock, Instant } from '../../../base/platform/ports'
import type { IndexerAnswer } from '../indexers/indexer'

const GOOD_FOR_MS = 5 * 60_000
const MOST = 200

/** Replies of the last minutes: the spellings of one issue often lead to the same query to the archive. */
export class RecentReplies {
  private readonly answers = new Map<string, { at: Instant; value: unknown }>()

  constructor(private readonly clock: Clock) {}

  /** A recent reply, or else the reply to `ask`; failures are not kept. */
  async answer<T>(question: string, ask: () => Promise<IndexerAnswer<T>>): Promise<IndexerAnswer<T>> {
    const now = this.clock.now()
    const had = this.answers.get(question)
    if (had && isWithin(had.at, now, GOOD_FOR_MS)) return { ok: had.value as T }
    const answer = await ask()
    if (!('ok' in answer)) return answer
    this.answers.delete(question)
    this.answers.set(question, { at: this.clock.now(), value: answer.ok })
    const oldest = this.answers.keys().next().value
    if (this.answers.size > MOST && oldest !== undefined) this.answers.delete(oldest)
    return answer
  }
}
