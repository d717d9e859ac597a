import type { OptionName } from '../config/options'
import type { RequestBudget } from '../outbound/budget'

type Kind = 'comic' | 'manga'

/** Where files name an id: the key under which it is kept, and the text that holds it. */
export type FileIdPattern<Key extends string = string> = readonly [key: Key, pattern: RegExp]

/** A site with known series ids, whether Panelkeep queries it or not. */
export interface SiteDescriptor {
  label: string
  /** As MetronInfo and reports about files call it. */
  tagName: string
  /** The id of a series as the library keeps it; its first group is the id at the site. */
  storedId: RegExp
  seriesPage: (id: string) => string
  fileIds: {
    series: string
    /** Sites that list no issues have none. */
    issue?: string
    web: readonly FileIdPattern[]
    notes?: readonly FileIdPattern[]
  }
}

/**
 * All that the rest of the program and the pages know about a provider besides its answers. It imports nothing that
 * runs, so every folder and the bundle of the pages may read it.
 */
export interface ProviderDescriptor extends SiteDescriptor {
  serves: readonly Kind[]
  /** In front of its ids in the library; a bare number is ComicVine's. */
  prefix: string
  /** The id and the page of a series as people type or paste them; the first group is the id. */
  typedId: RegExp
  typedPage: RegExp
  /** New series keep the id of that other provider where it is known, so that both are one series. */
  keepsIdsOf?: 'comicvine'
  issuePage?: (id: string) => string
  /** The id and the page of a story arc as people type or paste them; absent where it has none. */
  arcs?: { typedId: RegExp; typedPage: RegExp }
  /** Addresses of it in the tags of a file. */
  host: RegExp
  /** It lists issues one by one; without, issues are made from their count. */
  listsIssues: boolean
  /** Its lists of issues leave out credits, which come with each issue. */
  creditsPerIssue: boolean
  /** Its list of releases: the option that includes it, and how many weeks ahead it is read. */
  releases?: { option: OptionName; weeksAhead: number }
  limits: {
    /** Between the beginnings of two requests. */
    gapMs: number
    budget?: RequestBudget
    /** How long to wait after a limit that does not say when it ends. */
    limitMs: number
  }
  /** Most series that one routine pass refreshes. */
  seriesPerPass: number
  pictureHosts: readonly string[]
  options: {
    enabled: OptionName
    /** Its addresses; a mirror on the own network may be entered here. */
    addresses: readonly OptionName[]
    /** Of each group all have to be set, and one group is enough. */
    credentials: readonly (readonly OptionName[])[]
    /** Never shown, not even where a reply repeats them. */
    secrets: readonly OptionName[]
  }
  /** What it needs before it answers; null: nothing. `named` is what it rejects, `short` fits a label. */
  needs: { what: string; named: string; short: string } | null
  /** For the settings page: what it knows, words that find it, and where its key comes from. */
  page: { about: string; terms: string; key?: { text: string; link: string; href: string } }
}
