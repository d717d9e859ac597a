import { withQuery } from './addresses'
import type { FacetGroup } from './records'

/** Filters and sort orders of lists of issues: facets for apps that support them, folders for the others. */

export const groups = ['read', 'kind', 'publisher', 'decade', 'format'] as const
export type FacetName = (typeof groups)[number]

export const sorts = ['name', 'new', 'release', 'updated'] as const
export type CatalogSort = (typeof sorts)[number]

/** The chosen filters; an absent group is not filtered. */
export type FacetChoice = Partial<Record<FacetName, string>> & { sort?: CatalogSort }

export const groupTitles: Record<FacetName, string> = {
  read: 'Reading',
  kind: 'Kind',
  publisher: 'Publisher',
  decade: 'Decade',
  format: 'Format',
}

const SORT_TITLES: Partial<Record<CatalogSort, string>> = {
  name: 'By name',
  new: 'Newest first',
  release: 'By release date',
}

const VALUE_TITLES: Record<string, string> = {
  unread: 'Unread',
  reading: 'Being read',
  read: 'Read',
  comic: 'Comics',
  manga: 'Manga',
}

export function valueTitle(group: FacetName, value: string): string {
  if (group === 'decade') return `${value}s`
  if (group === 'format') return value.toUpperCase()
  return group === 'publisher' ? value : (VALUE_TITLES[value] ?? value)
}

/** Many more than a screen shows; the others are listed under Publishers. */
const MOST_VALUES = 20

/** Number of issues by value; issues without a value are counted under the empty text. */
export type FacetCounts = Record<FacetName, Map<string, number>>

/** The choice in the query fields; invalid fields are ignored. */
export function choiceOf(query: Record<string, string | undefined>): FacetChoice {
  const choice: FacetChoice = {}
  for (const group of groups) if (query[group]) choice[group] = query[group]
  const sort = sorts.find((each) => each === query.sort)
  return sort ? { ...choice, sort } : choice
}

/** The address of a list with a choice. A choice has one address, independent of the order of its filters. */
export function chosenPath(path: string, choice: FacetChoice): string {
  const { read, kind, publisher, decade, format, sort } = choice
  return withQuery(path, { read, kind, publisher, decade, format, sort: sort === 'name' ? undefined : sort })
}

/**
 * `counts` of each group ignore the group's own filter; `total` is that of the whole choice. `extra` is the number of
 * entries in a list that are not issues.
 */
export function facetsOf(
  path: string,
  choice: FacetChoice,
  counts: FacetCounts,
  total: number,
  extra: (choice: FacetChoice) => number = () => 0,
): FacetGroup[] {
  const narrowing = groups.flatMap((group) => {
    const facets = valuesOf(counts[group], choice[group]).map(([value, count]) => ({
      title: valueTitle(group, value),
      path: chosenPath(path, { ...choice, [group]: value }),
      count,
      active: choice[group] === value,
    }))
    if (facets.length < 2 && choice[group] === undefined) return []
    const all = [...counts[group].values()].reduce((sum, count) => sum + count, 0)
    const without = { ...choice, [group]: undefined }
    const whole = { title: 'All', path: chosenPath(path, without), count: all + extra(without) }
    return [{ title: groupTitles[group], facets: [{ ...whole, active: choice[group] === undefined }, ...facets] }]
  })
  if (total < 2) return narrowing
  const { sort: chosen = 'name' } = choice
  const sorting = Object.entries(SORT_TITLES).map(([sort, title]) => ({
    title,
    path: chosenPath(path, { ...choice, sort: sort as CatalogSort }),
    count: total,
    active: chosen === sort,
  }))
  return [...narrowing, { title: 'Sort', facets: sorting }]
}

/** The most frequent values and the chosen one, in the order of their titles. */
function valuesOf(counts: Map<string, number>, chosen: string | undefined): [string, number][] {
  const frequent = [...counts].filter(([value, count]) => value !== '' && count > 0).sort((a, b) => b[1] - a[1])
  const shown = frequent.filter(([value], index) => index < MOST_VALUES || value === chosen)
  return shown.sort(([a], [b]) => (a < b ? -1 : 1))
}
