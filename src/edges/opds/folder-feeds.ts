import type { Instant } from '../../base/platform/ports'
import { BOOKS, BROWSE, browsePath, ROOT } from './addresses'
import { chosenPath, type FacetName, groups, groupTitles, valueTitle } from './choices'
import type { FeedSummary } from './feeds'
import type { Cover, Feed, FeedLink } from './records'
import { countLabel } from './titles'

/** The filters of a list as folders, for apps without facets. */

const root = { path: ROOT, kind: 'navigation' } as const

export interface FacetValue {
  value: string
  count: number
  cover?: Cover
}

export function browseFeed(values: Record<FacetName, FacetValue[]>, total: FeedSummary, updated: Instant): Feed {
  const all = {
    path: BOOKS,
    kind: 'acquisition',
    title: 'All issues',
    content: countLabel(total.count, 'issue'),
  } as const
  const folders = groups.flatMap((group): FeedLink[] => {
    const [first, second] = values[group]
    if (!first || !second) return []
    const names = values[group].slice(0, 3).map(({ value }) => valueTitle(group, value))
    const content = values[group].length > 3 ? `${names.join(', ')} and more` : names.join(', ')
    const count = values[group].length
    const title = groupTitles[group]
    const cover = first.cover
    return [{ is: 'link', path: browsePath(group), kind: 'navigation', title, content, updated, count, cover }]
  })
  const entries: FeedLink[] = total.count > 0 ? [{ is: 'link', ...all, updated, ...total }, ...folders] : []
  return { path: BROWSE, title: 'Browse', kind: 'navigation', up: root, updated, entries }
}

export function folderFeed(group: FacetName, values: FacetValue[], updated: Instant): Feed {
  const entries = values.map(({ value, count, cover }): FeedLink => {
    const texts = { title: valueTitle(group, value), content: countLabel(count, 'issue') }
    return {
      is: 'link',
      path: chosenPath(BOOKS, { [group]: value }),
      kind: 'acquisition',
      ...texts,
      updated,
      count,
      cover,
    }
  })
  const up = { path: BROWSE, kind: 'navigation' } as const
  return { path: browsePath(group), title: groupTitles[group], kind: 'navigation', up, updated, entries }
}
