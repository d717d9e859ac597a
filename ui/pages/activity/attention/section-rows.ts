import { useQuery } from '../../../api/query'
import { html, useRef } from '../../../html'
import { Button } from '../../../parts/controls/button'
import { useWindowedRows } from '../../../parts/lists/windowed-rows'
import { MemberRow } from './member-row'
import type { SectionViewProps } from './section-view'
import { memberOf } from './sections'

/** Items of one request. */
const PAGE = 50
/** Height of a row before any was drawn, in pixels. */
const ESTIMATE = 84

/** All items of a section; only those near the window are fetched and drawn. */
export function SectionRows(props: SectionViewProps) {
  const { phrase, count } = props.section
  const box = useRef<HTMLUListElement>(null)
  const { first, end, style } = useWindowedRows(box, { count, estimate: ESTIMATE })
  const [from, to] = [Math.floor(first / PAGE), Math.ceil(end / PAGE)]
  const pages = Array.from({ length: Math.max(0, to - from) }, (_, at) => from + at)
  return html`
    <ul aria-label=${phrase} ref=${box} style=${style}>
      ${pages.map((page) => {
        const part = { first: Math.max(first, page * PAGE), end: Math.min(end, (page + 1) * PAGE) }
        return html`<${PageRows} key=${page} ...${props} page=${page} ...${part} />`
      })}
    </ul>
  `
}

type PageRowsProps = SectionViewProps & { page: number; first: number; end: number }

/** The rows of a page from `first` up to `end`, counted from the start of the section. */
function PageRows({ section, picked, open, resolving, intents, page, first, end }: PageRowsProps) {
  const { reason, count, from } = section
  const query = { reason, limit: PAGE, offset: page * PAGE }
  const { data, error, reload } = useQuery('GET /api/attention/members', { query })
  const known = data?.results.map(memberOf) ?? (page === 0 ? section.members : [])
  return html`
    ${Array.from({ length: end - first }, (_, step) => {
      const at = first + step
      const member = known[at - page * PAGE]
      if (!member && error && at === Math.max(first, page * PAGE + known.length))
        return html`
          <li key=${at} class="waiting" data-stop-later>
            <p role="alert">${error.detail} <${Button} size="small" onClick=${reload}>Try again<//></p>
          </li>
        `
      if (!member)
        return html`<li key=${at} class="waiting" aria-busy="true" data-stop-later><span class="waiting-wait"></span></li>`
      return html`
        <${MemberRow}
          key=${member.key}
          member=${member}
          at=${from + at}
          place=${{ at, count }}
          picked=${picked.has(member.key)}
          open=${open.has(member.key)}
          failure=${resolving.failures.get(member.key)}
          intents=${intents}
        />
      `
    })}
  `
}
