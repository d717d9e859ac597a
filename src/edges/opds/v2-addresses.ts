import { versionOf } from '../../library/series/file-store'
import { ROOT, SEARCH } from './addresses'
import type { Audience } from './audience'
import type { PublicationRecord } from './records'
import type { Book } from './store'

/** Addresses of OPDS 2.0. Every feed of 1.2 has the same path below /opds/v2. */

export const V2_ROOT = '/opds/v2'
export const V2_TYPE = 'application/opds+json'
/** The app fills in the search term; the field has the name that OPDS 2.0 uses. */
export const V2_SEARCH = '/opds/v2/search{?query}'

/** The address in 2.0 of the 1.2 feed at `path`. */
export function v2Path(path: string): string {
  return `${V2_ROOT}${path.slice(ROOT.length)}`.replace(
    `${V2_ROOT}${SEARCH.slice(ROOT.length)}?q=`,
    '/opds/v2/search?query=',
  )
}

const part = encodeURIComponent

export const manifestPath = (issueId: string) => `/opds/v2/issues/${part(issueId)}`
export const wholePath = (comicId: string) => `/opds/v2/comics/${part(comicId)}/all`
/** OPDS Progression 1.0. */
export const progressionPath = (issueId: string) => `${manifestPath(issueId)}/progression`
/** The older form, a locator of a Readium publication. */
export const locatorPath = (issueId: string) => `${manifestPath(issueId)}/locator`

/** A page as JPEG, from 0. */
export function pagePath({ issue, file }: Book, page: number): string {
  return `/opds/stream/${part(issue.issue_id)}?v=${versionOf(file)}&page=${page}`
}

export const PROGRESSION_TYPE = 'application/opds-progression+json'
export const PROGRESSION_REL = 'http://opds-spec.org/progression'
export const LOCATOR_TYPE = 'application/vnd.readium.progression+json'
export const LOCATOR_REL = 'http://www.cantook.com/api/progression'

/** The Divina profile requires page sizes, which a PDF page does not have before it is rendered. */
export function manifestType({ book: { file } }: Pick<PublicationRecord, 'book'>): string {
  if (file.page_count === 0) return 'application/opds-publication+json'
  return file.format === 'pdf' ? 'application/webpub+json' : 'application/divina+json'
}

/** Absolute addresses: several apps for 2.0 do not resolve relative ones. */
export const absolute = ({ origin, root }: Audience, path: string) => `${origin}${root}${path}`
