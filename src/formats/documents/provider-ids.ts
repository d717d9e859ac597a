/** Ids of a comic at the services that know it, as taggers leave them in ComicInfo. All are text. */
export interface ProviderIds {
  comicvineIssue?: string
  comicvineVolume?: string
  metronIssue?: string
  metronSeries?: string
  mangadexTitle?: string
  mangadexChapter?: string
  anilist?: string
  myanimelist?: string
}

type Source = readonly [key: keyof ProviderIds, pattern: RegExp]

const UUID = '([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})'

/** In the order in which they are believed. ComicVine writes 4000- for an issue and 4050- for a volume. */
const WEB: readonly Source[] = [
  ['comicvineIssue', /comicvine\.gamespot\.com\/.*?\b4000-(\d+)/i],
  ['comicvineVolume', /comicvine\.gamespot\.com\/.*?\b4050-(\d+)/i],
  // Until 2013 it had an address of its own, with 37- for an issue and 49- for a volume.
  ['comicvineIssue', /\bcomicvine\.com\/.*?\b(?:37|4000)-(\d+)/i],
  ['comicvineVolume', /\bcomicvine\.com\/.*?\b(?:49|4050)-(\d+)/i],
  ['metronIssue', /metron\.cloud\/(?:api\/)?issue\/(\d+)(?:\/|$)/i],
  ['metronSeries', /metron\.cloud\/(?:api\/)?series\/(\d+)(?:\/|$)/i],
  ['mangadexChapter', new RegExp(`mangadex\\.org/chapter/${UUID}`, 'i')],
  ['mangadexTitle', new RegExp(`mangadex\\.org/(?:title|manga)/${UUID}`, 'i')],
  ['anilist', /anilist\.co\/manga\/(\d+)/i],
  ['myanimelist', /myanimelist\.net\/manga\/(\d+)/i],
]

/** `[CVDB123]`, `[CVDB:123]`, `cvid: 123`, `urn:comicvine:123` and `urn:comicvine:issue:123`. */
const NOTES: readonly Source[] = [
  ['comicvineIssue', /\[?\bCVDB:?\s*(\d+)/i],
  ['comicvineIssue', /\bcvid\s*[:=]?\s*(\d+)/i],
  ['comicvineIssue', /\burn:comicvine:(?:issue:)?(?:4000-)?(\d+)/i],
  ['comicvineVolume', /\burn:comicvine:volume:(?:4050-)?(\d+)/i],
  ['comicvineVolume', /\bcomic\s?vine\b.*?\b4050-(\d+)/i],
  ['metronIssue', /\burn:metron:(?:issue:)?(\d+)/i],
  ['metronSeries', /\burn:metron:series:(\d+)/i],
]

/** `[Issue ID 123]` and `[issue_id:123]` belong to the service that the sentence names: Comic Vine unless it says Metron. */
const ISSUE_ID = /\bIssue[\s_]*ID\s*:?\s*(\d+)/i

const isOfMetron = (notes: string) => /metron/i.test(notes) && !/comic\s*vine/i.test(notes)

/** What the notes and the web addresses of a ComicInfo say. Empty when they say nothing. */
export function findProviderIds(notes: string | undefined, web: readonly string[]): ProviderIds {
  const ids: ProviderIds = {}
  for (const [key, pattern] of NOTES) ids[key] ??= pattern.exec(notes ?? '')?.[1]
  for (const address of web) for (const [key, pattern] of WEB) ids[key] ??= pattern.exec(address)?.[1]?.toLowerCase()
  const issue = ISSUE_ID.exec(notes ?? '')?.[1]
  if (issue) ids[isOfMetron(notes ?? '') ? 'metronIssue' : 'comicvineIssue'] ??= issue
  return Object.fromEntries(Object.entries(ids).filter(([, id]) => id !== undefined))
}
