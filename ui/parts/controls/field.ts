import './field.css'
import { type ComponentChildren, html, useId, useLayoutEffect, useState } from '../../html'
import { Icon } from '../icons/icon'
import { Button } from './button'

/**
 * Props that all fields share. `hint` is shown before the field, `error` after it. `unlabelled` hides the label
 * visually only.
 */
export type FieldProps = {
  label: string
  hint?: ComponentChildren
  error?: string
  unlabelled?: boolean
  disabled?: boolean
}
type Described = {
  id: string
  'aria-describedby': string | undefined
  'aria-invalid': boolean | undefined
  disabled?: boolean
}

function Labelled(props: FieldProps & { children: (described: Described) => unknown }) {
  const id = useId()
  const { label, hint, error, unlabelled, disabled, children } = props
  const described = {
    id,
    'aria-describedby': error || hint ? `${id}-hint` : undefined,
    'aria-invalid': error ? true : undefined,
    disabled,
  }
  return html`
    <div class="field" data-wrong=${Boolean(error)}>
      <label class=${unlabelled ? 'unseen' : 'field-label'} for=${id}>${label}</label>
      ${children(described)}
      ${
        (error || hint) &&
        html`<p class="field-hint" id="${id}-hint" role=${error ? 'alert' : undefined}>
        ${error && html`<${Icon} name="alert" size="small" />`}<span>${error || hint}</span>
      </p>`
      }
    </div>
  `
}

export type TextFieldProps = FieldProps & {
  value: string
  onInput?: (value: string) => void
  /**
   * The value when the field is left or Enter is pressed. The field shows the new value while a promise is pending. A
   * string in return is the reason why it was not saved: the typed text stays, with the reason as the error.
   */
  onChange?: (value: string) => unknown
  type?: 'text' | 'email' | 'url' | 'search' | 'date'
  name?: string
  placeholder?: string
  autocomplete?: string
  autofocus?: boolean
  /** Takes the focus when it appears, for a field that a button brought into the page. */
  focused?: boolean
  required?: boolean
  minLength?: number
  maxLength?: number
  /** Shows the keys for digits on a phone. */
  digits?: boolean
  code?: boolean
  /** Suggested values; other values can be typed. */
  suggestions?: readonly string[]
}

/** One function for all, since a new one would be called at each drawing. */
const takeFocus = (box: HTMLElement | null) => box?.focus()

const textIn = (event: Event) => (event.currentTarget as HTMLInputElement | HTMLTextAreaElement).value

/** A typed text that was not saved: why, and the saved value that it would have replaced. */
type Refused = { text: string; reason: string; saved: string }

/**
 * The text of a box that saves when the focus leaves. A live update may redraw the page at any time, so the typed text
 * is shown instead of `value` until it is saved. A refused text stays, unless the saved value changes, by a reset for
 * instance.
 */
function useDraft(value: string) {
  const [draft, setDraft] = useState<string | undefined>(undefined)
  const [refused, setRefused] = useState<Refused | undefined>(undefined)
  const forget = (text: string) => setDraft((now) => (now === text ? undefined : now))
  useLayoutEffect(() => {
    if (!refused || refused.saved === value) return
    setRefused(undefined)
    forget(refused.text)
  }, [value])
  const refuse = (text: string, reason: string) => setRefused({ text, reason, saved: value })
  const hand = async (text: string, onChange: (text: string) => unknown) => {
    setRefused(undefined)
    let reason: unknown
    try {
      reason = await onChange(text)
    } finally {
      if (typeof reason === 'string') refuse(text, reason)
      else forget(text)
    }
  }
  const shown = draft ?? value
  const error = refused?.text === shown ? refused.reason : undefined
  return { shown, error, type: setDraft, hand, refuse, drop: () => setDraft(undefined) }
}

function useBox(props: TextFieldProps) {
  const { value, onInput, onChange, name, placeholder, autocomplete, autofocus, required, minLength, maxLength } = props
  const { shown, error, type, hand } = useDraft(value)
  const input = onInput ?? (onChange && type)
  const box = {
    ref: props.focused ? takeFocus : undefined,
    class: 'field-box',
    'data-code': props.code || undefined,
    value: onInput ? value : shown,
    name,
    placeholder,
    autocomplete,
    autofocus,
    required,
    minLength,
    maxLength,
    inputmode: props.digits ? 'numeric' : undefined,
    autocapitalize: 'off',
    spellcheck: false,
    onInput: input && ((event: Event) => input(textIn(event))),
    onChange: onChange && ((event: Event) => void hand(textIn(event), onChange)),
  }
  return { box, error: props.error ?? error }
}

export function TextField(props: TextFieldProps) {
  const { type = 'text', suggestions = [] } = props
  const list = useId()
  const { box, error } = useBox(props)
  return html`<${Labelled} ...${props} error=${error}>
    ${(described: Described) => html`
      <input type=${type} list=${suggestions.length > 0 ? list : undefined} ...${box} ...${described} />
      ${suggestions.length > 0 && html`<datalist id=${list}>${suggestions.map((value) => html`<option key=${value} value=${value}></option>`)}</datalist>`}
    `}
  <//>`
}

export type AreaFieldProps = TextFieldProps & { rows?: number }

/** Text of several lines. */
export function AreaField(props: AreaFieldProps) {
  const { box, error } = useBox(props)
  return html`<${Labelled} ...${props} error=${error}>
    ${(described: Described) => html`<textarea rows=${props.rows ?? 4} ...${box} spellcheck=${true} autocapitalize="sentences" ...${described} />`}
  <//>`
}

export function PasswordField(props: TextFieldProps) {
  const [shown, setShown] = useState(false)
  const { box, error } = useBox(props)
  return html`<${Labelled} ...${props} error=${error}>
    ${(described: Described) => html`
      <div class="field-row">
        <input type=${shown ? 'text' : 'password'} ...${box} ...${described} />
        <${Button}
          kind="quiet"
          icon=${shown ? 'eye-off' : 'eye'}
          label=${shown ? 'Hide what is typed' : 'Show what is typed'}
          onClick=${() => setShown(!shown)}
        />
      </div>
    `}
  <//>`
}

export type NumberFieldProps = FieldProps & {
  /** Null shows an empty box. */
  value: number | null
  onChange: (value: number) => unknown
  /** Called for each typed number, for forms that are sent as a whole. */
  onInput?: (value: number) => void
  /** Called when an optional field is cleared. */
  onClear?: () => void
  /** The error for text that is no number within the limits. Without it the field shows the former value again. */
  invalid?: string
  min?: number
  max?: number
  /** `any` allows fractions. */
  step?: number | 'any'
  /** Shown after the number: "minutes", "per page". */
  unit?: string
}

export function NumberField(props: NumberFieldProps) {
  const { value, onChange, onInput, onClear, invalid, min, max, step, unit } = props
  const { shown, error, type, hand, refuse, drop } = useDraft(value === null ? '' : String(value))
  const change = (event: Event) => {
    const box = event.currentTarget as HTMLInputElement
    const number = box.valueAsNumber
    if (box.value !== '' && box.checkValidity()) return void hand(box.value, () => onChange(number))
    if (onClear && box.value === '' && !box.validity?.badInput) return void hand('', onClear)
    if (invalid) return refuse(box.value, invalid)
    drop()
    box.value = value === null ? '' : String(value)
  }
  const input = (event: Event) => {
    const box = event.currentTarget as HTMLInputElement
    type(box.value)
    if (box.value !== '' && box.checkValidity()) onInput?.(box.valueAsNumber)
  }
  return html`<${Labelled} ...${props} error=${props.error ?? error}>
    ${(described: Described) => html`
      <div class="field-number">
        <input
          class="field-box"
          type="number"
          inputmode=${step === 'any' ? 'decimal' : 'numeric'}
          value=${shown}
          min=${min}
          max=${max}
          step=${step}
          onInput=${input}
          onChange=${change}
          ...${described}
        />
        ${unit && html`<span class="field-unit">${unit}</span>`}
      </div>
    `}
  <//>`
}

export type Choice<T extends string = string> = { value: T; label: string }
export type SelectFieldProps = FieldProps & {
  value: string
  choices: readonly Choice[]
  onChange: (value: string) => void
}

export function SelectField(props: SelectFieldProps) {
  const { value, choices, onChange } = props
  return html`<${Labelled} ...${props}>
    ${(described: Described) => html`
      <div class="field-select">
        <select class="field-box" value=${value} onChange=${(event: Event) => onChange(textIn(event))} ...${described}>
          ${choices.map((one) => html`<option key=${one.value} value=${one.value} selected=${one.value === value}>${one.label}</option>`)}
        </select>
        <${Icon} name="chevron-down" size="small" />
      </div>
    `}
  <//>`
}

export type SwitchProps = {
  label: string
  on: boolean
  onChange: (on: boolean) => void
  disabled?: boolean
  unlabelled?: boolean
}

export function Switch({ label, on, onChange, disabled, unlabelled }: SwitchProps) {
  return html`
    <button class="switch" type="button" role="switch" aria-checked=${on} aria-label=${label} disabled=${disabled} onClick=${() => onChange(!on)}>
      ${!unlabelled && html`<span class="switch-label">${label}</span>`}
      <span class="switch-word" aria-hidden="true">${on ? 'On' : 'Off'}</span>
      <span class="switch-track" aria-hidden="true"></span>
    </button>
  `
}
