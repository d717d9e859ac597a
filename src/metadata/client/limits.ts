import type { Budget } from '../../outside/budget'
import type { ProviderName } from '../states'

const [SECOND, MINUTE, HOUR, DAY] = [1000, 60_000, 3_600_000, 86_400_000]

/** How a service wants to be asked. */
interface Manners {
  label: string
  /** Between the beginnings of two questions. */
  gapMs: number
  budget?: Budget
  /** How long to leave it alone when it says that it is too much and not for how long. */
  limitMs: number
}

/** What people call a service; MyAnimeList is not asked, but others name its ids. */
export const labelOf = (service: ProviderName | 'myanimelist'): string =>
  service === 'myanimelist' ? 'MyAnimeList' : manners[service].label

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
