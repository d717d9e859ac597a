import type { Config } from '../../../base/config/config'
import { sniffImage } from '../../../base/formats/images/images'
import { sha256 } from '../../../base/platform/digest'
import { ImageError, makePicture } from '../../../base/platform/images'
import { providerNames, providerOf } from '../../../base/providers/descriptors'
import { Refusal } from '../../../base/refusal'
import type { Database } from '../../../base/storage/database'
import { issueArt, pictureAddress } from '../../series/art'
import { findPicture, savePicture, setCoverChoice } from '../../series/cover-choice-store'
import { filesOf } from '../../series/file-store'
import { needSeries } from '../../series/need'
import type { CoverChoice } from '../../series/states'
import { type IssueRow, issuesOf } from '../../series/store'
import type { CoverBody, CoverOptions } from '../schema'
import { seriesSourcesOf } from '../store'
import { allowedPicture } from './picture-hosts'

/** The largest stored cover. */
const WIDTH = 600
const QUALITY = 85

/** The cover that the user chooses for a series: from a provider, from any issue, or an uploaded picture. */
export class SeriesCovers {
  constructor(private readonly deps: { db: Database; config: Config }) {}

  options(comicId: string): CoverOptions {
    const { read } = this.deps.db
    const { cover_choice: chosen } = needSeries(read, comicId)
    const files = filesOf(read, comicId)
    const providers = seriesSourcesOf(read, comicId).flatMap(({ source, facts }): CoverOptions['options'] => {
      const provider = providerNames.find((name) => name === source)
      const url = provider && facts.image_url
      return url ? [{ choice: { url }, label: providerOf(provider).label, image: pictureAddress(url) as string }] : []
    })
    const issues = issuesOf(read, comicId).flatMap((issue): CoverOptions['options'] => {
      const { issue_id, image_url } = issue
      const label = labelOf(issue)
      if ((files.get(issue_id)?.page_count ?? 0) > 0)
        return [{ choice: { issue_id }, label, image: `/api/covers/issues/${encodeURIComponent(issue_id)}` }]
      return image_url ? [{ choice: { url: image_url }, label, image: issueArt(issue_id, image_url) }] : []
    })
    return { chosen, options: [...providers, ...issues] }
  }

  /** Returns the previous choice, for undo. */
  async choose(comicId: string, body: CoverBody): Promise<{ success: true; previous: CoverChoice | null }> {
    const { db } = this.deps
    const { cover_choice: previous } = needSeries(db.read, comicId)
    const picture = body.picture === undefined ? undefined : await ownPicture(body.picture)
    const choice = picture ? { picture: sha256(picture) } : this.checked(comicId, body.choice ?? null)
    db.write((tx) => {
      if (picture && 'picture' in (choice as object)) savePicture(tx, sha256(picture), picture)
      setCoverChoice(tx, comicId, choice)
    })
    return { success: true, previous }
  }

  private checked(comicId: string, choice: CoverChoice | null): CoverChoice | null {
    const { db, config } = this.deps
    if (choice === null) return null
    if ('url' in choice) {
      allowedPicture(choice.url, config)
      return { url: choice.url }
    }
    if ('picture' in choice) {
      if (!findPicture(db.read, choice.picture)) throw new Refusal('missing', 'The picture was not found.')
      return { picture: choice.picture }
    }
    const isOwn = (filesOf(db.read, comicId).get(choice.issue_id)?.page_count ?? 0) > 0
    if (!isOwn) throw new Refusal('missing', 'The series has no issue with pages and this id.')
    return { issue_id: choice.issue_id }
  }
}

/** Encoded again as JPEG, so that only picture data is stored. */
async function ownPicture(base64: string): Promise<Uint8Array<ArrayBuffer>> {
  const bytes = new Uint8Array(Buffer.from(base64, 'base64'))
  const invalid = new Refusal('invalid', 'The file is not a picture that can be shown. Use JPEG, PNG or WebP.')
  if (!sniffImage(bytes)) throw invalid
  try {
    return await makePicture(bytes, { type: 'jpeg', quality: QUALITY, width: WIDTH, height: WIDTH * 2 })
  } catch (error) {
    if (error instanceof ImageError) throw invalid
    throw error
  }
}

const UNITS = { issue: '#', chapter: 'Chapter ', volume: 'Volume ' } as const

const labelOf = ({ kind, unit, number }: IssueRow) =>
  kind === 'annual' ? `Annual ${number && `#${number}`}`.trim() : number ? `${UNITS[unit]}${number}` : 'One-shot'
