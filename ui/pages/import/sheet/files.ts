import { html, useCallback, useMemo, useRef, useState } from '../../../html'
import { Button } from '../../../parts/controls/button'
import { usePicks } from '../../../parts/lists/picks'
import { countWords, numberWords } from '../../../parts/text/format'
import { forFiles } from '../review/corrections'
import type { Proposal } from '../review/proposals'
import type { FileChange, WireFile } from '../wire'
import { type FileUnit, SheetFile, whatChange, whatChoices } from './file'
import { MoveTo, SplitOff } from './move'

export type SheetFilesProps = {
  one: Proposal
  files: readonly WireFile[]
  others: readonly Proposal[]
  busy: boolean
  onChange: (changes: Record<string, FileChange>) => Promise<unknown>
}

/** Rows shown at first, and added with each click on "more". */
const STEP = 100

/** The files of a proposal; several can be corrected or moved at once. */
export function SheetFiles({ one, files: newest, others, busy, onChange }: SheetFilesProps) {
  const files = useFirstOrder(newest)
  const [most, setMost] = useState(STEP)
  const [panel, setPanel] = useState<'' | 'split' | 'move'>('')
  const fresh = files.filter(({ in_library }) => !in_library)
  const paths = files.map(({ path, in_library }) => (in_library ? '' : path))
  const picks = usePicks((first, last) => paths.slice(first, last + 1).filter(Boolean))
  const picked = fresh.filter(({ path }) => picks.keys.has(path))
  const change = useCallback((file: WireFile, what: FileChange) => onChange(forFiles([file], what)), [onChange])
  const changePicked = async (what: FileChange) => {
    if (!(await onChange(forFiles(picked, what)))) return
    picks.clear()
    setPanel('')
  }
  const all = () => (picked.length === fresh.length ? picks.clear() : picks.all(files.length))
  const tools = { one, picked, panel, busy, others, onPanel: setPanel, onChange: changePicked, onClear: picks.clear }
  return html`
    <section class="sheet-files">
      <header>
        <h3>${countWords(one.fileTotal, 'file')}</h3>
        ${
          fresh.length > 1 &&
          html`
            <button class="filter-word" type="button" onClick=${all}>
              ${picked.length === fresh.length ? 'Select none' : 'Select all'}
            </button>
          `
        }
      </header>
      ${picked.length > 0 && html`<${Tools} ...${tools} />`}
      <ol>
        ${files.slice(0, most).map((file, at) => {
          const row = { file, kind: one.kind, at, picked: picks.keys.has(file.path), onPick: picks.pick }
          return html`<${SheetFile} key=${file.path} ...${row} onChange=${change} />`
        })}
      </ol>
      ${files.length > most && html`<${Button} onClick=${() => setMost(most + STEP)}>${`Show ${numberWords(Math.min(STEP, files.length - most))} more`}<//>`}
      ${files.length < one.fileTotal && html`<p role="status">Loading the other ${numberWords(one.fileTotal - files.length)}</p>`}
    </section>
  `
}

/** Keeps the first order, so that a row does not move while it is renumbered. */
function useFirstOrder(files: readonly WireFile[]): readonly WireFile[] {
  const places = useRef(new Map<string, number>())
  return useMemo(() => {
    for (const { path } of files) if (!places.current.has(path)) places.current.set(path, places.current.size)
    const placeOf = ({ path }: WireFile) => places.current.get(path) ?? 0
    return files.toSorted((a, b) => placeOf(a) - placeOf(b))
  }, [files])
}

type ToolsProps = {
  one: Proposal
  picked: readonly WireFile[]
  panel: '' | 'split' | 'move'
  busy: boolean
  others: readonly Proposal[]
  onPanel: (panel: '' | 'split' | 'move') => void
  onChange: (change: FileChange) => unknown
  onClear: () => void
}

function Tools({ one, picked, panel, busy, others, onPanel, onChange, onClear }: ToolsProps) {
  const toggle = (next: 'split' | 'move') => () => onPanel(panel === next ? '' : next)
  const are = (event: Event) => {
    const what = (event.currentTarget as HTMLSelectElement).value as FileUnit | ''
    if (what) onChange(whatChange(what, one.kind))
  }
  return html`
    <div class="sheet-tools" role="toolbar" aria-label="Selection">
      <p role="status"><b>${numberWords(picked.length)}</b> selected</p>
      <select class="sheet-file-kind" aria-label="What they are" onChange=${are}>
        <option value="">They are…</option>
        ${whatChoices(one.kind).map(({ value, label }) => html`<option key=${value} value=${value}>${label}</option>`)}
      </select>
      <${Button} size="small" pressed=${panel === 'split'} onClick=${toggle('split')}>Split off…<//>
      ${others.length > 0 && html`<${Button} size="small" pressed=${panel === 'move'} onClick=${toggle('move')}>Move to…<//>`}
      <${Button} kind="quiet" size="small" icon="close" label="Clear the selection" onClick=${onClear} />
    </div>
    ${
      panel === 'split' &&
      html`
        <${SplitOff}
          count=${picked.length}
          busy=${busy}
          onSplit=${(name: string) => onChange({ new_group: name })}
        />
      `
    }
    ${panel === 'move' && html`<${MoveTo} others=${others} onMove=${(id: string) => onChange({ group_id: id })} />`}
  `
}
