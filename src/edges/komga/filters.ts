import type { Condition, WordField } from './condition'
import type { AppQuery } from './query'
import { readStates, seriesStates } from './states'

/** The filters of the older lists, as conditions: values of one are alternatives, different ones all have to hold. */

/** Values that are no words of the list are left out; when none is left, nothing matches. */
function chosen<T extends string>(query: AppQuery, name: string, known: readonly T[]): T[] | undefined {
  const asked = query.list(name)
  if (asked.length === 0) return undefined
  return asked.flatMap((value) => known.find((each) => each === value.toUpperCase()) ?? [])
}

function words(query: AppQuery, name: string, field: WordField): Condition[] {
  const asked = query.list(name)
  // A name with a comma in it is also tried whole.
  return asked.length === 0 ? [] : [{ is: 'word', field, words: [...new Set([...asked, ...query.whole(name)])] }]
}

function flag(query: AppQuery, name: string, condition: Condition): Condition[] {
  const value = query.flag(name)
  return value === undefined ? [] : [value ? condition : { not: condition }]
}

const NEVER: Condition = { is: 'constant', value: false }

/** `Name,role`: names may contain commas. */
function authors(query: AppQuery): Condition[] {
  const asked = query.whole('author').filter((value) => value !== '')
  const any = asked.map((value): Condition => {
    const comma = value.lastIndexOf(',')
    if (comma < 0) return { is: 'author', name: value, role: undefined }
    return { is: 'author', name: value.slice(0, comma) || undefined, role: value.slice(comma + 1) || undefined }
  })
  return any.length === 0 ? [] : [{ any }]
}

function ageRatings(query: AppQuery): Condition[] {
  const any = query.list('age_rating').flatMap((value): Condition[] => {
    if (/^none$/i.test(value)) return [{ is: 'age', test: 'none', value: 0 }]
    return /^\d{1,3}$/.test(value) ? [{ is: 'age', test: 'equal', value: Number(value) }] : []
  })
  return query.list('age_rating').length === 0 ? [] : [{ any: any.length > 0 ? any : [NEVER] }]
}

function years(query: AppQuery): Condition[] {
  const asked = query.list('release_year')
  const any = asked.filter((year) => /^\d{4}$/.test(year)).map(inYear)
  return asked.length === 0 ? [] : [{ any: any.length > 0 ? any : [NEVER] }]
}

const inYear = (year: string): Condition => ({ is: 'date', test: 'year', day: year })

function ids(query: AppQuery, name: string, is: 'library' | 'collection'): Condition[] {
  const asked = query.list(name)
  return asked.length === 0 ? [] : [{ is, ids: asked }]
}

function read(query: AppQuery): Condition[] {
  const wanted = chosen(query, 'read_status', readStates)
  return wanted === undefined ? [] : [wanted.length === 0 ? NEVER : { is: 'read', words: wanted }]
}

const common = (query: AppQuery): Condition[] => [
  ...ids(query, 'library_id', 'library'),
  ...read(query),
  ...words(query, 'tag', 'tag'),
  ...authors(query),
  ...flag(query, 'deleted', NEVER),
  ...flag(query, 'oneshot', NEVER),
]

export function seriesFilters(query: AppQuery): Condition {
  const states = chosen(query, 'status', seriesStates)
  return {
    all: [
      ...common(query),
      ...ids(query, 'collection_id', 'collection'),
      ...(states === undefined ? [] : [states.length === 0 ? NEVER : ({ is: 'status', words: states } as const)]),
      ...words(query, 'publisher', 'publisher'),
      ...words(query, 'language', 'language'),
      ...words(query, 'genre', 'genre'),
      ...(query.list('sharing_label').length === 0 ? [] : [NEVER]),
      ...ageRatings(query),
      ...years(query),
      ...flag(query, 'complete', { is: 'complete' }),
    ],
  }
}

export function bookFilters(query: AppQuery): Condition {
  const states = query.list('media_status')
  const after = query.text('released_after')
  return {
    all: [
      ...common(query),
      ...(states.length === 0 || states.some((state) => /^ready$/i.test(state)) ? [] : [NEVER]),
      ...(after !== undefined && /^\d{4}-\d\d-\d\d/.test(after)
        ? [{ is: 'date', test: 'after', day: after.slice(0, 10) } as const]
        : []),
    ],
  }
}
