import { sortKey } from '../../../base/names/numbers'
import { matchKey } from '../../../base/names/titles'
import { providerNames, siteOf } from '../../../base/providers/descriptors'
import type { CrossIds, IssueFacts, SeriesRecord } from '../providers/provider'
import type { KnownSeries } from '../sync/merge'

/** Whether two providers, or a provider and the library, describe the same series: pure. */

export interface SeriesIdentity {
  facts: KnownSeries
  /** The issues are those of the library, which may own a part of the series: fewer issues contradict nothing. */
  isOwned?: boolean
  issues?: readonly Pick<IssueFacts, 'number' | 'release_date' | 'issue_date'>[]
}

export interface IdentityVerdict {
  /** `same`: enough evidence, and none against. `likely`: a person should check. */
  verdict: 'same' | 'likely' | 'different'
  /** Sentences, supporting evidence first. */
  evidence: string[]
  /** The sentences of `evidence` that contradict a match. */
  against: string[]
}

export const seriesIdentity = ({ provider, provider_id, facts, ids }: SeriesRecord): SeriesIdentity => ({
  facts: { ...facts, ids: { ...ids, [provider]: provider_id } },
})

export function compareSeries(a: SeriesIdentity, b: SeriesIdentity): IdentityVerdict {
  const shared = sharedId(a.facts.ids, b.facts.ids)
  if (shared?.same === false) return differs(`${shared.label} lists them as two series.`)
  const first: Says = shared ? [1, `Both name the same series of ${shared.label}.`] : nameSays(a.facts, b.facts)
  if (!first) return differs('Their names differ.')
  const speaks = [
    first,
    yearSays(a.facts, b.facts),
    countSays(a, b),
    publisherSays(a.facts, b.facts),
    numbersSay(a, b),
    datesSay(a, b),
  ].filter((each) => each !== undefined) as [number, string][]
  const sorted = speaks.toSorted(([x], [y]) => y - x)
  const evidence = sorted.map(([, sentence]) => sentence)
  const against = sorted.flatMap(([weight, sentence]) => (weight < 0 ? [sentence] : []))
  if (shared) return { verdict: 'same', evidence, against }
  const sum = speaks.reduce((total, [weight]) => total + weight, 0)
  if (sum <= -1) return { verdict: 'different', evidence, against }
  return { verdict: against.length === 0 && sum >= 2 ? 'same' : 'likely', evidence, against }
}

const differs = (why: string): IdentityVerdict => ({ verdict: 'different', evidence: [why], against: [why] })

type Says = [weight: number, sentence: string] | undefined

function sharedId(a: CrossIds = {}, b: CrossIds = {}): { same: boolean; label: string } | undefined {
  const names = [...providerNames, 'myanimelist'] as const
  const both = names.filter((name) => a[name] !== undefined && b[name] !== undefined)
  const name = both.find((each) => a[each] === b[each]) ?? both[0]
  return name && { same: a[name] === b[name], label: siteOf(name).label }
}

const namesOf = ({ name = '', aliases = [] }: KnownSeries) => [name, ...aliases].filter((each) => matchKey(each) !== '')

/** Undefined when they share no name. */
function nameSays(a: KnownSeries, b: KnownSeries): Says {
  const known = new Set(namesOf(a).map(matchKey))
  const shared = namesOf(b).find((each) => known.has(matchKey(each)))
  if (shared === undefined) return undefined
  const [main, other] = [a, b].map(({ name = '' }) => matchKey(name))
  // One source may have only alternative names.
  if (!main || !other || main === other) return [1, `Both are called ${shared}.`]
  return [0.5, `${b.name} is another name of ${a.name}.`]
}

function yearSays({ year: a }: KnownSeries, { year: b }: KnownSeries): Says {
  if (a === undefined || b === undefined) return undefined
  if (a === b) return [1, `Both began in ${a}.`]
  return Math.abs(a - b) === 1 ? [0.5, `They began in ${a} and ${b}.`] : [-3, `One began in ${a}, the other in ${b}.`]
}

function countSays(one: SeriesIdentity, other: SeriesIdentity): Says {
  const [a, b] = [one.facts.issue_count, other.facts.issue_count]
  if (!a || !b) return undefined
  // The numbers say more than the count of a part.
  if (one.isOwned && a < b) return other.issues ? undefined : [0, `You have ${a} of its ${b} issues.`]
  if (a === b) return [0.5, `Both have ${a} issues.`]
  const apart = Math.abs(a - b)
  const sentence = `One has ${a} issues, the other ${b}.`
  if (apart <= Math.max(2, 0.1 * Math.max(a, b))) return [0.25, sentence]
  return apart > 0.5 * Math.max(a, b) ? [-1, sentence] : [-0.25, sentence]
}

function publisherSays({ publisher: a }: KnownSeries, { publisher: b }: KnownSeries): Says {
  if (!a || !b) return undefined
  const [x, y] = [matchKey(a), matchKey(b)]
  return x.includes(y) || y.includes(x)
    ? [0.5, `Both are published by ${b}.`]
    : [-0.5, `One is published by ${a}, the other by ${b}.`]
}

const keysOf = ({ issues = [] }: SeriesIdentity) => new Set(issues.map(({ number }) => sortKey(number ?? '')))

function numbersSay(a: SeriesIdentity, b: SeriesIdentity): Says {
  const [x, y] = [keysOf(a), keysOf(b)]
  if (x.size === 0 || y.size === 0) return undefined
  if (a.isOwned) return ownedNumbersSay(x, y)
  const of = Math.min(x.size, y.size)
  const shared = x.intersection(y).size
  if (shared >= 0.8 * of) return [0.5, `${shared} of ${of} numbers agree.`]
  return shared < 0.5 * of ? [-1, `Only ${shared} of ${of} numbers agree.`] : undefined
}

/** Only numbers that the provider lacks speak against it. */
function ownedNumbersSay(owned: ReadonlySet<string>, listed: ReadonlySet<string>): Says {
  const shared = owned.intersection(listed).size
  const sentence = `${shared} of your ${owned.size} numbers are among its ${listed.size}.`
  if (shared >= 0.8 * owned.size) return [0.5, sentence]
  return [shared < 0.5 * owned.size ? -1 : -0.25, sentence]
}

/** Issues with the same number at most three months apart: the cover date is later than the day of sale. */
function datesSay(a: SeriesIdentity, b: SeriesIdentity): Says {
  const dates = new Map(a.issues?.map((issue) => [sortKey(issue.number ?? ''), monthOf(issue)]))
  const pairs = (b.issues ?? []).flatMap((issue) => {
    const [x, y] = [dates.get(sortKey(issue.number ?? '')), monthOf(issue)]
    return x === undefined || y === undefined ? [] : [Math.abs(x - y)]
  })
  if (pairs.length === 0) return undefined
  const near = pairs.filter((months) => months <= 3).length
  if (near >= 0.8 * pairs.length) return [1, `${near} of ${pairs.length} dates agree.`]
  return near < 0.5 * pairs.length ? [-2, `Only ${near} of ${pairs.length} dates agree.`] : undefined
}

function monthOf({ release_date, issue_date }: NonNullable<SeriesIdentity['issues']>[number]): number | undefined {
  const found = /^(\d{4})-(\d\d)/.exec(release_date ?? issue_date ?? '')
  return found ? Number(found[1]) * 12 + Number(found[2]) : undefined
}
