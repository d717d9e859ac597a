import { html } from '../../../html'
import { Chips } from '../../../parts/controls/chips'
import { SelectField, Switch } from '../../../parts/controls/field'
import { SegmentedControl } from '../../../parts/controls/segmented'
import { Icon } from '../../../parts/icons/icon'
import { emptyReason, type LimitChoices, type Limits, OPEN_LIMITS, tagKey } from './limits-draft'
import { ageLabel, KINDS, kindOf } from './user-words'

const AGES = [6, 9, 10, 12, 13, 15, 17, 18]
const ANY_AGE = ''
const WHOLE = [
  { value: 'all', label: 'Whole library' },
  { value: 'part', label: 'With limits' },
]

export type LimitsFieldsProps = {
  limits: Limits | null
  choices: LimitChoices
  onLimits: (limits: Limits | null) => void
}

/** What a user may see and do. Null is the whole library. */
export function LimitsFields({ limits, choices, onLimits }: LimitsFieldsProps) {
  const choose = (value: string) => onLimits(value === 'all' ? null : OPEN_LIMITS)
  return html`
    <div class="user-limits">
      <div class="field">
        <p class="field-label" aria-hidden="true">May see</p>
        <div><${SegmentedControl} label="May see" value=${limits ? 'part' : 'all'} choices=${WHOLE} onChange=${choose} /></div>
      </div>
      ${limits && html`<${Fields} limits=${limits} choices=${choices} onLimits=${onLimits} />`}
    </div>
  `
}

type FieldsProps = Omit<LimitsFieldsProps, 'limits'> & { limits: Limits }

function Fields({ limits, choices, onLimits }: FieldsProps) {
  const set = (change: Partial<Limits>) => onLimits({ ...limits, ...change })
  const reason = emptyReason(limits, choices)
  const kind = {
    label: 'Kind',
    value: kindOf(limits)?.value ?? '',
    choices: KINDS,
    onChange: (value: string) => set({ kinds: [...(KINDS.find((one) => one.value === value) ?? KINDS[0]).kinds] }),
  }
  const may = [
    { label: 'May download files', on: limits.may_download, key: 'may_download' },
    { label: 'May ask for comics', on: limits.may_request, key: 'may_request' },
  ]
  return html`
    <div class="field">
      <p class="field-label" aria-hidden="true">Kind</p>
      <div><${SegmentedControl} ...${kind} /></div>
    </div>
    <${AgeFields} limits=${limits} set=${set} />
    <${TagFields} limits=${limits} choices=${choices} set=${set} />
    <${CollectionFields} limits=${limits} choices=${choices} set=${set} />
    ${may.map(({ label, on, key }) => html`<${Switch} key=${key} label=${label} on=${on} onChange=${(next: boolean) => set({ [key]: next })} />`)}
    ${
      reason &&
      html`<p class="user-empty" role="alert">
        <${Icon} name="warning" size="small" /><span>This user would see nothing. ${reason}</span>
      </p>`
    }
  `
}

type PartProps = { limits: Limits; choices: LimitChoices; set: (change: Partial<Limits>) => void }

function AgeFields({ limits: { max_age, unrated }, set }: Omit<PartProps, 'choices'>) {
  const ages = max_age === null || AGES.includes(max_age) ? AGES : [...AGES, max_age].sort((a, b) => a - b)
  const age = {
    label: 'Highest age rating',
    value: max_age === null ? ANY_AGE : String(max_age),
    choices: [
      { value: ANY_AGE, label: 'Every age' },
      ...ages.map((value) => ({ value: String(value), label: ageLabel(value) })),
    ],
    onChange: (value: string) => set({ max_age: value === ANY_AGE ? null : Number(value) }),
  }
  const open = {
    label: 'Show series without an age rating',
    on: unrated === 'allow',
    onChange: (on: boolean) => set({ unrated: on ? 'allow' : 'deny' }),
  }
  return html`
    <${SelectField} ...${age} />
    ${max_age !== null && html`<${Switch} ...${open} />`}
  `
}

function TagFields({ limits: { tags_any, tags_none }, choices, set }: PartProps) {
  const known = choices.tags.map(({ name }) => ({ value: tagKey(name), label: name }))
  // A tag that no series has any more is still a limit.
  const chipsWith = (chosen: readonly string[]) => [
    ...known,
    ...chosen.filter((tag) => !known.some(({ value }) => value === tag)).map((tag) => ({ value: tag, label: tag })),
  ]
  const shared = { empty: 'No series has a tag yet.' }
  const only = {
    ...shared,
    label: 'Only with one of these tags',
    chips: chipsWith(tags_any),
    chosen: tags_any,
    onChange: (tags: string[]) => set({ tags_any: tags }),
  }
  const never = {
    ...shared,
    label: 'Never with one of these tags',
    chips: chipsWith(tags_none),
    chosen: tags_none,
    onChange: (tags: string[]) => set({ tags_none: tags }),
  }
  return html`<${Chips} ...${only} /><${Chips} ...${never} />`
}

function CollectionFields({ limits: { collections }, choices, set }: PartProps) {
  const only = {
    label: 'Only some collections',
    on: collections !== null,
    onChange: (on: boolean) => set({ collections: on ? [] : null }),
  }
  const chips = {
    label: 'Collections',
    chips: choices.collections.map(({ collection_id, name }) => ({ value: collection_id, label: name })),
    chosen: collections ?? [],
    empty: 'There are no collections yet.',
    onChange: (ids: string[]) => set({ collections: ids }),
  }
  return html`
    <${Switch} ...${only} />
    ${collections !== null && html`<${Chips} ...${chips} />`}
  `
}
