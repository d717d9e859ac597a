import { html, useState } from '../../../html'
import { Button } from '../../../parts/controls/button'
import { Copy } from '../../../parts/controls/copy'
import { SearchField } from '../../../parts/controls/search-field'
import { countWords, numberWords } from '../../../parts/text/format'
import { queryWords } from '../../../parts/text/word-fit'
import type { WireScan } from '../wire'
import { Packable, type PackableProps } from './packable'

export type Problem = WireScan['problems'][number]
export type ProblemsProps = PackableProps & { problems: readonly Problem[]; total: number }

/** The number of problems from which on a filter is shown. */
const MANY = 8

/** Files and folders that cannot be added, grouped by reason. They stay in place. */
export function Problems({ problems, total, ...pack }: ProblemsProps) {
  const [open, setOpen] = useState(false)
  const [query, setQuery] = useState('')
  if (problems.length === 0) return null
  const words = queryWords(query)
  const found = problems.filter(({ path, problem }) => {
    const text = `${path} ${problem}`.toLowerCase()
    return words.every((word) => text.includes(word))
  })
  const more = total - problems.length
  const toggled = (event: Event) => setOpen((event.currentTarget as HTMLDetailsElement).open)
  return html`
    <${Packable} ...${pack} />
    <details class="import-problems" onToggle=${toggled}>
      <summary>${countWords(total, 'item')} could not be added</summary>
      ${open && problems.length > MANY && html`<${SearchField} label="Filter by path or reason" value=${query} onInput=${setQuery} />`}
      ${open && byReason(found).map((group) => html`<${Reason} key=${group.reason} ...${group} ...${pack} />`)}
      ${open && found.length === 0 && html`<p role="status">No file matches the filter.</p>`}
      ${open && more > 0 && html`<p>And ${numberWords(more)} more. They are listed after you fix these and scan again.</p>`}
    </details>
  `
}

type ReasonGroup = { reason: string; list: readonly Problem[] }

function Reason({ reason, list, packing, busy, onPack }: ReasonGroup & PackableProps) {
  return html`
    <section>
      <h3>${reason} <span>${numberWords(list.length)}</span></h3>
      <ul>
        ${list.map(
          ({ full_path, problem, remedy }) => html`
            <li key=${full_path}>
              <${Copy} text=${full_path} label="Copy the path" />
              ${problem !== reason && html`<span>${problem}</span>`}
              ${remedy === 'pack' && !packing && html`<${Button} busy=${busy} onClick=${() => onPack([full_path])}>Pack<//>`}
            </li>
          `,
        )}
      </ul>
    </section>
  `
}

/** Sentences that differ only in names and numbers count as one reason; the most frequent comes first. */
export function byReason(problems: readonly Problem[]): ReasonGroup[] {
  const groups = Map.groupBy(problems, ({ problem }) =>
    problem.replace(/(?<!\s)\s*\("[^"]*"\)|"[^"]*"|\d[\d,.]*\d|\d/g, '…'),
  )
  return [...groups]
    .map(([pattern, list]) => {
      const [first] = list
      const same = list.every(({ problem }) => problem === first?.problem)
      return { reason: same && first ? first.problem : pattern, list }
    })
    .toSorted((a, b) => b.list.length - a.list.length)
}
