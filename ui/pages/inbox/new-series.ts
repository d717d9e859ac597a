import { html, useEffect, useRef } from '../../html'
import { TextField } from '../../parts/controls/field'
import { SegmentedControl } from '../../parts/controls/segmented'
import { correctionErrors } from './correct-sheet'
import type { InboxKind } from './wire'

/** A typed series that is not in the library. */
export type NewDraft = { name: string; year: string; kind: InboxKind }

const KINDS = [
  { value: 'comic', label: 'Comic' },
  { value: 'manga', label: 'Manga' },
]

export type NewSeriesProps = { draft: NewDraft; onDraft: (draft: NewDraft) => void }

/** The fields of a series that is made of files, filled from their own metadata. */
export function NewSeriesFields({ draft, onDraft }: NewSeriesProps) {
  const wrong = correctionErrors(draft)
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => box.current?.querySelector('input')?.focus(), [])
  const year = { label: 'Began in', value: draft.year, error: wrong?.year, placeholder: 'Unknown' }
  const kind = { label: 'Kind', value: draft.kind, choices: KINDS }
  return html`
    <div class="inbox-new" ref=${box}>
      <${TextField} label="Series" value=${draft.name} error=${wrong?.name} onInput=${(name: string) => onDraft({ ...draft, name })} />
      <${TextField} ...${year} onInput=${(value: string) => onDraft({ ...draft, year: value })} />
      <${SegmentedControl} ...${kind} onChange=${(value: string) => onDraft({ ...draft, kind: value as InboxKind })} />
      <p class="inbox-note">The series gets its own folder in your library. If the library has a series of this name and year, that one is used.</p>
    </div>
  `
}
