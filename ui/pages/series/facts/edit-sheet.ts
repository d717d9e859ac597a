import './facts.css'
import { html } from '../../../html'
import { Button } from '../../../parts/controls/button'
import { AreaField, SelectField, TextField } from '../../../parts/controls/field'
import { useEditable } from '../../../parts/controls/use-editable'
import { Dialog } from '../../../parts/dialogs/dialog'
import { Icon } from '../../../parts/icons/icon'
import { ErrorLook } from '../../../parts/status/error-look'
import { Skeleton } from '../../../parts/status/skeleton'
import { useBusyWithAll } from '../../../state/use-busy'
import type { Field } from '../wire'
import {
  boxText,
  fieldsIn,
  originWords,
  otherSources,
  type Shape,
  sourceWords,
  valueIn,
  valueWords,
} from './field-words'

export type EditSheetProps = {
  title: string
  shapes: Record<string, Shape>
  fields: readonly Field[] | undefined
  error?: string
  onRetry?: () => void
  /** One field at a time; null removes the edit. */
  onSave: (change: Record<string, unknown>) => Promise<unknown>
  onClose: () => void
}

/** The metadata with its sources and their other values. An edit is saved at once and locked. */
export function EditSheet({ title, shapes, fields, error, onRetry, onSave, onClose }: EditSheetProps) {
  const foot = html`<${Button} kind="main" onClick=${onClose}>Done<//>`
  return html`
    <${Dialog} open kind="sheet" title=${title} help="library#edit-details-and-covers" onClose=${onClose} foot=${foot}>
      ${!fields && error && html`<${ErrorLook} what="What is known could not be loaded" detail=${error} onRetry=${onRetry} />`}
      ${!fields && !error && html`<${Skeleton} count=${8} label="Loading what is known" />`}
      ${
        fields &&
        html`
          <div class="edit-sheet">
            <p class="edit-lead">Each change is saved at once and survives later updates from metadata sources.</p>
            ${fieldsIn(fields, shapes).map(
              ({ shape, entry }) => html`
              <${Line}
                key=${entry.field}
                shape=${shape}
                entry=${entry}
                onSave=${onSave}
              />
            `,
            )}
          </div>
        `
      }
    <//>
  `
}

type LineProps = { shape: Shape; entry: Field; onSave: EditSheetProps['onSave'] }

function Line({ shape, entry, onSave }: LineProps) {
  const { busy, run } = useBusyWithAll()
  const { field, locked } = entry
  const save = (value: unknown) => run(() => onSave({ [field]: value }))
  const differ = otherSources(entry)
  const who = originWords(entry)
  if (shape.kind === 'shown' && (entry.value === null || entry.value === undefined)) return null
  return html`
    <div class="edit-line" data-locked=${locked || undefined} aria-busy=${busy}>
      <${Box} shape=${shape} entry=${entry} onSave=${save} />
      ${
        (who || differ.length > 0) &&
        html`
        <p class="edit-who">
          ${locked && html`<${Icon} name="lock" size="small" />`}<span>${who}</span>
          ${locked && html`<button type="button" onClick=${() => save(null)}>Drop your edit</button>`}
        </p>
      `
      }
      ${entry.evidence && html`<p class="edit-who">In their files: ${entry.evidence}</p>`}
      ${differ.map(
        ({ source, value }) => html`
          <p key=${source} class="edit-other">
            <span><b>${sourceWords(source)}</b> ${source === 'file' ? 'say' : 'says'} ${valueWords(value, shape) || 'nothing'}</span>
            ${shape.kind !== 'shown' && !locked && html`<button type="button" onClick=${() => save(value)}>Use this</button>`}
          </p>
        `,
      )}
    </div>
  `
}

type BoxProps = { shape: Shape; entry: Field; onSave: (value: unknown) => unknown }

/** The control of a field. Text is saved when the box is left; an invalid value shows an error instead. */
function Box({ shape, entry, onSave }: BoxProps) {
  const { label, kind, choices } = shape
  const now = boxText(entry.value)
  const [text, setText] = useEditable(now)
  if (kind === 'shown')
    return html`<div class="edit-shown"><b>${label}</b><p>${valueWords(entry.value, shape)}</p></div>`
  if (choices) {
    const all = choices.some(({ value }) => value === now)
      ? choices
      : [{ value: now, label: now || 'Unknown' }, ...choices]
    return html`
      <${SelectField}
        label=${label}
        value=${now}
        choices=${all}
        onChange=${(value: string) => onSave(value || null)}
      />
    `
  }
  const value = valueIn(text, kind)
  const saveText = () => {
    if (value !== undefined && text.trim() !== now) onSave(value)
  }
  const wrong = { number: 'Enter digits only, such as 2015.', day: 'Enter a date such as 2015-05-06 or 2015-05.' }[
    kind as string
  ]
  const error = value === undefined ? wrong : undefined
  const hint = kind === 'list' ? 'Separate several with commas.' : undefined
  const props = { label, value: text, hint, error, onInput: setText, onChange: saveText }
  if (kind === 'long') return html`<${AreaField} ...${props} rows=${5} />`
  return html`<${TextField} ...${props} suggestions=${entry.suggestions} placeholder=${kind === 'day' ? '2015-05-06' : undefined} />`
}
