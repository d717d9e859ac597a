/**
 * Whether digests of releases (`releaseDigest`) are of one release. Those of usenet posts end with what their indexer
 * says of the post: not each of them names poster and group.
 */

/** Between the digest of title and size and that of the post, and between poster and group. */
export const POST = '.'
export const BETWEEN = '-'

/** The part without the post. */
const withoutPost = (digest: string): string => digest.split(POST, 1)[0] as string

/** From and to: the digests of all posts of its title and size. */
export function postsOf(digest: string): [from: string, to: string] {
  const plain = withoutPost(digest)
  // "/" follows "." in the order of signs.
  return [plain, `${plain}/`]
}

/** Whether two digests may be of one release: a poster or group that is not named may be any. */
export function isSameRelease(a: string, b: string): boolean {
  if (a === b) return true
  if (withoutPost(a) !== withoutPost(b)) return false
  const [ours, theirs] = [partsOf(a), partsOf(b)]
  return ours.every((part, at) => !part || !theirs[at] || part === theirs[at])
}

/** Whether `digest` is the same release and names nothing of its post that `other` does not name. */
export function saysNoMore(digest: string, other: string): boolean {
  if (!isSameRelease(digest, other)) return false
  const theirs = partsOf(other)
  return partsOf(digest).every((part, at) => !part || theirs[at])
}

const partsOf = (digest: string) => (digest.split(POST)[1] ?? '').split(BETWEEN)
