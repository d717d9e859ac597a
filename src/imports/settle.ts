import type { Claim } from './claim'
import type { Run } from './places'

/**
 * Lets the files of one folder hear each other: what carries no ComicInfo takes the series, and the run, that the
 * ComicInfo of its neighbours gives to files of the same name.
 */
export function settleFolder(claims: readonly Claim[]): void {
  const said = claims.filter((claim) => claim.basis === 'info')
  if (said.length === 0 || said.length === claims.length) return
  for (const claim of claims) {
    if (claim.basis === 'info') continue
    const likeIt = said.filter((other) => other.nameKey === claim.nameKey || other.key === claim.key)
    const heard = likeIt.length === 0 && saysLittle(claim) ? said : likeIt
    const [first] = heard
    if (!first || heard.some((other) => other.key !== first.key)) continue
    claim.series = first.series
    claim.key = first.key
    claim.publisher ||= first.publisher
    claim.imprint ||= first.imprint
    const run = oneRun(heard)
    if (run && claim.kind === 'issue') claim.run = run
  }
}

/** Its name is a number, or letters that stand for the folder's. */
function saysLittle({ basis, nameKey }: Claim): boolean {
  return nameKey === '' || basis === 'initials'
}

/** The run that all of them are of; undefined when they are of several. */
function oneRun(claims: readonly Claim[]): Run | undefined {
  const regular = claims.filter((claim) => claim.kind === 'issue')
  const first = regular[0]?.run
  const same = regular.every(({ run }) => run.year === first?.year && run.ordinal === first?.ordinal)
  return same ? first : undefined
}
