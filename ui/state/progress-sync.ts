/** Sends reading progress to the server. Unsent progress is stored, so that it survives a restart of the browser. */

export type SavedProgress = {
  page: number
  /** How many pages the reader showed: a copy on this device may be older than the file. */
  page_count?: number
  completed?: boolean
  device?: string
  /** How far down the page, from 0 to 1. */
  share?: number
  /** Sums of one sitting: a later report replaces an earlier one. */
  sitting?: { sitting_id: string; pages: number; seconds: number }
  at: string
}
export type SyncPorts = {
  /** Throws with the status of a refusal, 0 without an answer. `leaving` while the page is being closed. */
  send: (issueId: string, saved: SavedProgress, leaving: boolean) => Promise<void>
  storage: Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>
  now: () => string
  /** Runs `work` later; the returned function cancels it. */
  after: (ms: number, work: () => void) => () => void
}

const KEY = 'panelkeep.reader.progress'
/** Turning many pages quickly sends one request, not twenty. */
const CALM_MS = 800
const FIRST_WAIT_MS = 2_000
const LONGEST_WAIT_MS = 60_000
/** Refusals that a retry cannot change. 401 is not among them: after the login the request succeeds. */
const FINAL = [400, 403, 404, 409, 410, 422]

export class ProgressSync {
  private cancel: (() => void) | undefined
  private wait = FIRST_WAIT_MS
  private sending: Promise<void> | undefined
  /** Replaces the storage in a private window, which may refuse to store data. */
  private memory: Record<string, SavedProgress> | undefined

  constructor(private readonly ports: SyncPorts) {}

  /** Stores the place and sends it a moment later. Returns the time of the place: now, unless `at` is given. */
  record(issueId: string, page: number, more: Omit<SavedProgress, 'page' | 'at'> = {}, at = this.ports.now()): string {
    const waiting = this.waiting()
    this.store({ ...waiting, ...reportsOf(issueId, waiting[issueId], { page, ...more, at }) })
    this.wait = FIRST_WAIT_MS
    this.plan(CALM_MS)
    return at
  }

  /** The progress of an issue that the server does not have yet. */
  unsent(issueId: string): SavedProgress | undefined {
    return this.waiting()[issueId]
  }

  /** Drops unsent progress of an issue that newer input has replaced. */
  drop(issueId: string): void {
    const { [issueId]: _, ...rest } = this.waiting()
    this.store(rest)
  }

  /** Sends the waiting progress now: the connection is back, or the page is being closed. */
  async flush(leaving = false): Promise<void> {
    this.cancel?.()
    this.cancel = undefined
    if (this.sending && !leaving) return this.sending
    this.sending = this.sendAll(leaving).finally(() => {
      this.sending = undefined
    })
    return this.sending
  }

  private async sendAll(leaving: boolean): Promise<void> {
    const reports = Object.entries(this.waiting()).sort(([, a], [, b]) => (a.at < b.at ? -1 : 1))
    const issues = Map.groupBy(reports, ([key]) => issueOf(key))
    const sent = await Promise.all([...issues.values()].map((own) => this.sendInOrder(own, leaving)))
    if (sent.every(Boolean)) {
      this.wait = FIRST_WAIT_MS
      if (Object.keys(this.waiting()).length > 0) this.plan(CALM_MS)
      return
    }
    this.plan(this.wait)
    this.wait = Math.min(this.wait * 2, LONGEST_WAIT_MS)
  }

  /** The reports of one issue. While the page is closed there is no time to wait for replies. */
  private async sendInOrder(reports: [string, SavedProgress][], leaving: boolean): Promise<boolean> {
    if (leaving)
      return (await Promise.all(reports.map(([key, saved]) => this.sendOne(key, saved, true)))).every(Boolean)
    for (const [key, saved] of reports) if (!(await this.sendOne(key, saved, false))) return false
    return true
  }

  private async sendOne(key: string, saved: SavedProgress, leaving: boolean): Promise<boolean> {
    try {
      await this.ports.send(issueOf(key), saved, leaving)
    } catch (cause) {
      if (!FINAL.includes((cause as { status?: number }).status ?? 0)) return false
    }
    // If the user has read on meanwhile, the newer place still waits.
    if (JSON.stringify(this.unsent(key)) === JSON.stringify(saved)) this.drop(key)
    return true
  }

  private plan(ms: number): void {
    this.cancel?.()
    this.cancel = this.ports.after(ms, () => void this.flush())
  }

  private waiting(): Record<string, SavedProgress> {
    if (this.memory) return this.memory
    try {
      return JSON.parse(this.ports.storage.getItem(KEY) ?? '{}')
    } catch {
      return {}
    }
  }

  private store(waiting: Record<string, SavedProgress>): void {
    try {
      if (Object.keys(waiting).length === 0) this.ports.storage.removeItem(KEY)
      else this.ports.storage.setItem(KEY, JSON.stringify(waiting))
    } catch {
      this.memory = waiting
    }
  }
}

/**
 * The newest place has the key of its issue. An older one of another sitting, be it an earlier sitting or one in another
 * tab, gets a key of its own: its place is replaced, but its reading still counts. Reading offline may take many sittings.
 */
function reportsOf(issueId: string, before: SavedProgress | undefined, saved: SavedProgress) {
  if (!before?.sitting || before.sitting.sitting_id === saved.sitting?.sitting_id) return { [issueId]: saved }
  const [older, newest] = before.at > saved.at ? [saved, before] : [before, saved]
  return { ...(older.sitting && { [`${issueId}\n${older.sitting.sitting_id}`]: older }), [issueId]: newest }
}

const issueOf = (key: string) => key.split('\n')[0]!
