import './result-table.css'
import { html, useMemo, useState } from '../../../html'
import { Button } from '../../../parts/controls/button'
import { Table } from '../../../parts/lists/table'
import { countWords } from '../../../parts/text/format'
import type { QueryResult, ResultRow } from '../wire'
import { resultColumns } from './columns'
import { TABLES } from './tables'

const FEW = 6

/** The rows that a reply is based on, with links to their pages. */
export function ResultTable({ result }: { result: QueryResult }) {
  const { pattern_id, data } = result
  const [isOpen, setOpen] = useState(false)
  const columns = useMemo(() => resultColumns(result), [data])
  const title = TABLES[pattern_id]?.title ?? wordsOf(pattern_id)
  if (data.length === 0) return html`<p class="result-none">${title}: nothing found</p>`
  const rows = isOpen ? data : data.slice(0, FEW)
  const keys = new Map(data.map((row, at) => [row, String(at)]))
  return html`
    <figure class="result">
      <figcaption>${title} <small>${countWords(data.length, 'row')}</small></figcaption>
      <div class="result-rows">
        <${Table} caption=${title} columns=${columns} rows=${rows} keyOf=${(row: ResultRow) => keys.get(row) ?? ''} />
      </div>
      ${data.length > FEW && html`<${Button} kind="quiet" size="small" onClick=${() => setOpen(!isOpen)}>${isOpen ? 'Show fewer' : `Show all ${data.length}`}<//>`}
    </figure>
  `
}

/** `wanted_issues` → "Wanted issues". */
function wordsOf(name: string): string {
  const words = name.replaceAll('_', ' ')
  return words.charAt(0).toUpperCase() + words.slice(1)
}
