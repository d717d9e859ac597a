import { anilist } from './anilist'
import { comicvine } from './comicvine'
import type { FileIdPattern, ProviderDescriptor, SiteDescriptor } from './descriptor'
import { mangadex } from './mangadex'
import { metron } from './metron'

/** Every provider. Earlier ones win where nothing else decides. */
const descriptors = { comicvine, metron, mangadex, anilist }

/** Sites that are not queried, but whose ids appear in other sources. */
const otherSites = {
  myanimelist: {
    label: 'MyAnimeList',
    tagName: 'MyAnimeList',
    storedId: /^mal-(\d+)$/,
    seriesPage: (id: string) => `https://myanimelist.net/manga/${id}`,
    fileIds: { series: 'myanimelist', web: [['myanimelist', /myanimelist\.net\/manga\/(\d+)/i]] },
  },
} as const satisfies Record<string, SiteDescriptor>

export type ProviderName = keyof typeof descriptors
export type SiteName = ProviderName | keyof typeof otherSites

const sites = { ...descriptors, ...otherSites }
type FileIds = (typeof sites)[SiteName]['fileIds']
/** The names under which ids in files are stored: of series, and of all. */
export type SeriesIdKey = FileIds['series']
export type FileIdKey = SeriesIdKey | Extract<FileIds, { issue: string }>['issue']

export const providerNames = Object.keys(descriptors) as ProviderName[]
export const siteNames = [...providerNames, ...Object.keys(otherSites)] as SiteName[]

export const providerOf = (name: ProviderName): ProviderDescriptor => descriptors[name]

export const siteOf = (name: SiteName): Omit<SiteDescriptor, 'fileIds'> & { fileIds: SiteFileIds } => sites[name]

interface SiteFileIds {
  series: SeriesIdKey
  issue?: FileIdKey
  web: readonly FileIdPattern<FileIdKey>[]
  notes?: readonly FileIdPattern<FileIdKey>[]
}

/** The name that people use for a source; undefined when the source is not a site. */
export function sourceLabel(source: string): string | undefined {
  const name = siteNames.find((each) => each === source)
  return name && siteOf(name).label
}

export const seriesIdKeys = siteNames.map((name) => siteOf(name).fileIds.series)
