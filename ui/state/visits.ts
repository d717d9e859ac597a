/** After a pause of this length the next look at Home is another visit. */
const PAUSE_MS = 3_600_000

const KEY = 'panelkeep.visits'

type Visit = { seen: string; before: string | null }

/** Notes that a user is at Home. Returns when the visit before this one ended; null for the first one in this browser. */
export function noteVisit(userId: string, now = new Date()): string | null {
  const visits = savedVisits()
  const last = visits[userId]
  const before = last && now.getTime() - Date.parse(last.seen) > PAUSE_MS ? last.seen : (last?.before ?? null)
  visits[userId] = { seen: now.toISOString(), before }
  localStorage.setItem(KEY, JSON.stringify(visits))
  return before
}

function savedVisits(): Record<string, Visit> {
  try {
    return JSON.parse(localStorage.getItem(KEY) ?? '{}')
  } catch {
    return {}
  }
}
