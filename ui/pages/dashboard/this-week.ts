import type { Reply } from '../../api/contract'
import { useQuery } from '../../api/query'
import { html } from '../../html'
import { ownZone } from '../../panels/reading-week'
import { Cover } from '../../parts/covers/cover'
import { Mark, type MarkState } from '../../parts/status/mark'
import { dayWords } from '../../parts/text/format'
import { firstWeekday } from '../../parts/text/locale'
import { issueArt, issuePath } from '../../parts/text/series-path'
import { Panel } from './panel'

type Releases = Reply<'GET /api/dashboard/upcoming'>
type Release = Releases['releases'][number]

const MARKS: Record<string, { state: MarkState; word: string }> = {
  Downloaded: { state: 'have', word: 'In the library' },
  Snatched: { state: 'way', word: 'Downloading' },
  Wanted: { state: 'wanted', word: 'Wanted' },
}

/** Issues of the library that come out this week. */
export function ThisWeek() {
  const answer = useQuery('GET /api/dashboard/upcoming', { query: { ...ownZone(), first_weekday: firstWeekday() } })
  const draw = ({ releases }: Releases) =>
    releases.length === 0
      ? html`<p class="dash-none">No releases of your series this week.</p>`
      : html`<ul class="dash-rows">${releases.map((one) => html`<${Line} key=${one.IssueID} release=${one} />`)}</ul>`
  return html`<${Panel} title="This week" more=${{ label: 'All releases', href: '/releases' }} answer=${answer} draw=${draw} />`
}

function Line({ release }: { release: Release }) {
  const { ComicName, ComicID, IssueID, IssueNumber, IssueDate, Status } = release
  const number = IssueNumber ? `#${IssueNumber}` : ''
  return html`
    <li>
      <span class="dash-cover"><${Cover} name=${ComicName} src=${issueArt(IssueID)} width=${36} /></span>
      <a class="dash-what" href=${issuePath(ComicID, IssueID)}><b>${ComicName}</b> ${number}</a>
      <small>${dayWords(IssueDate)}</small>
      <${Mark} ...${MARKS[Status] ?? { state: 'unknown', word: Status }} />
    </li>
  `
}
