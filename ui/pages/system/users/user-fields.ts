import { html } from '../../../html'
import { type Colour, ColourChoice } from '../../../parts/controls/colour-choice'
import { TextField } from '../../../parts/controls/field'
import { SegmentedControl } from '../../../parts/controls/segmented'
import type { LimitChoices, Limits } from './limits-draft'
import { LimitsFields } from './limits-fields'
import { ROLES } from './user-words'

export type UserDraft = { name: string; colour: Colour; role: 'manager' | 'reader'; limits: Limits | null }
export type UserFieldsProps = {
  draft: UserDraft
  choices: LimitChoices
  error?: string
  onDraft: (draft: UserDraft) => void
  onSubmit: () => unknown
}

const ROLE_CHOICES = (['reader', 'manager'] as const).map((value) => ({ value, label: ROLES[value].label }))

/** Name, colour, role and limits of a user. */
export function UserFields({ draft, choices, error, onDraft, onSubmit }: UserFieldsProps) {
  const set = (change: Partial<UserDraft>) => onDraft({ ...draft, ...change })
  const submit = (event: Event) => {
    event.preventDefault()
    onSubmit()
  }
  const name = {
    label: 'Name',
    value: draft.name,
    error,
    autocomplete: 'off',
    autofocus: true,
    hint: 'The name to log in with.',
    onInput: (name: string) => set({ name }),
  }
  const role = {
    label: 'Role',
    value: draft.role,
    choices: ROLE_CHOICES,
    onChange: (value: string) => set({ role: value as UserDraft['role'] }),
  }
  return html`
    <form class="sheet-form user-form" onSubmit=${submit}>
      <${TextField} ...${name} />
      <${ColourChoice} value=${draft.colour} onChange=${(colour: Colour) => set({ colour })} />
      <div class="field">
        <p class="field-label" aria-hidden="true">Role</p>
        <div><${SegmentedControl} ...${role} /></div>
        <p class="field-hint">${ROLES[draft.role].about}</p>
      </div>
      <${LimitsFields} limits=${draft.limits} choices=${choices} onLimits=${(limits: Limits | null) => set({ limits })} />
      <button class="unseen" type="submit" tabindex="-1">Save</button>
    </form>
  `
}
