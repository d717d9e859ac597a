import { join } from 'node:path'
import type { Claim } from './claim'
import type { Numbering } from './numbering'
import { numberKey } from './runs'

const pathOf = ({ place, name }: Claim) => join(...place.parts, name)

/**
 * Marks files with the content of another one: the one that the library has counts as the first, then the first by order.
 * `elsewhere` knows files outside of what was scanned.
 */
export async function findTwins(
  claims: readonly Claim[],
  elsewhere: { twinElsewhere(hash: string): Promise<string | undefined> },
): Promise<void> {
  const first = new Map<string, Claim>()
  for (const claim of [...claims.filter(({ unchanged }) => unchanged), ...claims]) {
    if (claim.hash === undefined) continue
    const twin = first.get(claim.hash)
    if (!twin) first.set(claim.hash, claim)
    else if (twin !== claim) claim.twin = pathOf(twin)
  }
  for (const [hash, claim] of first) if (!claim.unchanged) claim.twin = await elsewhere.twinElsewhere(hash)
}

/** For each file of a group the path of one before it that holds the same issue; null when there is none. */
export function firstOfEach(files: readonly (readonly [Claim, Numbering])[]) {
  const first = new Map<string, Claim>()
  for (const [claim, numbering] of files) {
    const key = numberKey(numbering)
    const known = first.get(key)
    if (!known || (claim.unchanged && !known.unchanged)) first.set(key, claim)
  }
  return (claim: Claim, numbering: Numbering): string | null => {
    const known = first.get(numberKey(numbering))
    return known && known !== claim ? pathOf(known) : null
  }
}
