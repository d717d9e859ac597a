import type { Caller } from '../../../base/platform/caller'
import { isWithin } from '../../../base/platform/clock'
import type { Clock, Instant } from '../../../base/platform/ports'
import { Refusal } from '../../../base/refusal'

const HOUR_MS = 3_600_000
/** Different searches of one reader in an hour: providers limit the requests of the whole library. */
const MOST_SEARCHES = 30

/** Limits how often each reader searches at the providers. Further pages and repetitions of a search do not count. */
export class ReaderSearches {
  private readonly byUser = new Map<string, Map<string, Instant>>()

  constructor(private readonly clock: Pick<Clock, 'now'>) {}

  /** Throws Refusal 'throttled' for a search too many. The owner and managers are not limited. */
  count({ user_id, role }: Pick<Caller, 'user_id' | 'role'>, search: string): void {
    if (role !== 'reader') return
    const now = this.clock.now()
    const recent = new Map([...(this.byUser.get(user_id) ?? [])].filter(([, at]) => isWithin(at, now, HOUR_MS)))
    this.byUser.set(user_id, recent)
    if (recent.has(search)) return
    if (recent.size >= MOST_SEARCHES)
      throw new Refusal('throttled', `You searched ${MOST_SEARCHES} times in an hour. Try again later.`)
    recent.set(search, now)
  }
}
