import { type SQL, sql } from 'drizzle-orm'
import { callerId } from '../../base/platform/caller'
import { storyArcIssues } from '../../collecting/arcs/tables'
import { readingListEntries, readingLists } from '../../collecting/readlist/tables'
import { seriesReading } from '../../library/reading/tables'
import { issues, RELEASED_OF_ISSUES, series } from '../../library/series/tables'
import { collectionSeries, collections, seriesMarks, seriesTags, tags } from '../../library/shelves/tables'
import { authorSql, bookTagged, SERIES_HAS_TAG, seriesTagged } from './author-store'
import type { Condition, Leaf, TextOperator, WordField } from './condition'
import { FAVOURITES, libraries, type SeriesState } from './states'

/** Conditions as SQL. Every list is of `series`, or of `issues` beside their `series`. */

/** Ids of issues, the last read first. */
export interface OpenedBooks {
  read: readonly string[]
  reading: readonly string[]
  all: readonly string[]
}

/** What conditions name by words, as the library spells it. */
export interface Spellings {
  /** The values of the library that equal one of the words without case and accents. */
  like(field: WordField, words: readonly string[]): readonly string[]
  /** The numbers of the roles that an app calls so; undefined for any role. */
  rolesCalled(role: string | undefined): readonly number[] | undefined
  /** What the caller reads and has read. */
  opened(): OpenedBooks
  /** The readable issues whose numbers pass the test; undefined when the list is not of known series. */
  numbered?(test: (sort: number) => boolean): readonly string[] | undefined
}

export type Listed = 'series' | 'books'

const json = (values: readonly string[]) => sql`(select value from json_each(${JSON.stringify(values)}))`

/** SQL condition: the issue has a file. */
export const READABLE = sql`${issues.file_format} is not null`

/** SQL condition: lists contain the series of the issue. */
export const LISTED = sql`${series.status} <> 'unfollowed'`

/** When an issue was released. */
export const releasedAt: SQL = sql.raw(RELEASED_OF_ISSUES)
/** The first release of a series. */
export const firstReleased: SQL = sql`(select min(${releasedAt}) from ${issues}
  where ${issues.comic_id} = ${series.comic_id} and ${READABLE})`

/** Expressions in pairs of pairs: SQLite limits how deep one may be nested. */
function balanced(parts: readonly SQL[], word: 'and' | 'or', none: SQL): SQL {
  if (parts.length === 0) return none
  if (parts.length === 1) return parts[0]!
  const half = Math.ceil(parts.length / 2)
  const [left, right] = [parts.slice(0, half), parts.slice(half)].map((some) => balanced(some, word, none))
  return sql`(${left} ${sql.raw(word)} ${right})`
}

const TRUE = sql`1`
const FALSE = sql`0`

export function conditionSql(condition: Condition, of: Listed, known: Spellings): SQL {
  if ('all' in condition)
    return balanced(
      condition.all.map((each) => conditionSql(each, of, known)),
      'and',
      TRUE,
    )
  if ('any' in condition)
    return balanced(
      condition.any.map((each) => conditionSql(each, of, known)),
      'or',
      TRUE,
    )
  // What is unknown is not the asked value either.
  if ('not' in condition) return sql`not coalesce(${conditionSql(condition.not, of, known)}, 0)`
  return leafSql(condition, of, known)
}

function leafSql(leaf: Leaf, of: Listed, known: Spellings): SQL {
  switch (leaf.is) {
    case 'constant':
      return leaf.value ? TRUE : FALSE
    case 'library': {
      const kinds = libraries.filter(({ id }) => leaf.ids.includes(id)).map(({ kind }) => kind)
      return sql`${series.content_type} in ${json(kinds)}`
    }
    case 'series':
      return sql`${of === 'books' ? issues.comic_id : series.comic_id} in ${json(leaf.ids)}`
    case 'collection':
      return inCollection(leaf.ids)
    case 'readlist':
      return inReadList(leaf.ids)
    case 'status':
      return sql`${STATE} in ${json(leaf.words)}`
    case 'read':
      return of === 'books' ? bookRead(leaf.words, known.opened) : seriesRead(leaf.words)
    case 'word':
      return wordSql(leaf.field, leaf.words, of, known)
    case 'author':
      return leaf.name === undefined && leaf.role === undefined ? FALSE : authorSql(leaf, of, known)
    case 'age':
      return ageSql(leaf)
    case 'number':
      return numberSql(leaf, known)
    case 'text':
      return textSql(leaf, of)
    case 'date':
      return dateSql(leaf, of)
    case 'complete':
      return sql`(${series.total_known} and ${series.readable} >= ${series.total})`
  }
}

const STATES = { ended: 'ENDED', cancelled: 'ABANDONED', hiatus: 'HIATUS' } as const satisfies Record<
  string,
  SeriesState
>

export const stateOf = (publication: string | null): SeriesState =>
  publication !== null && Object.hasOwn(STATES, publication) ? STATES[publication as keyof typeof STATES] : 'ONGOING'

const STATE = sql`case ${series.publication} when 'ended' then 'ENDED' when 'cancelled' then 'ABANDONED'
  when 'hiatus' then 'HIATUS' else 'ONGOING' end`

function inCollection(ids: readonly string[]): SQL {
  const shelved = sql`${series.comic_id} in (select ${collectionSeries.comic_id} from ${collectionSeries}
    join ${collections} on ${collections.collection_id} = ${collectionSeries.collection_id}
    where ${collections.removed_at} is null and ${collections.collection_id} in ${json(ids)})`
  if (!ids.includes(FAVOURITES)) return shelved
  return sql`(${shelved} or ${series.comic_id} in (select ${seriesMarks.comic_id} from ${seriesMarks}
    where ${seriesMarks.user_id} = ${callerId()} and ${seriesMarks.favourite_at} is not null))`
}

function inReadList(ids: readonly string[]): SQL {
  return sql`(${issues.issue_id} in (select ${readingListEntries.issue_id} from ${readingListEntries}
    join ${readingLists} on ${readingLists.list_id} = ${readingListEntries.list_id}
    where ${readingLists.list_id} in ${json(ids)} and ${readingLists.removed_at} is null
      and (${readingLists.user_id} = ${callerId()} or ${readingLists.shared}) and ${readingListEntries.removed_at} is null)
    or ${issues.issue_id} in (select ${storyArcIssues.issue_id} from ${storyArcIssues}
      where ${storyArcIssues.arc_id} in ${json(ids)} and ${storyArcIssues.removed_at} is null))`
}

function bookRead(words: readonly string[], opened: () => OpenedBooks): SQL {
  const { read, reading } = opened()
  const tests = {
    READ: () => sql`${issues.issue_id} in ${json(read)}`,
    IN_PROGRESS: () => sql`${issues.issue_id} in ${json(reading)}`,
    UNREAD: () => sql`${issues.issue_id} not in ${json([...read, ...reading])}`,
  }
  const parts = words.map((word) => tests[word as keyof typeof tests]())
  return balanced(parts, 'or', TRUE)
}

function seriesRead(words: readonly string[]): SQL {
  const has = (test: SQL) => sql`exists (select 1 from ${seriesReading}
    where ${seriesReading.comic_id} = ${series.comic_id} and ${seriesReading.user_id} = ${callerId()} and ${test})`
  const all = sql`${seriesReading.read} >= ${series.readable}`
  const some = sql`${seriesReading.read} + ${seriesReading.reading} > 0`
  const tests = {
    READ: () => has(all),
    IN_PROGRESS: () => has(sql`${some} and not (${all})`),
    UNREAD: () => sql`not ${has(some)}`,
  }
  const parts = words.map((word) => tests[word as keyof typeof tests]())
  return balanced(parts, 'or', TRUE)
}

function wordSql(field: WordField, words: readonly string[], of: Listed, known: Spellings): SQL {
  const spelled = json(known.like(field, words))
  if (field === 'publisher' || field === 'language') {
    const column = series[field]
    return words.length === 0 ? sql`coalesce(${column}, '') = ''` : sql`${column} in ${spelled}`
  }
  if (field === 'genre') {
    const any = (test: SQL) => sql`exists (select 1 from json_each(${series.genres}) as genre where ${test})`
    return words.length === 0 ? sql`not ${any(TRUE)}` : any(sql`genre.value in ${spelled}`)
  }
  if (of === 'books') return words.length === 0 ? sql`not ${bookTagged(undefined)}` : bookTagged(words)
  if (words.length === 0) return sql`not (${ownTag(TRUE)} or ${SERIES_HAS_TAG})`
  return sql`(${ownTag(sql`${tags.name} in ${spelled}`)} or ${seriesTagged(words)})`
}

/** SQL condition: the user gave the series such a tag. */
const ownTag = (test: SQL) => sql`exists (select 1 from ${seriesTags}
  join ${tags} on ${tags.tag_id} = ${seriesTags.tag_id} where ${seriesTags.comic_id} = ${series.comic_id} and ${test})`

function ageSql({ test, value }: Extract<Leaf, { is: 'age' }>): SQL {
  if (test === 'none') return sql`${series.age_years} is null`
  if (test === 'equal') return sql`${series.age_years} = ${value}`
  return test === 'more' ? sql`${series.age_years} > ${value}` : sql`${series.age_years} < ${value}`
}

function numberSql({ test, value }: Extract<Leaf, { is: 'number' }>, known: Spellings): SQL {
  const passes = (sort: number) => (test === 'equal' ? sort === value : test === 'more' ? sort > value : sort < value)
  const listed = known.numbered?.(passes)
  if (listed) return sql`${issues.issue_id} in ${json(listed)}`
  // Across series the printed number has to do.
  const printed = sql`cast(${issues.number} as real)`
  if (test === 'equal') return sql`${printed} = ${value}`
  return test === 'more' ? sql`${printed} > ${value}` : sql`${printed} < ${value}`
}

function textSql({ field, operator, value }: Extract<Leaf, { is: 'text' }>, of: Listed): SQL {
  const column =
    of === 'books' ? sql`coalesce(${issues.title}, '')` : field === 'title' ? series.name : series.sort_name
  return matching(sql`lower(${column})`, operator, value.toLowerCase())
}

function matching(column: SQL, operator: TextOperator, value: string): SQL {
  if (operator === 'is') return sql`${column} = ${value}`
  if (operator === 'contains') return sql`instr(${column}, ${value}) > 0`
  if (operator === 'begins') return sql`substr(${column}, 1, ${value.length}) = ${value}`
  return value === '' ? TRUE : sql`substr(${column}, ${-value.length}) = ${value}`
}

function dateSql({ test, day }: Extract<Leaf, { is: 'date' }>, of: Listed): SQL {
  const date = of === 'books' ? releasedAt : firstReleased
  if (test === 'none') return sql`${date} is null`
  if (test === 'year') return sql`substr(${date}, 1, 4) = ${day}`
  if (test === 'before') return sql`${date} < ${day}`
  return test === 'after' ? sql`${date} > ${day}` : sql`${date} >= ${day}`
}
