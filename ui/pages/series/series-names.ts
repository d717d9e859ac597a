import type { Reply } from '../../api/contract'
import { useQuery } from '../../api/query'
import { html, useState } from '../../html'
import { type NameKind, namePath } from '../../parts/text/name-path'
import { roleWords } from '../../parts/text/role-words'
import '../../parts/text/name-links.css'

type Name = Reply<'GET /api/names/of-series'>['names'][number]

/** Names that are shown before "Show all". */
const FIRST = 8

const ROWS: readonly { kind: NameKind; title: string }[] = [
  { kind: 'person', title: 'Made by' },
  { kind: 'character', title: 'Characters' },
  { kind: 'team', title: 'Teams' },
  { kind: 'location', title: 'Locations' },
  { kind: 'arc', title: 'Story arcs' },
  { kind: 'genre', title: 'Genres' },
  { kind: 'tag', title: 'Tags' },
]

/** Who and what is in the issues of a series, those with most issues first. Each name leads to its page. */
export function SeriesNames({ comic_id }: { comic_id: string }) {
  const { data } = useQuery('GET /api/names/of-series', { query: { comic_id } })
  const rows = ROWS.flatMap(({ kind, title }) => {
    const names = data?.names.filter((one) => one.kind === kind) ?? []
    return names.length === 0 ? [] : { title, names }
  })
  if (rows.length === 0) return null
  return html`<dl class="series-names">${rows.map((row) => html`<${NamesRow} key=${row.title} ...${row} />`)}</dl>`
}

function NamesRow({ title, names }: { title: string; names: readonly Name[] }) {
  const [whole, setWhole] = useState(false)
  const shown = whole ? names : names.slice(0, FIRST)
  return html`
    <div>
      <dt>${title}</dt>
      <dd class="name-links">
        ${shown.map(
          ({ kind, name, roles }, at) => html`
            <span key=${name}>${at > 0 && ', '}<a href=${namePath(kind, name)}>${name}</a>${roles.length > 0 && html`${' '}<small>${roleWords(roles[0]!)}</small>`}</span>
          `,
        )}
        ${names.length > FIRST && html`${' '}<button type="button" aria-expanded=${whole} onClick=${() => setWhole(!whole)}>${whole ? 'Fewer' : `${names.length - FIRST} more`}</button>`}
      </dd>
    </div>
  `
}
