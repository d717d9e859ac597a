import { type ArchiveDeps, openArchive } from '../../../base/formats/archives/archive'
import { ArchiveError } from '../../../base/formats/archives/archive-error'
import { coverHash, HASHED_SIDE, hashDistance } from '../../../base/formats/images/cover-hash'
import { needsHelper } from '../../../base/formats/images/picture-limits'
import { drawPicture } from '../../../base/formats/images/pictures'
import { greyPixels, ImageError } from '../../../base/platform/images'
import type { ScannedFileRow } from '../store'
import { issueKey } from './candidate-evidence'
import type { CoverComparison, ProviderCandidate } from './facts'

interface Deps {
  archives: ArchiveDeps
  /** A picture from a provider; undefined when it cannot be loaded. */
  picture: (url: string) => Promise<Uint8Array | undefined>
}

type Looked = Pick<ScannedFileRow, 'path' | 'cover_page' | 'kind' | 'unit' | 'number'>

/** Compares first pages with the covers of providers. */
export class CoverComparer {
  constructor(private readonly deps: Deps) {}

  /** The hash of the file's first page; undefined when it has none. */
  async ofFile({ path, cover_page }: Looked): Promise<string | undefined> {
    try {
      const archive = await openArchive(path, this.deps.archives)
      const page = await archive
        .page(Math.min(cover_page ?? 0, archive.pages.length - 1))
        .finally(() => archive.close())
      return await hashOf(needsHelper(page) ? await drawPicture(page, SMALL, this.deps.archives.unpacker) : page)
    } catch (error) {
      if (error instanceof ArchiveError || error instanceof ImageError) return undefined
      throw error
    }
  }

  /** Compares the hash of the file's first page with the candidate's cover for its number. */
  async compare(file: Looked, hash: string, candidate: ProviderCandidate): Promise<CoverComparison | undefined> {
    const shown = coverFor(file, candidate)
    if (!shown) return undefined
    const other = shown.hash ?? (await this.ofPicture(shown.url))
    const distance = other === undefined ? undefined : hashDistance(hash, other)
    return distance === undefined ? undefined : { distance, ...(shown.number ? { number: shown.number } : {}) }
  }

  private async ofPicture(url: string | undefined): Promise<string | undefined> {
    const bytes = url === undefined ? undefined : await this.deps.picture(url)
    if (!bytes) return undefined
    return hashOf(bytes).catch((error: unknown) => {
      if (error instanceof ImageError) return undefined
      throw error
    })
  }
}

/** Much larger than the hashed size, so that the way of downscaling makes no difference. */
const SMALL = { type: 'jpeg', quality: 90, width: 300, height: 600 } as const

const hashOf = async (picture: Uint8Array) => coverHash(await greyPixels(picture, HASHED_SIDE, HASHED_SIDE))

interface Cover {
  url?: string
  hash?: string
  /** The issue's number; none for the picture of the series. */
  number?: string
}

/** The cover of the file's issue. For a first issue that of the series, which usually is the same. */
function coverFor({ kind, unit, number }: Looked, { issues, series }: ProviderCandidate): Cover | undefined {
  const key = issueKey(kind, unit, number)
  const issue = issues?.find((one) => issueKey(one.kind, one.unit, one.number) === key)
  if (issue?.cover_hash) return { hash: issue.cover_hash, number }
  if (issue?.image_url) return { url: issue.image_url, number }
  const url = series.thumb_url ?? series.facts.image_url
  return url !== undefined && key === issueKey(kind, unit, '1') ? { url } : undefined
}
