import { Refusal } from '../../base/refusal'
import type { Database } from '../../base/storage/database'
import type { PageSizes } from '../../library/reading/page-sizes'
import { findCover } from '../../library/reading/store'
import { versionOf } from '../../library/series/file-store'
import type { Audience } from './audience'
import type { Feed, PublicationRecord, SeriesBundle } from './records'
import type { Catalog } from './service'
import { feedJson } from './v2-feed'
import { manifestJson, type PageDimensions } from './v2-publication'

/** Maximum number of issues in each list of the root. */
const MOST_IN_GROUP = 12

/**
 * OPDS 2.0: the feeds of the catalog as JSON, more lists at the root, and publications that can be read page by page.
 */
export class CatalogV2 {
  constructor(private readonly deps: { db: Database; catalog: Catalog; sizes: PageSizes }) {}

  root(): Feed {
    return this.deps.catalog.root()
  }

  /** The lists at the root that have entries. */
  groups(): Feed[] {
    return this.deps.catalog.rootGroups(MOST_IN_GROUP).filter(({ entries }) => entries.length > 0)
  }

  feed(feed: Feed, groups: readonly Feed[], audience: Audience) {
    return feedJson(feed, groups, { audience, coverFacts: (publication) => this.coverFacts(publication) })
  }

  /** Throws Refusal 'missing' when the issue does not exist or has no file. */
  async manifest(publication: PublicationRecord, audience: Audience) {
    const { issue, file } = publication.book
    return manifestJson(publication, audience, file.page_count > 0 ? await this.sizes(issue.issue_id) : undefined)
  }

  /** The series in one file, its last entry. Throws Refusal 'missing' when there is none. */
  whole(comicId: string): SeriesBundle {
    const { entries } = this.deps.catalog.series(comicId, {}, Number.MAX_SAFE_INTEGER)
    const last = entries.at(-1)
    if (last?.is !== 'bundle') throw new Refusal('missing', 'This series is not offered in one file.')
    return last
  }

  /**
   * Sizes of the pages. A fault of the file is reported when its pages are requested; the file itself can still be
   * downloaded.
   */
  private async sizes(issueId: string) {
    try {
      return await this.deps.sizes.of(issueId)
    } catch (error) {
      if (error instanceof Refusal) return undefined
      throw error
    }
  }

  private coverFacts({ book: { file } }: PublicationRecord): PageDimensions | undefined {
    const cover = findCover(this.deps.db.read, file.file_id)
    return cover?.version === versionOf(file) ? cover : undefined
  }
}
