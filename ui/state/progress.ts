import { ApiError, call, request } from '../api/client'
import type { Reply } from '../api/contract'
import { keptUser } from '../kept/kept-user'
import { rootPath } from '../root'
import { ProgressSync, type SavedProgress } from './progress-sync'
import { currentUser, type SessionUser } from './user'

let one: ProgressSync | undefined

/** The app's one ProgressSync. It also sends progress left over from a lost connection. */
export function progress(): ProgressSync {
  if (one) return one
  const sync = new ProgressSync({
    send,
    storage: {
      getItem: (key) => localStorage.getItem(ownKey(key)),
      setItem: (key, value) => localStorage.setItem(ownKey(key), value),
      removeItem: (key) => localStorage.removeItem(ownKey(key)),
    },
    now: () => new Date().toISOString(),
    after: (ms, work) => {
      const timer = setTimeout(work, ms)
      return () => clearTimeout(timer)
    },
  })
  addEventListener('online', () => void sync.flush())
  one = sync
  return sync
}

let last: SessionUser | null = null

/** The user of the progress: when the session ends, the open reader still reports the last reading of its user. */
export function progressUser(): SessionUser | null {
  last = currentUser.value ?? last
  return last
}

/**
 * Users of a shared tablet keep their unsent progress apart, as do two Panelkeeps on one host. The owner of one without a
 * base path has the key from before there were users.
 */
export function ownKey(key: string): string {
  const user = progressUser()
  return (user && user.role !== 'owner' ? `${key}.${user.user_id}` : key) + rootPath()
}

const NAME = 'PUT /api/reading/issues/:issue_id/progress'

async function send(issue_id: string, saved: SavedProgress, leaving: boolean): Promise<void> {
  const user_id = progressUser()?.user_id
  const of = { ...zone(), user_id, now: new Date().toISOString(), device: deviceName(navigator.userAgent) }
  const input = { params: { issue_id }, body: { ...saved, ...of } }
  if (!leaving) return storeInCopy(issue_id, saved, await call(NAME, input))
  // `keepalive` lets the request finish after the page is closed.
  const { url, init } = request(NAME, input)
  const reply = await fetch(url, { ...init, keepalive: true })
  if (!reply.ok) throw new ApiError(reply.status, `The progress could not be saved (${reply.status}).`)
  if (keptUser()) void reply.json().then((body) => storeInCopy(issue_id, saved, body))
}

/** Best effort: the next contact with the server repeats it. */
function storeInCopy(issue_id: string, { page, share }: SavedProgress, { progress: counts }: Reply<typeof NAME>): void {
  if (!keptUser()) return
  const place = share === undefined || counts.page !== page ? null : { page, share }
  const read = { progress: counts, place }
  void import('../kept/kept-issues').then((m) => m.saveInCopy(issue_id, read)).catch(() => undefined)
}

/** Days of reading are counted in the user's time zone. */
function zone(): { zone?: string } {
  const { timeZone } = new Intl.DateTimeFormat().resolvedOptions()
  return timeZone ? { zone: timeZone } : {}
}

const MACHINES: readonly [RegExp, string][] = [
  [/iPad/, 'iPad'],
  [/iPhone/, 'iPhone'],
  [/Android.*Mobile/, 'Android phone'],
  [/Android/, 'Android tablet'],
  [/Windows/, 'Windows'],
  [/Mac OS X/, 'Mac'],
  [/CrOS/, 'Chromebook'],
  [/Linux/, 'Linux'],
]

/** A readable device name: "Browser on Android phone". */
export function deviceName(agent: string): string {
  const machine = MACHINES.find(([mark]) => mark.test(agent))?.[1]
  return machine ? `Browser on ${machine}` : 'Browser'
}
