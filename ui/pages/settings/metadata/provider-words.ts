import type { Reply } from '../../../api/contract'
import type { MarkState } from '../../../parts/status/mark'
import { clockWords } from '../../../parts/text/clock-words'
import { countWords, numberWords } from '../../../parts/text/format'

/** A service that knows comics or manga, as the server finds it. */
export type Provider = Reply<'GET /api/metadata/providers'>['providers'][number]
export type ProviderName = Provider['name']

/** How a service is called, what it knows, and where its key comes from. */
export const PROVIDERS: Record<
  ProviderName,
  { label: string; about: string; terms: string; key?: { text: string; link: string; href: string } }
> = {
  comicvine: {
    label: 'ComicVine',
    terms: 'comic vine api key cv',
    about: 'Nearly all comics, with issues, covers and credits. Needs a free API key.',
    key: {
      text: 'Create an account there; the page of the API shows your key.',
      link: 'Get a key at comicvine.gamespot.com',
      href: 'https://comicvine.gamespot.com/api/',
    },
  },
  metron: {
    label: 'Metron',
    terms: 'token login username password',
    about: 'Newer comics with exact dates, covers and story arcs. Needs a free token or login.',
    key: {
      text: 'Create an account there and a token in its settings. User name and password work too.',
      link: 'Create an account at metron.cloud',
      href: 'https://metron.cloud/accounts/signup/',
    },
  },
  mangadex: {
    label: 'MangaDex',
    terms: 'language content rating safe suggestive adult',
    about: 'Manga by volume and chapter, with covers. Needs no key.',
  },
  anilist: {
    label: 'AniList',
    terms: 'manga',
    about: 'Descriptions, credits and chapter counts of manga. Needs no key.',
  },
}

export const NAMES = Object.keys(PROVIDERS) as ProviderName[]

/** How it stands, in a word or two. */
export function standing(provider: Provider): { mark: MarkState; word: string } {
  const { enabled, configured, state, failure, blocked_until } = provider
  if (!enabled) return { mark: 'skipped', word: 'Off' }
  if (!configured) return { mark: 'attention', word: provider.name === 'metron' ? 'Needs a login' : 'Needs a key' }
  if (failure === 'auth') return { mark: 'attention', word: 'Login rejected' }
  if (blocked_until !== null && state !== 'ready') {
    const until = clockWords(blocked_until)
    return failure === 'banned'
      ? { mark: 'attention', word: `Blocked until ${until}` }
      : { mark: 'wanted', word: `Paused until ${until}` }
  }
  if (state === 'ready') return { mark: 'have', word: 'Ready' }
  return { mark: 'attention', word: 'Not reachable' }
}

/** A budget that large is none to think of. */
const PLENTY = 2_000

/** "14 of 200 requests used in the last hour". */
export function spentWords({ asked_last_hour, budget_hour }: Provider): string {
  if (asked_last_hour === 0) return 'No requests in the last hour'
  if (budget_hour === null || budget_hour > PLENTY) return `${countWords(asked_last_hour, 'request')} in the last hour`
  return `${numberWords(asked_last_hour)} of ${countWords(budget_hour, 'request')} used in the last hour`
}
