import { useQuery } from '../../api/query'
import { html, useState } from '../../html'
import { SearchField } from '../../parts/controls/search-field'
import { numberWords } from '../../parts/text/format'
import { wordsOfKind } from '../../parts/text/name-path'
import { roleWords } from '../../parts/text/role-words'
import { BY_NAME, type LibraryView } from './view'

type Props = { view: LibraryView; onView: (view: LibraryView) => void }

const isFilter = (kind: string): kind is (typeof BY_NAME)[number] => (BY_NAME as readonly string[]).includes(kind)

/** Finds a person, a character or another name to filter by; a library has too many for a list. */
export function NameFilter({ view, onView }: Props) {
  const [typed, setTyped] = useState('')
  const q = typed.trim()
  const { data } = useQuery('GET /api/names/find', q.length > 1 ? { query: { q, limit: 6 } } : null, { keep: true })
  const sections = q.length > 1 ? (data?.sections ?? []).filter(({ kind }) => isFilter(kind)) : []
  const pick = (kind: string, name: string) => {
    if (!isFilter(kind)) return
    setTyped('')
    onView({ ...view, [kind]: name, ...(kind === 'person' && { role: '' }) })
  }
  return html`
    <${SearchField} label="Find a person, character, team, location, imprint or arc" placeholder="Person, character, arc …" value=${typed} onInput=${setTyped} />
    ${sections.map(
      ({ kind, names }) => html`
        <div role="group" aria-label=${wordsOfKind(kind).label} key=${kind}>
          ${names.map(
            ({ name, series }) => html`
              <button class="filter-word" type="button" key=${name} aria-pressed="false" onClick=${() => pick(kind, name)}>
                ${name}<span>${numberWords(series)}</span>
              </button>
            `,
          )}
        </div>
      `,
    )}
    ${data && q.length > 1 && sections.length === 0 && html`<p role="status">Nothing found.</p>`}
    ${view.person && html`<${Roles} view=${view} onView=${onView} />`}
  `
}

/** The roles of the chosen person. */
function Roles({ view, onView }: Props) {
  const { data } = useQuery('GET /api/names/one', { query: { kind: 'person', name: view.person } }, { keep: true })
  if (!data || data.roles.length < 2) return null
  return html`
    <div role="group" aria-label=${`Role of ${view.person}`}>
      ${data.roles.map(({ role, series }) => {
        const on = role === view.role
        const turn = () => onView({ ...view, role: on ? '' : role })
        return html`<button class="filter-word" type="button" key=${role} aria-pressed=${on} onClick=${turn}>${roleWords(role)}<span>${numberWords(series)}</span></button>`
      })}
    </div>
  `
}
