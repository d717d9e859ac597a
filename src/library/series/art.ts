import { sha256 } from '../../base/platform/digest'
import type { CoverChoice } from './states'

/** Addresses of our own for providers' pictures: pages load nothing from other hosts. */

/** Changes with the provider's picture, so that a browser may cache it permanently. */
export const artVersion = (imageUrl: string): string => sha256(imageUrl).slice(0, 12)

export const seriesArt = (comicId: string, imageUrl: string): string =>
  `/api/metadata/art/${encodeURIComponent(comicId)}?v=${artVersion(imageUrl)}`

export const issueArt = (issueId: string, imageUrl: string): string =>
  `/api/metadata/issue-art/${encodeURIComponent(issueId)}?v=${artVersion(imageUrl)}`

/** The address of any picture of a known service, for example of a series that is not in the library. */
export const pictureAddress = (url: string | null | undefined): string | null =>
  url == null ? null : `/api/metadata/image-proxy?url=${encodeURIComponent(url)}`

/** The identifier of a chosen picture in its address. */
export const coverName = (choice: Exclude<CoverChoice, { issue_id: string }>): string =>
  'url' in choice ? choice.url : choice.picture
