import { sha256 } from '../platform/digest'

/** Addresses of our own for pictures that lie at a provider: pages load nothing from elsewhere. */

/** Another one when the provider shows another picture, so that a browser may keep it for ever. */
export const artVersion = (imageUrl: string): string => sha256(imageUrl).slice(0, 12)

export const seriesArt = (comicId: string, imageUrl: string): string =>
  `/api/metadata/art/${encodeURIComponent(comicId)}?v=${artVersion(imageUrl)}`

export const issueArt = (issueId: string, imageUrl: string): string =>
  `/api/metadata/issue-art/${encodeURIComponent(issueId)}?v=${artVersion(imageUrl)}`

/** Any picture of a service that we know, such as that of a series that is not in the library. */
export const pictureAddress = (url: string | null | undefined): string | null =>
  url == null ? null : `/api/metadata/image-proxy?url=${encodeURIComponent(url)}`
