import { html } from '../../../html'
import { NumberField, SelectField, Switch } from '../../../parts/controls/field'
import { spanWords } from '../../../parts/text/span-words'
import type { ClientDraft } from './client-draft'
import {
  type ClientProtocol,
  type ClientType,
  type ImportMethod,
  importMethodsOf,
  importMethodWords,
} from './client-words'

export type IntoLibraryProps = { type: ClientType; draft: ClientDraft; onDraft: (draft: ClientDraft) => void }

/** How completed downloads are imported, and whether the client keeps them. */
export function IntoLibrary({ type, draft, onDraft }: IntoLibraryProps) {
  const { protocol, placing } = draft
  const place = {
    label: 'How files come into the library',
    value: placing,
    choices: importMethodsOf(protocol).map(({ value, label }) => ({ value, label })),
    hint: importMethodWords(protocol, placing).about,
    onChange: (value: string) => onDraft({ ...draft, placing: value as ImportMethod }),
  }
  return html`
    <fieldset class="client-part">
      <legend>When it is finished</legend>
      <${SelectField} ...${place} />
      ${type === 'blackhole' ? html`<${Folder} draft=${draft} onDraft=${onDraft} />` : html`<${Program} draft=${draft} onDraft=${onDraft} />`}
    </fieldset>
  `
}

type RulesProps = Omit<IntoLibraryProps, 'type'>

function Program({ draft, onDraft }: RulesProps) {
  const { protocol, placing, remove_failed } = draft
  return html`
    ${placing !== 'softlink' && html`<${Cleaning} draft=${draft} onDraft=${onDraft} words=${REMOVED[protocol]} />`}
    ${placing !== 'softlink' && protocol === 'torrent' && draft.remove_completed && html`<${Seeding} draft=${draft} onDraft=${onDraft} />`}
    <div class="sheet-switch">
      <${Switch} label="Remove failed downloads" on=${remove_failed} onChange=${(on: boolean) => onDraft({ ...draft, remove_failed: on })} />
      <p class="field-hint">Also deletes its files on the disk. Off keeps it in the client.</p>
    </div>
  `
}

/** A watched folder reports neither failures nor seeding. */
function Folder({ draft, onDraft }: RulesProps) {
  const { protocol, placing } = draft
  if (protocol === 'torrent')
    return html`<p class="field-hint">A folder does not report how much was seeded, so nothing is removed from it.</p>`
  if (placing === 'move' || placing === 'softlink') return null
  return html`<${Cleaning} draft=${draft} onDraft=${onDraft} words=${FINISHED} />`
}

type RemovedWords = { label: string; on: string; off: string }

const REMOVED: Record<ClientProtocol, RemovedWords> = {
  usenet: {
    label: 'Remove imported downloads',
    on: 'Removed from the client after the import.',
    off: 'Stays in the client.',
  },
  torrent: {
    label: 'Remove downloads that seeded enough',
    on: 'Never before the tracker allows it. Without numbers, when the client stops seeding.',
    off: 'The client decides how long it seeds, and it is never removed.',
  },
}

const FINISHED: RemovedWords = {
  label: 'Remove imported downloads',
  on: 'The finished file is deleted once the library has its own.',
  off: 'The finished file stays in its folder.',
}

function Cleaning({ draft, onDraft, words }: RulesProps & { words: RemovedWords }) {
  const { remove_completed: on } = draft
  return html`
    <div class="sheet-switch">
      <${Switch} label=${words.label} on=${on} onChange=${(remove_completed: boolean) => onDraft({ ...draft, remove_completed })} />
      <p class="field-hint">${on ? words.on : words.off}</p>
    </div>
  `
}

/** Seeding ends at either limit. */
function Seeding({ draft, onDraft }: RulesProps) {
  const { seed_ratio, seed_minutes } = draft
  const ratio = {
    label: 'Ratio',
    value: seed_ratio,
    min: 0,
    max: 10_000,
    step: 'any',
    hint: seed_ratio === null ? 'How often its size was uploaded.' : `Once ${seed_ratio} times its size was uploaded.`,
    onChange: (value: number) => onDraft({ ...draft, seed_ratio: value }),
    onClear: () => onDraft({ ...draft, seed_ratio: null }),
  }
  const time = {
    label: 'Or time',
    value: seed_minutes,
    min: 0,
    max: 5_000_000,
    unit: 'minutes',
    hint: seed_minutes === null ? 'Whichever comes first.' : `That is ${spanWords(seed_minutes * 60)}.`,
    onChange: (value: number) => onDraft({ ...draft, seed_minutes: value }),
    onClear: () => onDraft({ ...draft, seed_minutes: null }),
  }
  return html`<div class="client-pair"><${NumberField} ...${ratio} /><${NumberField} ...${time} /></div>`
}
