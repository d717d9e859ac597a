import type { ProviderName } from './states'

const [SECOND, MINUTE, HOUR, DAY] = [1000, 60_000, 3_600_000, 86_400_000]

export interface Budget {
  questions: number
  perMs: number
  /** Counted for each resource on its own, or for all together. */
  of: 'each resource' | 'all'
}

/** How a service wants to be asked. */
interface Manners {
  label: string
  /** Between the beginnings of two questions. */
  gapMs: number
  budget?: Budget
  /** How long to leave it alone when it says that it is too much and not for how long. */
  limitMs: number
}

/** From what the services document and what happens to those who do not listen. */
export const manners: Record<ProviderName, Manners> = {
  comicvine: {
    label: 'ComicVine',
    gapMs: SECOND,
    budget: { questions: 200, perMs: HOUR, of: 'each resource' },
    limitMs: HOUR,
  },
  metron: {
    label: 'Metron',
    gapMs: 3 * SECOND,
    budget: { questions: 5000, perMs: DAY, of: 'all' },
    limitMs: MINUTE,
  },
  mangadex: { label: 'MangaDex', gapMs: SECOND / 5, limitMs: MINUTE },
  anilist: { label: 'AniList', gapMs: 2 * SECOND, limitMs: MINUTE },
}

/** A service that shut us out is not asked for a day: asking on makes it longer. */
export const BAN_MS = DAY

/** A key that it does not take is tried again now and then: the trouble may be theirs. */
export const AUTH_MS = 6 * HOUR

/** Trouble on the way or on its side: longer each time in a row. */
export function backOffMs(failuresInRow: number): number {
  const steps = [1, 5, 15, 60].map((minutes) => minutes * MINUTE)
  return steps[Math.min(Math.max(failuresInRow, 1), steps.length) - 1]!
}
