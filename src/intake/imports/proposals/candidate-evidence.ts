import { readNumber, sortKey } from '../../../base/names/numbers'
import { matchKey } from '../../../base/names/titles'
import { countWords } from '../../../base/platform/words'
import { type SiteName, siteNames, siteOf } from '../../../base/providers/descriptors'
import type { SeriesRecord } from '../../../library/metadata/providers/provider'
import { fileShare, type SeriesIds } from '../../../library/recognition/service'
import type { CoverComparison, EvidenceItem, GroupFacts, HeldIssue, ProviderCandidate, WeighedIssue } from './facts'
import { type Likeness, likeness } from './name-likeness'

/**
 * The evidence for and against a provider's series, in log-odds. The weights are our assumptions about comics: runs
 * with the same name differ in their years, an id is rarely wrong, and a cover may be a variant.
 */

const NAMED: Record<Likeness, number> = { same: 0.8, alias: 0.5, subtitle: -0.4, alike: -1.2, other: -5 }
/** A unique name is stronger evidence for manga, which are hardly ever restarted under the same name. */
const ONLY_ONE = { comic: 0.8, manga: 2.3 } as const

export function aboutNames(
  group: GroupFacts,
  candidate: ProviderCandidate,
  all: readonly ProviderCandidate[],
): EvidenceItem[] {
  const like = likeTo(group, candidate.series)
  const { name = '' } = candidate.series.facts
  const service = siteOf(candidate.series.provider).label
  const reason = {
    same: `Same name at ${service}`,
    alias: `Another name of ${name} at ${service}`,
    subtitle: `Same name at ${service} without the subtitle: ${name}`,
    alike: `Similar name at ${service}: ${name}`,
    other: `Different name at ${service}: ${name}`,
  }[like]
  const found: EvidenceItem[] = [{ odds: NAMED[like], reason }]
  const alone = all.every((other) => other === candidate || !isNamesake(group, other.series))
  if (isNamed(like) && alone && fitsYear(group, candidate.series.facts))
    found.push({ odds: ONLY_ONE[group.content_type], reason: `The only series of this name at ${service}` })
  return found
}

/** The provider may not know the right run of this name yet. */
const fitsYear = ({ year }: GroupFacts, facts: SeriesRecord['facts']) =>
  year === undefined || facts.year === undefined || Math.abs(year - facts.year) <= 1
const isNamed = (like: Likeness) => like === 'same' || like === 'alias'

/**
 * Whether the provider uses the same name as the files: if it is not the right series, it is another run of that name.
 */
export const isNamesake = (group: GroupFacts, series: SeriesRecord) => isNamed(likeTo(group, series))

/** Providers list annuals as a series of their own. */
function likeTo(group: GroupFacts, series: SeriesRecord): Likeness {
  if (!isAnnuals(group) || /annual/i.test(group.name)) return likeness([group.name], series.facts)
  const asAnnual = likeness([`${group.name} Annual`], series.facts)
  if (isNamed(asAnnual)) return asAnnual
  const plain = likeness([group.name], series.facts)
  return isNamed(plain) ? 'alike' : plain
}

/** The id of a series at a provider, as written in files. */
export const idAt = (ids: SeriesIds, site: SiteName) => ids[siteOf(site).fileIds.series]

export function aboutIds({ ids }: GroupFacts, { series }: ProviderCandidate): EvidenceItem[] {
  const known = [...Object.entries({ ...series.ids, [series.provider]: series.provider_id })]
  const found = known.flatMap(([service, id]): EvidenceItem[] => {
    const site = siteNames.find((name) => name === service)
    const namedId = site && idAt(ids, site)
    if (namedId === undefined || id === undefined) return []
    const { label } = siteOf(site as SiteName)
    if (namedId === id) return [{ odds: 5, reason: `The files name its id at ${label}: ${id}` }]
    return [{ odds: -5, reason: `The files name another id at ${label}: ${namedId}` }]
  })
  // One matching id is enough, and two that differ count once.
  return [found.find(({ odds }) => odds > 0) ?? found[0]].flatMap((one) => one ?? [])
}

export function aboutRuns(group: GroupFacts, { series: { facts } }: ProviderCandidate): EvidenceItem[] {
  const found: EvidenceItem[] = []
  const { year, volume } = facts
  const early =
    year === undefined ? 0 : group.fileIssues.filter((issue) => (candidateYear(issue) ?? year) < year - 1).length
  if (group.year !== undefined && year !== undefined) {
    const apart = Math.abs(group.year - year)
    if (apart === 0) found.push({ odds: 2, reason: `Both began in ${year}` })
    else if (apart === 1) found.push({ odds: -1, reason: `It began in ${year}, a year apart` })
    else found.push({ odds: -3.5, reason: `It began in ${year}, the files say ${group.year}` })
  }
  if (early > 0) {
    const older = `${fileShare(early, group.fileIssues.length)} are older than the series, which began in ${year}`
    found.push({ odds: -4, reason: older })
  }
  const late =
    facts.end_year === undefined ? 0 : group.fileIssues.filter((issue) => isAfter(issue, facts.end_year!)).length
  if (late > 0)
    found.push({
      odds: -2.5,
      reason: `${fileShare(late, group.fileIssues.length)} are younger than the series, which ended in ${facts.end_year}`,
    })
  // Taggers write volume 1 for every run.
  if (volume !== undefined && group.volume !== undefined && group.volume !== 1)
    found.push(
      volume === group.volume
        ? { odds: 0.4, reason: `Both are volume ${volume}` }
        : { odds: -0.8, reason: `It is volume ${volume}, the files say ${group.volume}` },
    )
  return [...found, ...aboutPublishers(group, facts.publisher, facts.imprint)]
}

function aboutPublishers({ publisher }: GroupFacts, ...known: (string | undefined)[]): EvidenceItem[] {
  const groupKey = publisherKey(publisher)
  const keys = known.map(publisherKey).filter(Boolean)
  if (groupKey === '' || keys.length === 0) return []
  if (keys.some((key) => key.startsWith(groupKey) || groupKey.startsWith(key)))
    return [{ odds: 0.7, reason: `Both are published by ${publisher}` }]
  return [{ odds: -1, reason: `It is published by ${known.find(Boolean)}, the files say ${publisher}` }]
}

/** "DC" and "DC Comics" are the same publisher. */
const publisherKey = (name: string | undefined) =>
  matchKey((name ?? '').replace(/\b(?:comics|publishing|press|inc|books)\b\.?/gi, ''))

export function candidateYear({ year, date }: HeldIssue): number | undefined {
  return date === undefined ? year : Number(date.slice(0, 4))
}
const isAfter = (issue: HeldIssue, year: number) => (candidateYear(issue) ?? year) > year + 1

/** Tolerated numbers above the provider's last issue, since providers lag behind. */
const LAG = 3
/** Issues beyond the count of a limited series after which it counts as ongoing. */
const FAR = 2

export function aboutCounts(group: GroupFacts, { series: { facts }, issues }: ProviderCandidate): EvidenceItem[] {
  const found: EvidenceItem[] = []
  const count = facts.issue_count ?? issues?.length
  if (group.total !== undefined && count !== undefined) {
    if (group.total === count) found.push({ odds: 0.8, reason: `Both have ${issuesOf(count)}` })
    else if (count > group.total * FAR || group.total > count * FAR)
      found.push({ odds: -2, reason: `It has ${issuesOf(count)}, the files say ${group.total}` })
  }
  for (const [unit, last] of lastOf(facts, count)) {
    const highest = highestOf(group, unit)
    if (highest === undefined) continue
    if (highest <= last) found.push({ odds: 0.3, reason: `It goes up to ${unit} ${last}` })
    else if (highest > last + LAG)
      found.push({ odds: -2.5, reason: `It goes up to ${unit} ${last}, the files up to ${highest}` })
  }
  return found
}

const issuesOf = (count: number) => countWords(count, 'issue')

function lastOf(facts: SeriesRecord['facts'], count: number | undefined): [HeldIssue['unit'], number][] {
  const last: [HeldIssue['unit'], number | undefined][] = [
    ['volume', wholeOf(facts.last_volume)],
    ['chapter', wholeOf(facts.last_chapter)],
    ['issue', count],
  ]
  return last.flatMap(([unit, number]) => (number === undefined || number === 0 ? [] : [[unit, number]]))
}

function highestOf({ fileIssues }: GroupFacts, of: HeldIssue['unit']): number | undefined {
  const numbers = fileIssues.flatMap(({ kind, unit, number }) =>
    kind === 'issue' && unit === of ? (wholeOf(number) ?? []) : [],
  )
  return numbers.length === 0 ? undefined : Math.max(...numbers)
}

function wholeOf(number: string | undefined): number | undefined {
  const read = number === undefined ? null : readNumber(number)
  return read === null || read.negative ? undefined : Number(read.whole)
}

/**
 * Key that matches a number of a file with the provider's issue. A single file without a number counts as the first
 * issue.
 */
export const issueKey = (kind: string | undefined, unit: string | undefined, number: string | undefined) =>
  `${kind ?? 'issue'} ${unit ?? 'issue'} ${sortKey(number || '1')}`

/** Months by which the date in a file and the provider's date may differ: cover date, store date, another country. */
const MONTHS_APART = 4

export function aboutIssues(group: GroupFacts, { issues, series }: ProviderCandidate): EvidenceItem[] {
  const comparedIssues = comparable(group, issues ?? [])
  if (!issues || issues.length === 0 || comparedIssues.length === 0) return []
  const known = new Map(issues.map((one) => [issueKey(one.kind, one.unit, one.number), one]))
  const pairs = comparedIssues.map((one) => [one, known.get(issueKey(one.kind, one.unit, one.number))] as const)
  const listed = pairs.filter(([, facts]) => facts !== undefined)
  const service = siteOf(series.provider).label
  const found: EvidenceItem[] = []
  const share = listed.length / pairs.length
  if (share === 1) found.push({ odds: 1.2, reason: `${service} lists every number of the files` })
  else if (share < 0.9)
    found.push({ odds: -2.5 * (1 - share), reason: `${service} lists ${listed.length} of the ${pairs.length} numbers` })
  const dated = listed.flatMap(
    ([fileIssue, facts]) => agreement(fileIssue, facts?.release_date, facts?.issue_date) ?? [],
  )
  const agree = dated.filter(Boolean).length
  if (dated.length > 0 && agree >= dated.length * 0.8)
    found.push({ odds: 1.5, reason: `The dates of ${fileShare(agree, dated.length)} agree` })
  else if (dated.length > 0 && agree < dated.length * 0.5)
    found.push({ odds: -3, reason: `The dates of ${fileShare(dated.length - agree, dated.length)} differ` })
  return found
}

/**
 * The provider's issues to compare with. If the provider lists annuals as another series, a group of annuals is
 * compared with the issues of that series.
 */
function comparable(group: GroupFacts, issues: readonly WeighedIssue[]): HeldIssue[] {
  if (issues.some(({ kind }) => kind === 'annual')) return [...group.fileIssues]
  return isAnnuals(group)
    ? group.fileIssues.map((one) => ({ ...one, kind: 'issue' }))
    : group.fileIssues.filter(isRegular)
}

const isRegular = ({ kind }: HeldIssue) => kind === 'issue'
/** Whether all files are annuals. */
export const isAnnuals = ({ fileIssues }: GroupFacts) => fileIssues.length > 0 && !fileIssues.some(isRegular)

/** Undefined when either side has no date. */
function agreement(issue: HeldIssue, ...dates: (string | undefined)[]): boolean | undefined {
  const known = dates.filter((date) => date !== undefined)
  const year = candidateYear(issue)
  if (year === undefined || known.length === 0) return undefined
  const months = issue.date === undefined ? undefined : monthsOf(issue.date)
  return known.some((date) => {
    const other = monthsOf(date)
    if (months === undefined || other === undefined) return Math.abs(Number(date.slice(0, 4)) - year) <= 1
    return Math.abs(months - other) <= MONTHS_APART
  })
}

function monthsOf(date: string): number | undefined {
  const [year, month] = date.split('-').map(Number)
  return year === undefined || month === undefined ? undefined : year * 12 + month
}

/** Of 64 bits: the most that differ between prints of one cover, and the fewest between different covers. */
const SAME_COVER = 10
const LIKE_COVER = 14
const OTHER_COVER = 20

export function aboutCover({ cover }: ProviderCandidate): EvidenceItem[] {
  if (!cover) return []
  const whose = cover.number === undefined ? 'the cover of the series' : `the cover of number ${cover.number}`
  if (cover.distance <= SAME_COVER) return [{ odds: 4, reason: `The first page looks like ${whose}` }]
  if (cover.distance <= LIKE_COVER) return [{ odds: 1.5, reason: `The first page is much like ${whose}` }]
  // Weak evidence: it may be a variant cover, or a page of credits before the cover.
  return cover.distance < OTHER_COVER ? [] : [{ odds: lackOf(cover), reason: `The first page is not ${whose}` }]
}

/** The picture of a series may be the cover of any of its issues. */
const lackOf = ({ number }: CoverComparison) => (number === undefined ? -0.3 : -1.2)
