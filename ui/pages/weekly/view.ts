import { addDays, type Days, isDay, monthAfter, monthOf, weekOf } from './days'
import type { Release } from './wire'

/** The view of the page, from its URL. */
export type WeeklyView = {
  as: 'week' | 'month'
  /** `mine`: of series in the library. */
  whose: 'mine' | 'all'
  /** A day of the week or month shown. */
  day: string
}

const PATH = '/releases'

export function readWeeklyView(query: Record<string, string>, today: string): WeeklyView {
  return {
    as: query.view === 'month' ? 'month' : 'week',
    whose: query.whose === 'all' ? 'all' : 'mine',
    day: isDay(query.day) ? query.day : today,
  }
}

/** The address of a view; the current week is the page without a day. */
export function viewPath({ as, whose, day }: WeeklyView, today: string): string {
  const query = new URLSearchParams()
  if (as === 'month') query.set('view', as)
  if (whose === 'all') query.set('whose', whose)
  const { first } = viewSpan({ as, day })
  if (first !== viewSpan({ as, day: today }).first) query.set('day', as === 'week' ? first : day)
  const text = query.toString()
  return text === '' ? PATH : `${PATH}?${text}`
}

export const viewSpan = ({ as, day }: Pick<WeeklyView, 'as' | 'day'>): Days =>
  as === 'week' ? weekOf(day) : monthOf(day)

/** The view one week or month later, or earlier. */
export function viewAfter(view: WeeklyView, count: 1 | -1): WeeklyView {
  const { as, day } = view
  return { ...view, day: as === 'week' ? addDays(weekOf(day).first, 7 * count) : monthAfter(day, count) }
}

/** The series is in the library. */
export const isOwnSeries = (release: Release): boolean => release.comic_id !== null

export const NO_PUBLISHER = ''

/** The releases that match the view. Hidden publishers apply to everyone's releases only. */
export function shownReleases(
  releases: readonly Release[],
  whose: WeeklyView['whose'],
  hidden: ReadonlySet<string>,
): Release[] {
  if (whose === 'mine') return releases.filter(isOwnSeries)
  return releases.filter((release) => isOwnSeries(release) || !hidden.has(publisherKey(release.publisher)))
}

/** Sources spell a publisher differently: "KESTREL", "Kestrel". */
export const publisherKey = (publisher: string | null): string => (publisher ?? NO_PUBLISHER).toLowerCase()

export type PublisherCount = { key: string; name: string; count: number }

/** Publishers of the releases shown to everyone, those with the most first. */
export function publishersOf(releases: readonly Release[]): PublisherCount[] {
  const counts = new Map<string, PublisherCount>()
  for (const { publisher } of releases) {
    const key = publisherKey(publisher)
    const known = counts.get(key) ?? { key, name: publisher ?? 'No publisher', count: 0 }
    counts.set(key, { ...known, count: known.count + 1 })
  }
  return [...counts.values()].sort((a, b) => b.count - a.count || (a.name < b.name ? -1 : 1))
}
