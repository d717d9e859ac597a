import type { Anchor } from './strip'

/**
 * The position within a strip, as earlier versions kept it on this device: the upper edge of the window. The server
 * keeps the reading line now.
 */
type StripPlace = Anchor & {
  /** The current page at this position. */
  read: number
}

type Kept = StripPlace & { issue: string }

const KEY = 'panelkeep.reader.strip'

/** The stored position, if the issue is still at the same page. */
export function stripPlace(storage: Pick<Storage, 'getItem'>, issue: string, read: number): Anchor | undefined {
  return all(storage).find((one) => one.issue === issue && one.read === read)
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
