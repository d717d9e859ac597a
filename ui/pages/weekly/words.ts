import type { MarkState } from '../../parts/status/mark'
import { whenWords } from '../../parts/text/when'
import type { Release, ReleaseSource } from './wire'

type Numbered = Pick<Release, 'series' | 'kind' | 'unit' | 'number'>

/** "#13", "Annual #1", "ch. 12", "vol. 3" */
export function releaseNumber({ kind, unit, number }: Omit<Numbered, 'series'>): string {
  if (number === '') return ''
  if (unit === 'chapter') return `ch. ${number}`
  if (unit === 'volume') return `vol. ${number}`
  return `${kind === 'annual' ? 'Annual ' : ''}#${number}`
}

export const releaseTitle = (release: Numbered): string => `${release.series} ${releaseNumber(release)}`.trim()

/** The state of a release; undefined where a button shows it. */
const STATES: Record<Release['status'], { mark: MarkState; word: string }> = {
  Wanted: { mark: 'wanted', word: 'Wanted' },
  Skipped: { mark: 'skipped', word: 'Not wanted' },
  Snatched: { mark: 'way', word: 'In progress' },
  Downloaded: { mark: 'have', word: 'In the library' },
  Archived: { mark: 'have', word: 'Archived' },
  Ignored: { mark: 'skipped', word: 'Ignored' },
  Mismatched: { mark: 'unknown', word: 'No matching issue' },
  Incomplete: { mark: 'attention', word: 'Download failed' },
}
export const releaseState = ({ status, want }: Pick<Release, 'status' | 'want'>) =>
  want ? { mark: 'way' as const, word: 'Adding the series' } : STATES[status]

/** "ComicVine and Metron, today 9:05"; the library's own date has no source. */
export function dateSourceWords({ sources, issue_id }: Release, all: readonly ReleaseSource[]): string {
  const [first] = sources
  if (!first) return issue_id === null ? '' : 'Date from your library'
  const names = sources.map(({ source }) => all.find((each) => each.source === source)?.label ?? source)
  return `${names.join(', ')} · ${whenWords(first.fetched_at)}`
}

/** The effect of a source that is down. */
export function failureWords({ detail, fetched_at }: ReleaseSource): string {
  const since = fetched_at === null ? '' : ` Its releases are from ${whenWords(fetched_at)}.`
  return `${detail ?? ''}${since}`
}
