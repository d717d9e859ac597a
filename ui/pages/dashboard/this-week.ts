import type { Reply } from '../../api/contract'
import { useQuery } from '../../api/query'
import { html } from '../../html'
import { ownZone, thisWeek } from '../../panels/reading-week'
import { Cover } from '../../parts/covers/cover'
import { Mark, type MarkState } from '../../parts/status/mark'
import { Skeleton } from '../../parts/status/skeleton'
import { countWords, dayWords, numberWords } from '../../parts/text/format'
import { isolated } from '../../parts/text/isolated'
import { issueNumber } from '../../parts/text/issue-name'
import { firstWeekday } from '../../parts/text/locale'
import { issueArt, issuePath, seriesPath } from '../../parts/text/series-path'
import { dayOf } from '../../parts/text/when'
import { Panel } from './panel'

type Releases = Reply<'GET /api/dashboard/upcoming'>
type Line = {
  key: string
  href: string
  series: string
  number: string
  cover: string | null
  day: string
  state: { state: MarkState; word: string }
}

const MARKS: Record<string, { state: MarkState; word: string }> = {
  Downloaded: { state: 'have', word: 'In the library' },
  Snatched: { state: 'way', word: 'In progress' },
  Wanted: { state: 'wanted', word: 'Wanted' },
  Skipped: { state: 'skipped', word: 'Not wanted' },
  Ignored: { state: 'skipped', word: 'Ignored' },
  Mismatched: { state: 'unknown', word: 'No matching issue' },
  Incomplete: { state: 'attention', word: 'Download failed' },
}
const markOf = (status: string) => MARKS[status] ?? { state: 'unknown' as const, word: status }

/** As many as the server sends of the wanted and owned ones. */
const MOST = 6

/** Wanted and owned issues that come out this week; without any, the other releases of the library's series. */
export function ThisWeek() {
  const answer = useQuery('GET /api/dashboard/upcoming', { query: { ...ownZone(), first_weekday: firstWeekday() } })
  const draw = ({ releases, total }: Releases) =>
    releases.length === 0 && total > 0
      ? html`<${Others} total=${total} />`
      : html`<${Lines} lines=${releases.map(lineOf)} total=${total} />`
  return html`<${Panel} title="This week" more=${{ label: 'All releases', href: '/releases' }} answer=${answer} draw=${draw} />`
}

function Others({ total }: { total: number }) {
  const days = thisWeek({ days: [], today: dayOf(new Date()) }).map(({ day }) => day)
  const query = { first: days[0], last: days.at(-1), ...ownZone() }
  const { data, error } = useQuery('GET /api/releases', { query })
  if (!data && !error) return html`<${Skeleton} kind="rows" count=${2} label="Loading: This week" />`
  const lines = (data?.releases ?? []).flatMap(releaseLine).slice(0, MOST)
  return html`<${Lines} lines=${lines} total=${total} />`
}

function lineOf(release: Releases['releases'][number]): Line {
  const { ComicName, ComicID, IssueID, IssueNumber: number, IssueDate, Status, kind, unit } = release
  return {
    key: IssueID,
    href: issuePath(ComicID, IssueID),
    series: ComicName,
    number: issueNumber({ kind, unit, number }),
    cover: issueArt(IssueID),
    day: IssueDate,
    state: markOf(Status),
  }
}

function releaseLine(release: Reply<'GET /api/releases'>['releases'][number]): Line[] {
  const { series, comic_id, issue_id, kind, unit, number, cover, day, status } = release
  if (comic_id === null) return []
  const href = issue_id === null ? seriesPath(comic_id) : issuePath(comic_id, issue_id)
  const line = { href, series, number: issueNumber({ kind, unit, number }), cover, day, state: markOf(status) }
  return [{ key: `${href} ${number}`, ...line }]
}

function Lines({ lines, total }: { lines: readonly Line[]; total: number }) {
  return html`
    ${
      lines.length > 0 &&
      html`
        <ul class="dash-rows">
          ${lines.map(
            ({ key, href, series, number, cover, day, state }) => html`
              <li key=${key}>
                <span class="dash-cover"><${Cover} name=${series} src=${cover} width=${36} /></span>
                <a class="dash-what" href=${href}><b>${isolated(series)}</b> ${number}</a>
                <small>${dayWords(day)}</small>
                <${Mark} ...${state} />
              </li>
            `,
          )}
        </ul>
      `
    }
    <${Rest} shown=${lines.length} total=${total} />
  `
}

/** The releases without a line: more than fit, or issues that are not wanted. */
function Rest({ shown, total }: { shown: number; total: number }) {
  if (total === 0) return html`<p class="dash-none">No releases of your series this week.</p>`
  if (total <= shown) return null
  const words = shown === 0 ? `${countWords(total, 'release')} of your series` : `${numberWords(total - shown)} more`
  return html`<p class="dash-none"><a href="/releases">${words}</a></p>`
}
