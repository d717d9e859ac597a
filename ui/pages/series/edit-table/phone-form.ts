import './phone-form.css'
import { html, useLayoutEffect, useRef, useState } from '../../../html'
import { Button } from '../../../parts/controls/button'
import { SelectField } from '../../../parts/controls/field'
import { memoize } from '../../../parts/covers/memoized'
import { NameDialog } from '../../../parts/dialogs/name-dialog'
import { Icon } from '../../../parts/icons/icon'
import { pluralWords } from '../../../parts/text/format'
import type { Column } from './columns'
import { cellText, isChanged, isLocked, setCells } from './table-model'
import type { EditTable } from './use-edit-table'
import type { WireRow } from './wire'

const ROW = 76
const AHEAD = 6

export type PhoneFormProps = {
  table: EditTable
  columns: readonly Column[]
  column: Column
  onColumn: (key: string) => void
}

/** One field of all rows, for windows without room for a table. */
export function PhoneForm({ table, columns, column, onColumn }: PhoneFormProps) {
  const { rows, drafts } = table
  const list = useRef<HTMLUListElement>(null)
  const [near, setNear] = useState({ from: 0, to: 20 })
  const [asking, setAsking] = useState(false)
  const look = () => {
    const box = list.current?.getBoundingClientRect()
    if (!box) return
    const from = Math.max(0, Math.floor(-box.top / ROW) - AHEAD)
    const to = Math.min(rows.length, Math.ceil((innerHeight - box.top) / ROW) + AHEAD)
    setNear((before) => (before.from === from && before.to === to ? before : { from, to }))
  }
  useLayoutEffect(() => {
    look()
    addEventListener('scroll', look, { passive: true })
    return () => removeEventListener('scroll', look)
  }, [rows.length])
  const change = useRef((_row: WireRow, _text: string): string | undefined => undefined)
  change.current = (row, text) => {
    const why = setCells(drafts, [{ row, column, text }]).left[0]?.why
    table.set([{ row, column, text }], () => '')
    return text.trim() === '' ? undefined : why
  }
  const write = (row: WireRow, text: string) => change.current(row, text)
  const [onWrite] = useState(() => write)
  const setAll = async (text: string) => {
    table.set(
      rows.map((row) => ({ row, column, text })),
      (count) => pluralWords(count, '{count} value set.', '{count} values set.'),
    )
    return true
  }
  const choices = columns.map(({ key, label }) => ({ value: key, label }))
  return html`
    <div class="phone-form">
      <div class="phone-field">
        <${SelectField} label="Field" value=${column.key} choices=${choices} onChange=${onColumn} />
        <${Button} icon="arrow-down" onClick=${() => setAsking(true)}>Set all<//>
      </div>
      <ul ref=${list} style=${`height: ${rows.length * ROW}px`}>
        ${rows.slice(near.from, near.to).map(
          (row, at) => html`
            <${StillLine} key=${row.id} top=${(near.from + at) * ROW} row=${row} draft=${drafts.get(row.id)} column=${column}
              isLeft=${table.result?.left.find(({ id }) => id === row.id)?.sentence} onWrite=${onWrite} />
          `,
        )}
      </ul>
    </div>
    ${asking && html`<${NameDialog} title=${`${column.label} of ${pluralWords(rows.length, '{count} row', '{count} rows')}`} label=${column.label} action="Set" onName=${setAll} onClose=${() => setAsking(false)} />`}
  `
}

type LineProps = {
  top: number
  row: WireRow
  draft: Readonly<Record<string, unknown>> | undefined
  column: Column
  isLeft?: string
  onWrite: (row: WireRow, text: string) => string | undefined
}

function Line({ top, row, draft, column, isLeft, onWrite }: LineProps) {
  const drafts = new Map(draft ? [[row.id, draft]] : [])
  const text = cellText(row, drafts, column)
  const [typed, setTyped] = useState<string | undefined>(undefined)
  const [why, setWhy] = useState<string | undefined>(undefined)
  const keep = (event: Event) => {
    const problem = onWrite(row, (event.currentTarget as HTMLInputElement).value)
    setWhy(problem)
    setTyped(problem === undefined ? undefined : (event.currentTarget as HTMLInputElement).value)
  }
  const label = `${column.label}, ${row.name}`
  const box = {
    'aria-label': label,
    'aria-invalid': why ? true : undefined,
    'data-changed': isChanged(row, drafts, column) || undefined,
    class: 'field-box',
    onChange: keep,
  }
  const onInput = (event: Event) => setTyped((event.currentTarget as HTMLInputElement).value)
  return html`
    <li style=${`top: ${top}px`}>
      <p>
        ${isLocked(row, drafts, column.field) && html`<${Icon} name="lock" size="small" label="edited by you" />`}
        <b>${row.name}</b>${(why ?? isLeft) && html`<small role="alert">${why ?? isLeft}</small>`}
      </p>
      ${
        column.choices
          ? html`
            <select ...${box}>
              ${!column.choices.some((one) => one.label === text) && html`<option value="" selected>${text}</option>`}
              ${column.choices.map((one) => html`<option key=${one.value} value=${one.label} selected=${one.label === text}>${one.label}</option>`)}
            </select>
          `
          : html`<input ...${box} type="text" value=${typed ?? text} autocomplete="off" autocapitalize="off" inputmode=${column.number ? 'numeric' : undefined} onInput=${onInput} />`
      }
    </li>
  `
}

const StillLine = memoize(Line)
