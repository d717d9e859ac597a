import '../../../parts/lists/row-check.css'
import { html } from '../../../html'
import { useEditable } from '../../../parts/controls/use-editable'
import { memoize } from '../../../parts/covers/memoized'
import { sizeWords } from '../../../parts/text/format'
import { issueNumbersIn, numberText } from '../review/corrections'
import { parentFolder } from '../review/proposals'
import type { FileChange, ImportKind, WireFile } from '../wire'

export type SheetFileProps = {
  file: WireFile
  kind: ImportKind
  at: number
  picked: boolean
  onPick: (path: string, at: number, withShift?: boolean) => unknown
  /** Undefined when the server refused the correction. */
  onChange: (file: WireFile, change: FileChange) => Promise<unknown>
}

/** The content of a file in one word: its kind and what its number counts. */
export type FileUnit = 'issue' | 'chapter' | 'volume' | 'annual'
const WORDS: Record<FileUnit, string> = { issue: 'Issue', chapter: 'Chapter', volume: 'Volume', annual: 'Annual' }

const whatOf = ({ kind, unit }: Pick<WireFile, 'kind' | 'unit'>): FileUnit => (kind === 'annual' ? 'annual' : unit)

export function whatChange(what: FileUnit, kind: ImportKind): FileChange {
  if (what === 'annual') return { kind: 'annual', unit: kind === 'manga' ? 'chapter' : 'issue' }
  return { kind: 'issue', unit: what }
}

/** The most frequent first. */
export const whatChoices = (kind: ImportKind): { value: FileUnit; label: string }[] =>
  (kind === 'manga' ? (['chapter', 'volume', 'annual'] as const) : (['issue', 'annual', 'volume'] as const)).map(
    (value) => ({ value, label: WORDS[value] }),
  )

/** One file: its number and its kind, both editable. */
export const SheetFile = memoize(function SheetFile({ file, kind, at, picked, onPick, onChange }: SheetFileProps) {
  const { path, pages, size, in_library, title, year } = file
  const name = path.slice(parentFolder(path).length).replace(/^[\\/]/, '')
  const facts = [title, year && String(year), pages ? `${pages} pages` : '', sizeWords(size)].filter(Boolean)
  const pick = (event: MouseEvent) => onPick(path, at, event.shiftKey)
  return html`
    <li class="sheet-file" data-owned=${in_library || undefined} data-picked=${picked || undefined}>
      ${
        in_library
          ? html`<span></span>`
          : html`<label class="row-check"><input type="checkbox" checked=${picked} onClick=${pick} /><span class="unseen">Select ${name}</span></label>`
      }
      <${NumberBox} file=${file} name=${name} onChange=${onChange} />
      <${Kinds} file=${file} kind=${kind} name=${name} onChange=${onChange} />
      <div class="sheet-file-name">
        <code title=${file.full_path ?? path}>${name}</code>
        <span>${facts.join(' · ')}</span>
        <${Notes} file=${file} />
      </div>
    </li>
  `
})

type PartProps = Pick<SheetFileProps, 'file' | 'onChange'> & { name: string }

function NumberBox({ file, name, onChange }: PartProps) {
  const known = numberText(file)
  const [text, setText] = useEditable(known)
  if (file.in_library) return html`<span class="sheet-file-number">${known || 'No number'}</span>`
  const saveNumber = async () => {
    if (text.trim() !== known && !(await onChange(file, issueNumbersIn(text)))) setText(known)
  }
  const keys = (event: KeyboardEvent) => {
    if (event.key !== 'Enter') return
    event.preventDefault()
    nextField(event.currentTarget as HTMLInputElement)
  }
  return html`
    <input
      class="field-box sheet-file-number"
      aria-label=${`Number of ${name}`}
      title="7, or 7-9 for a file that holds several"
      placeholder="None"
      value=${text}
      autocomplete="off"
      spellcheck=${false}
      onInput=${(event: Event) => setText((event.currentTarget as HTMLInputElement).value)}
      onBlur=${saveNumber}
      onKeyDown=${keys}
    />
  `
}

/**
 * The field after this one: numbers are often corrected one after the other, and the last one leads to the close
 * button. Leaving a field saves it.
 */
function nextField(field: HTMLInputElement): void {
  const all = [...(field.closest('ol')?.querySelectorAll<HTMLInputElement>('input.sheet-file-number') ?? [])]
  const next = all[all.indexOf(field) + 1]
  const end = field.closest('dialog')?.querySelector<HTMLElement>('.dialog-foot [data-kind=main]')
  if (next) next.focus()
  else if (end) end.focus()
  else field.blur()
  next?.select()
}

function Kinds({ file, kind, name, onChange }: PartProps & { kind: ImportKind }) {
  const what = whatOf(file)
  if (file.in_library) return html`<span>${WORDS[what]}</span>`
  const known = whatChoices(kind)
  const choices = known.some(({ value }) => value === what) ? known : [...known, { value: what, label: WORDS[what] }]
  const change = async (event: Event) => {
    const box = event.currentTarget as HTMLSelectElement
    if (!(await onChange(file, whatChange(box.value as FileUnit, kind)))) box.value = what
  }
  return html`
    <select class="sheet-file-kind" aria-label=${`What ${name} is`} value=${what} onChange=${change}>
      ${choices.map(({ value, label }) => html`<option key=${value} value=${value} selected=${value === what}>${label}</option>`)}
    </select>
  `
}

function Notes({ file }: { file: WireFile }) {
  const { duplicate_of, same_content, in_library, evidence } = file
  const lines = in_library ? evidence : evidence.filter((line) => !/names its series|names the series/.test(line))
  const copy = duplicate_of
    ? same_content
      ? `Same content as ${duplicate_of}`
      : `Another copy of ${numberText(file) ? `#${numberText(file)}` : 'the same'}: ${duplicate_of}`
    : ''
  if (!copy && lines.length === 0) return null
  return html`
    ${copy && html`<span class="sheet-file-copy">${copy}</span>`}
    ${lines.map((line) => html`<span key=${line} class=${in_library ? 'sheet-file-owned' : undefined}>${line}</span>`)}
  `
}
