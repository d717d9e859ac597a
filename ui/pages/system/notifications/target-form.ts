import { SecretInput } from '../../../forms/secret-input'
import { TestButton } from '../../../forms/test-button'
import { html } from '../../../html'
import { SelectField, Switch, TextField } from '../../../parts/controls/field'
import type { Service, WireNotifications } from './notice-words'
import { isWhole, type TargetDraft, type useTargetDraft } from './target-draft'

export type TargetFormProps = ReturnType<typeof useTargetDraft> & {
  service: Service
  events: WireNotifications['events']
  /** Keys of the secrets that are kept. */
  kept?: readonly string[]
  onSubmit: () => unknown
}

/** The address, the events and a test of a target. */
export function TargetForm({
  service,
  events,
  kept = [],
  draft,
  onDraft,
  tried,
  busy,
  test,
  onSubmit,
}: TargetFormProps) {
  const submit = (event: Event) => {
    event.preventDefault()
    onSubmit()
  }
  const set = (key: string, value: string) => onDraft({ ...draft, values: { ...draft.values, [key]: value } })
  const name = {
    label: 'Name',
    value: draft.name,
    placeholder: service.label,
    autocomplete: 'off',
    onInput: (name: string) => onDraft({ ...draft, name }),
  }
  return html`
    <form class="sheet-form" onSubmit=${submit}>
      ${service.fields.map(
        (field) => html`
        <${Field}
          key=${field.key}
          field=${field}
          draft=${draft}
          kept=${kept}
          set=${set}
        />
      `,
      )}
      <${TextField} ...${name} />
      <${TestButton}
        words="Send a test"
        busy=${busy}
        disabled=${!isWhole(service, draft, kept)}
        tried=${tried}
        onTest=${test}
      />
      <${Events} events=${events} draft=${draft} onDraft=${onDraft} />
      <button class="unseen" type="submit" tabindex="-1">Save</button>
    </form>
  `
}

type FieldProps = {
  field: Service['fields'][number]
  draft: TargetDraft
  kept: readonly string[]
  set: (key: string, value: string) => void
}

function Field({ field, draft, kept, set }: FieldProps) {
  const { key, label, kind, required, example, help, usual, choices } = field
  const value = draft.values[key] ?? ''
  const onInput = (text: string) => set(key, text)
  const hint = [help, usual && kind !== 'choice' && `Default: ${usual}.`].filter(Boolean).join(' ') || undefined
  if (kind === 'choice')
    return html`
      <${SelectField}
        label=${label}
        hint=${hint}
        value=${value || usual}
        choices=${choices}
        onChange=${onInput}
      />
    `
  if (kind === 'secret') {
    const onForget = required ? undefined : () => set(key, '')
    return html`
      <${SecretInput}
        label=${label}
        hint=${hint}
        value=${value}
        set=${kept.includes(key) && draft.values[key] !== ''}
        onInput=${onInput}
        onForget=${onForget}
      />
    `
  }
  const code = kind === 'address'
  return html`
    <${TextField}
      label=${label}
      hint=${hint}
      value=${value}
      placeholder=${example}
      required=${required}
      code=${code}
      autocomplete="off"
      onInput=${onInput}
    />
  `
}

function Events({ events, draft, onDraft }: Pick<TargetFormProps, 'events' | 'draft' | 'onDraft'>) {
  const turn = (event: TargetDraft['events'][number], on: boolean) =>
    onDraft({ ...draft, events: on ? [...draft.events, event] : draft.events.filter((one) => one !== event) })
  return html`
    <fieldset class="notice-events">
      <legend class="field-label">Events to send</legend>
      ${events.map(
        ({ event, label, about }) => html`
          <div key=${event}>
            <${Switch} label=${label} on=${draft.events.includes(event)} onChange=${(on: boolean) => turn(event, on)} />
            <p class="system-quiet">${about}</p>
          </div>
        `,
      )}
    </fieldset>
  `
}
