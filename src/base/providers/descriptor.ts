import type { OptionName } from '../config/options'
import type { RequestBudget } from '../outbound/budget'

type Kind = 'comic' | 'manga'

/** Where files name an id: the key under which it is stored, and the text that contains it. */
export type FileIdPattern<Key extends string = string> = readonly [key: Key, pattern: RegExp]

/** A site with known series ids, whether Panelkeep queries it or not. */
export interface SiteDescriptor {
  label: string
  /** The site's name in MetronInfo and in reports about files. */
  tagName: string
  /** The id of a series in the library's form; its first group is the id at the site. */
  storedId: RegExp
  seriesPage: (id: string) => string
  fileIds: {
    series: string
    /** Absent for sites that list no issues. */
    issue?: string
    web: readonly FileIdPattern[]
    notes?: readonly FileIdPattern[]
  }
}

/**
 * Everything that the rest of the program and the pages know about a provider besides its answers. Imports no code that
 * runs, so every folder and the bundle of the pages may read it.
 */
export interface ProviderDescriptor extends SiteDescriptor {
  serves: readonly Kind[]
  /** The prefix of its ids in the library; a bare number is ComicVine's. */
  prefix: string
  /** The id and the page of a series as people type or paste them; the first group is the id. */
  typedId: RegExp
  typedPage: RegExp
  /** New series get the id of that other provider where it is known, so that both are the same series. */
  keepsIdsOf?: 'comicvine'
  issuePage?: (id: string) => string
  /** The id and the page of a story arc as people type or paste them; absent when the provider has no arcs. */
  arcs?: { typedId: RegExp; typedPage: RegExp }
  /** The provider's addresses in the tags of a file. */
  host: RegExp
  /** The provider lists issues one by one; otherwise issues are made from their count. */
  listsIssues: boolean
  /** The provider's lists of issues leave out credits, which come with each single issue. */
  creditsPerIssue: boolean
  /** The provider's list of releases: the option that includes it, and how many weeks ahead it is read. */
  releases?: { option: OptionName; weeksAhead: number }
  limits: {
    /** Between the starts of two requests. */
    gapMs: number
    budget?: RequestBudget
    /** The pause after a limit that does not say when it ends. */
    limitMs: number
  }
  /** The most series that one routine pass refreshes. */
  seriesPerPass: number
  pictureHosts: readonly string[]
  options: {
    enabled: OptionName
    /** The provider's addresses; users may enter a mirror on their own network here. */
    addresses: readonly OptionName[]
    /** Within a group all options have to be set; one complete group is enough. */
    credentials: readonly (readonly OptionName[])[]
    /** Never shown, not even where a reply repeats the value. */
    secrets: readonly OptionName[]
  }
  /**
   * The credentials that the provider needs; null for none. `named` is the phrase for a rejected one, `short` fits a
   * label.
   */
  needs: { what: string; named: string; short: string } | null
  /** For the settings page: what the provider covers, words that find it, and where its key comes from. */
  page: { about: string; terms: string; key?: { text: string; link: string; href: string } }
}
