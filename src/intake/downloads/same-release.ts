/**
 * Compares digests of releases (`releaseDigest`). The digest of a usenet post ends with its poster and group, which not
 * every indexer reports.
 */

/** Separates the digest of title and size from that of the post, and the poster from the group. */
export const POST = '.'
export const BETWEEN = '-'

/** The digest without the part for the post. */
const withoutPost = (digest: string): string => digest.split(POST, 1)[0] as string

/** Range of the digests of all posts with the same title and size. */
export function postsOf(digest: string): [from: string, to: string] {
  const plain = withoutPost(digest)
  // "/" is the character after ".".
  return [plain, `${plain}/`]
}

/** Whether two digests may be of one release: an unknown poster or group matches any. */
export function isSameRelease(a: string, b: string): boolean {
  if (a === b) return true
  if (withoutPost(a) !== withoutPost(b)) return false
  const [ours, theirs] = [partsOf(a), partsOf(b)]
  return ours.every((part, at) => !part || !theirs[at] || part === theirs[at])
}

/** Whether `digest` is the same release as `other`, and has no detail of the post that `other` lacks. */
export function saysNoMore(digest: string, other: string): boolean {
  if (!isSameRelease(digest, other)) return false
  const theirs = partsOf(other)
  return partsOf(digest).every((part, at) => !part || theirs[at])
}

const partsOf = (digest: string) => (digest.split(POST)[1] ?? '').split(BETWEEN)
