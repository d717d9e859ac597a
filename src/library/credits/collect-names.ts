import { matchKey } from '../../base/names/titles'
import type { IssueFacts } from '../metadata/providers/provider'
import type { KnownSeries } from '../metadata/sync/merge'
import { LONGEST_NAME, MOST_USES, type NameKind, roleOf } from './states'

/** A name in the metadata of a series or an issue. */
export interface StatedName {
  kind: NameKind
  name: string
  key: string
  /** Undefined for everything but people. */
  role?: string
}

/** What the merged metadata of an issue names, each once in a role. Metadata comes from files, so no value is trusted. */
export function namesOfIssue(facts: IssueFacts): StatedName[] {
  const { characters, teams, locations, genres, tags, arcs } = facts
  return distinct([
    ...people(facts.credits),
    ...each('character', characters),
    ...each('team', teams),
    ...each('location', locations),
    ...each('genre', genres),
    ...each('tag', tags),
    ...each(
      'arc',
      listOf(arcs).map((arc) => (arc as { name?: unknown } | null)?.name),
    ),
  ])
}

/** The same for a series. Its authors count as writers: sources do not say what each of them did. */
export function namesOfSeries(facts: KnownSeries): StatedName[] {
  const { publisher, imprint, authors, genres, tags } = facts
  return distinct([
    ...each('publisher', [publisher]),
    ...each('imprint', [imprint]),
    ...each('person', authors).map((author) => ({ ...author, role: 'Writer' })),
    ...each('genre', genres),
    ...each('tag', tags),
  ])
}

function people(credits: unknown): StatedName[] {
  return listOf(credits).flatMap((credit) => {
    const { name, roles } = (credit ?? {}) as { name?: unknown; roles?: unknown }
    const words = listOf(roles).flatMap((word) => (typeof word === 'string' ? (roleOf(word) ?? []) : []))
    const own = each('person', [name])
    return words.length === 0 ? own : own.flatMap((person) => words.map((role) => ({ ...person, role })))
  })
}

function each(kind: NameKind, list: unknown): StatedName[] {
  return listOf(list).flatMap((value) => {
    const name = typeof value === 'string' ? value.trim() : ''
    if (name === '' || name.length > LONGEST_NAME) return []
    const key = matchKey(name)
    return key === '' ? [] : { kind, name, key }
  })
}

const listOf = (value: unknown): unknown[] => (Array.isArray(value) ? value : [])

function distinct(names: readonly StatedName[]): StatedName[] {
  const known = new Map<string, StatedName>()
  for (const name of names) {
    const key = `${name.kind}\n${name.key}\n${name.role ?? ''}`
    if (!known.has(key)) known.set(key, name)
    if (known.size === MOST_USES) break
  }
  return [...known.values()]
}
