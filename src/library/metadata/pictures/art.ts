import { Refusal } from '../../../base/refusal'
import type { Database } from '../../../base/storage/database'
import type { Covers } from '../../reading/covers'
import type { PictureOffer } from '../../reading/pictures'
import { artVersion } from '../../series/art'
import { findPicture } from '../../series/cover-choice-store'
import { fileOf } from '../../series/file-store'
import { needIssue, needSeries } from '../../series/need'
import type { Pictures } from './pictures'

interface PictureQuery {
  /** Pixels; the next larger stored width is used. */
  width?: number
  /** The version in the address. */
  version?: string
}

/** The largest stored cover. */
const FULL = 600

/** A picture for every series and issue that has one anywhere: the first page, or else the provider's picture. JPEG. */
export class Art {
  constructor(private readonly deps: { db: Database; covers: Covers; pictures: Pictures }) {}

  /** Throws Refusal 'missing' when the series does not exist or has no picture. */
  ofSeries(comicId: string, query: PictureQuery): PictureOffer {
    const { db, covers } = this.deps
    const series = needSeries(db.read, comicId)
    const choice = series.cover_choice
    if (choice && 'url' in choice) return this.far(choice.url, series.name, query)
    if (choice && 'picture' in choice) return this.own(choice.picture, series.name, query)
    if (hasPages(db, series.cover_issue_id)) return covers.ofSeries(comicId, { type: 'jpeg', width: FULL, ...query })
    return this.far(series.image_url, series.name, query)
  }

  /** Without one, the cover of the series. Throws Refusal 'missing' when the issue does not exist or neither has one. */
  ofIssue(issueId: string, query: PictureQuery): PictureOffer {
    const { db, covers } = this.deps
    const issue = needIssue(db.read, issueId)
    if (hasPages(db, issueId)) return covers.ofIssue(issueId, { type: 'jpeg', width: FULL, ...query })
    if (issue.image_url === null) return this.ofSeries(issue.comic_id, query)
    return this.far(issue.image_url, `issue ${issue.number}`, query)
  }

  /** A picture that the user uploaded. */
  private own(hash: string, name: string, { version }: PictureQuery): PictureOffer {
    const bytes = findPicture(this.deps.db.read, hash)
    if (!bytes) throw new Refusal('missing', `The cover of ${name} was not found.`)
    const make = async () => ({ bytes, type: 'image/jpeg' }) as const
    return { etag: `"${hash.slice(0, 32)}"`, lasting: version === artVersion(hash), make }
  }

  private far(imageUrl: string | null, name: string, { width = FULL, version }: PictureQuery): PictureOffer {
    if (imageUrl === null) throw new Refusal('missing', `No cover found for ${name}.`)
    return this.deps.pictures.offer(imageUrl, {
      small: { type: 'jpeg', width },
      lasting: version === artVersion(imageUrl),
    })
  }
}

function hasPages(db: Database, issueId: string | null): boolean {
  const file = issueId === null ? undefined : fileOf(db.read, issueId)
  return file !== undefined && file.page_count > 0
}
