import type { Reply } from '../../api/contract'
import { useQuery } from '../../api/query'
import { html, useState } from '../../html'
import { Button } from '../../parts/controls/button'
import { Words } from '../../parts/controls/words'
import { Cover } from '../../parts/covers/cover'
import { Mark, type MarkProps } from '../../parts/status/mark'
import { Skeleton } from '../../parts/status/skeleton'
import { dayWords, numberWords } from '../../parts/text/format'
import { issueName } from '../../parts/text/issue-name'
import { roleWords } from '../../parts/text/role-words'
import { issueArt, issuePath } from '../../parts/text/series-path'
import { dayOf } from '../../parts/text/when'
import type { NameDetail, Shown } from './name'

const FIRST = 30
const MORE = 120
const MOST = 500
const COVER = 48
const NEXT_COVER = 132

type Issue = Reply<'GET /api/names/issues'>['issues'][number]
type Which = 'all' | 'missing' | 'unread'

/** The first unread issue of each series, those that are being read first. */
export function NextIssues({ issues }: { issues: NameDetail['next'] }) {
  if (issues.length === 0) return null
  return html`
    <section>
      <header class="name-part"><h2>Read next</h2></header>
      <ul class="name-series name-next">
        ${issues.map(
          (issue) => html`
            <li key=${issue.issue_id}>
              <a href=${issuePath(issue.comic_id, issue.issue_id)}>
                <${Cover} name=${issue.series} src=${issue.image ?? issueArt(issue.issue_id)} mark=${issue.number} width=${NEXT_COVER} />
                <b>${issueName(issue)}</b>
                ${issue.title && html`<small>${issue.title}</small>`}
              </a>
            </li>
          `,
        )}
      </ul>
    </section>
  `
}

/** All issues of a name, newest first, or those that are missing or unread. */
export function NameIssues({ shown, detail }: { shown: Shown; detail: NameDetail }) {
  const [which, setWhich] = useState<Which>('all')
  const [limit, setLimit] = useState(FIRST)
  const { data } = useQuery('GET /api/names/issues', { query: { ...shown, which, limit, offset: 0 } }, { keep: true })
  if (detail.issues === 0) return null
  const words = [
    { value: 'all', label: 'All', count: detail.issues },
    { value: 'missing', label: 'Missing', count: detail.missing },
    { value: 'unread', label: 'Unread', count: detail.unread },
  ]
  const choose = (next: string) => {
    setWhich(next as Which)
    setLimit(FIRST)
  }
  const more = () => setLimit(Math.min(MOST, limit + MORE))
  return html`
    <section>
      <header class="name-part"><h2>Issues</h2><${Words} label="Which issues" value=${which} words=${words} onChange=${choose} /></header>
      ${!data && html`<${Skeleton} kind="rows" count=${5} label="Loading the issues" />`}
      ${data?.issues.length === 0 && html`<p class="name-none">${which === 'missing' ? 'Nothing is missing.' : 'Nothing is unread.'}</p>`}
      <ol class="name-issues">${data?.issues.map((issue) => html`<${IssueRow} key=${issue.issue_id} issue=${issue} />`)}</ol>
      ${
        data?.has_more &&
        (limit < MOST
          ? html`<p class="name-more"><${Button} onClick=${more}>Show more<//></p>`
          : html`<p class="name-none">The newest ${numberWords(MOST)} are shown. Choose a role or a series to see others.</p>`)
      }
    </section>
  `
}

function stateOf({ owned, read, date }: Issue): MarkProps {
  if (owned) return { state: 'have', word: read ? 'Read' : 'Unread' }
  return date && date > dayOf(new Date())
    ? { state: 'unknown', word: 'Announced' }
    : { state: 'wanted', word: 'Missing' }
}

function IssueRow({ issue }: { issue: Issue }) {
  const { issue_id, comic_id, title, date, image, roles } = issue
  const facts = [title, dayWords(date), roles.map(roleWords).join(', ')].filter(Boolean).join(' · ')
  return html`
    <li>
      <a href=${issuePath(comic_id, issue_id)}>
        <${Cover} name=${issue.series} src=${image ?? issueArt(issue_id)} mark=${issue.number} width=${COVER} />
        <span class="name-issue-words"><b>${issueName(issue)}</b><small>${facts}</small></span>
        <${Mark} ...${stateOf(issue)} />
      </a>
    </li>
  `
}
