import type { Anchor } from './strip'

/**
 * The position within a strip. Its pages may be many windows high and the server stores page numbers only, so this
 * device stores the offset within the page.
 */
export type StripPlace = Anchor & {
  /** The page that counted as read there. */
  read: number
}

type Kept = StripPlace & { issue: string }

const KEY = 'panelkeep.reader.strip'
const MOST = 30

/** The place, as long as the issue is still at the same page. */
export function stripPlace(storage: Pick<Storage, 'getItem'>, issue: string, read: number): Anchor | undefined {
  return all(storage).find((one) => one.issue === issue && one.read === read)
}

export function keepStripPlace(storage: Pick<Storage, 'getItem' | 'setItem'>, issue: string, place: StripPlace): void {
  const others = all(storage).filter((one) => one.issue !== issue)
  try {
    storage.setItem(KEY, JSON.stringify([{ ...place, issue }, ...others].slice(0, MOST)))
  } catch {
    // A private window stores nothing: reading resumes at the top of the page.
  }
}

function all(storage: Pick<Storage, 'getItem'>): Kept[] {
  try {
    const saved: unknown = JSON.parse(storage.getItem(KEY) ?? '[]')
    return Array.isArray(saved) ? saved.filter(isKept) : []
  } catch {
    return []
  }
}

function isKept(one: Partial<Kept> | null): one is Kept {
  const numbers = [one?.page, one?.read, one?.share]
  return typeof one?.issue === 'string' && numbers.every((each) => Number.isFinite(each))
}
