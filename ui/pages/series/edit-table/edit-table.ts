import './edit-table.css'
import { html, useEffect, useMemo, useRef, useState } from '../../../html'
import { BackLink } from '../../../parts/controls/back-link'
import { Button } from '../../../parts/controls/button'
import { useOwnLocation } from '../../../parts/lists/virtual-place'
import { Empty } from '../../../parts/status/empty'
import { ErrorLook } from '../../../parts/status/error-look'
import { Skeleton } from '../../../parts/status/skeleton'
import { countWords, pluralWords } from '../../../parts/text/format'
import { seriesPath } from '../../../parts/text/series-path'
import { type EditSelection, storedEditSelection } from '../../../state/edit-selection'
import { ChooseColumns } from './choose-columns'
import { type Column, columnsOf } from './columns'
import { fillDown, Grid } from './grid'
import { PhoneForm } from './phone-form'
import { blockOf, isSingle, type Place } from './places'
import { ReplaceDialog } from './replace-dialog'
import { SavedLine } from './saved-line'
import { type EditTable, useEditTable } from './use-edit-table'

/** Many series or issues as a table to edit. */
export function EditTablePage() {
  const { series } = useOwnLocation().query
  const [selection] = useState(() => selectionOf(series))
  if (!selection) return html`<${Nothing} />`
  return html`<${Page} selection=${selection} />`
}

/** The address names a whole series; other selections are kept in the tab. */
function selectionOf(series: string | undefined): EditSelection | undefined {
  const stored = storedEditSelection()
  if (series === undefined || stored?.comic_id === series) return stored
  return { of: 'issues', comic_id: series, from: 'Series', back: seriesPath(series) }
}

function Nothing() {
  const text = 'Select series in the library, or issues of a series, and choose Edit as a table.'
  return html`
    <${Empty} page icon="pencil" title="Nothing selected" text=${text}>
      <${Button} kind="main" icon="library" href="/library?view=table">Go to the library<//>
    <//>
  `
}

const START: Place = { row: 0, col: 0 }

function Page({ selection }: { selection: EditSelection }) {
  const table = useEditTable(selection)
  const { rows, of, suggestions } = table
  const [hidden, setHidden] = useState<readonly string[]>(() => hiddenColumns(of))
  const columns = useMemo(
    () => columnsOf(of, suggestions).filter(({ key }) => !hidden.includes(key)),
    [of, suggestions, hidden],
  )
  const [active, setActive] = useState(START)
  const [anchor, setAnchor] = useState(START)
  const [phoneField, setPhoneField] = useState(columns[0]?.key ?? '')
  const [dialog, setDialog] = useState<'replace' | 'columns' | undefined>(undefined)
  const isPhone = useMedia('(max-width: 47.99rem)')
  const toolbar = useRef<HTMLDivElement>(null)
  useUnsavedWarning(table.changes.length > 0)
  if (!table.isLoaded && table.error !== undefined)
    return html`<${ErrorLook} page what="The table could not be loaded" detail=${table.error} onRetry=${table.open} />`
  if (!table.isLoaded)
    return html`<h1 class="unseen">Edit as a table</h1><${Skeleton} kind="rows" count=${10} label="Loading the table" />`
  const phoneColumn = columns.find(({ key }) => key === phoneField) ?? (columns[0] as Column)
  const block = blockOf(anchor, active)
  const title = `Edit ${selection.title ?? countWords(rows.length, 'issue')}`
  const select = (next: Place, from: Place) => {
    setActive(next)
    setAnchor(from)
  }
  /** The selection; a single cell and the form of a phone stand for the whole column. */
  const scope = () => {
    if (isPhone) return { cells: rows.map((row) => ({ row, column: phoneColumn })), place: phoneColumn.label }
    const some = columns.slice(block.left, block.right + 1)
    const chosen = isSingle(block) ? rows : rows.slice(block.top, block.bottom + 1)
    const cells = some.flatMap((column) => chosen.map((row) => ({ row, column })))
    const where = chosen.length === rows.length ? '' : `, ${countWords(chosen.length, 'row')}`
    return { cells, place: some.map(({ label }) => label).join(', ') + where }
  }
  const unlock = () => {
    const some = columns.slice(block.left, block.right + 1)
    table.unlock(
      isPhone
        ? scope().cells
        : rows.slice(block.top, block.bottom + 1).flatMap((row) => some.map((column) => ({ row, column }))),
    )
  }
  const hide = (keys: readonly string[]) => {
    localStorage.setItem(`panelkeep.edit-hidden.${of}`, keys.join(' '))
    setHidden(keys)
    select(START, START)
  }
  return html`
    <div class="edit-table" aria-busy=${table.doing !== undefined}>
      <header class="edit-title">
        <${BackLink} href=${selection.back}>${selection.from}<//>
        <h1>${title}</h1>
        ${table.left > 0 && html`<p>${countWords(table.left, 'more row')} left out</p>`}
      </header>
      <div class="edit-tools" role="toolbar" aria-label="Table" ref=${toolbar}>
        <${Button} kind="main" icon="check" busy=${table.doing === 'save'} disabled=${table.changes.length === 0} onClick=${table.save}>
          ${saveWords(table)}
        <//>
        <${Button} kind="quiet" icon="undo" label="Undo the last change" disabled=${!table.canUndo} onClick=${table.undo} />
        ${!isPhone && html`<${Button} kind="quiet" icon="arrow-down" onClick=${() => fillDown(table, columns, block)}>Fill down<//>`}
        <${Button} kind="quiet" icon="search" onClick=${() => setDialog('replace')}>${isPhone ? 'Replace' : 'Find and replace'}<//>
        <${Button} kind="quiet" icon="lock" onClick=${unlock}>Unlock<//>
        ${!isPhone && html`<${Button} kind="quiet" icon="columns" onClick=${() => setDialog('columns')}>Columns<//>`}
        ${table.changes.length > 0 && html`<${Button} kind="quiet" icon="close" onClick=${table.discard}>Discard<//>`}
      </div>
      <${SavedLine} table=${table} />
      <p class="edit-message" role="status">${table.message || HINT}</p>
      ${rows.length === 0 && html`<p>None of these rows is in the library any more.</p>`}
      ${
        rows.length > 0 &&
        (isPhone
          ? html`<${PhoneForm} table=${table} columns=${columns} column=${phoneColumn} onColumn=${setPhoneField} />`
          : html`
            <${Grid} table=${table} columns=${columns} label=${title} anchor=${anchor} active=${active} onSelect=${select}
              onLeave=${() => toolbar.current?.querySelector<HTMLElement>('button:not(:disabled)')?.focus()} />
          `)
      }
      ${dialog === 'replace' && html`<${Replace} table=${table} scope=${scope} onClose=${() => setDialog(undefined)} />`}
      ${dialog === 'columns' && html`<${ChooseColumns} columns=${columnsOf(of)} hidden=${hidden} onHide=${hide} onClose=${() => setDialog(undefined)} />`}
    </div>
  `
}

const HINT = 'A value that you edit is locked: refreshes leave it alone until you unlock it.'

const saveWords = ({ changes }: EditTable): string =>
  changes.length === 0 ? 'Save' : pluralWords(changes.length, 'Save {count} row', 'Save {count} rows')

type Scope = { cells: Parameters<EditTable['unlock']>[0]; place: string }

function Replace({ table, scope, onClose }: { table: EditTable; scope: () => Scope; onClose: () => void }) {
  const [{ cells, place }] = useState(scope)
  return html`<${ReplaceDialog} table=${table} cells=${cells} place=${place} onClose=${onClose} />`
}

const hiddenColumns = (of: EditSelection['of']) =>
  (localStorage.getItem(`panelkeep.edit-hidden.${of}`) ?? '').split(' ').filter(Boolean)

function useMedia(query: string): boolean {
  const media = useMemo(() => matchMedia(query), [query])
  const [matches, setMatches] = useState(media.matches)
  useEffect(() => {
    const change = () => setMatches(media.matches)
    media.addEventListener?.('change', change)
    return () => media.removeEventListener?.('change', change)
  }, [media])
  return matches
}

/** The tab keeps unsaved values over a reload, but not when it is closed. */
function useUnsavedWarning(isUnsaved: boolean): void {
  useEffect(() => {
    if (!isUnsaved) return
    const warn = (event: Event) => event.preventDefault()
    addEventListener('beforeunload', warn)
    return () => removeEventListener('beforeunload', warn)
  }, [isUnsaved])
}
