import { html, useState } from '../../html'
import { Button } from '../../parts/button'
import { Cover } from '../../parts/cover'
import { countWords, sizeWords } from '../../parts/cover-words'
import { Dialog } from '../../parts/dialog'
import { TextField } from '../../parts/field'
import { Segmented } from '../../parts/segmented'
import { seriesPath } from '../../parts/series-path'
import { changeOf, corrected, type Draft, draftError, type Proposal } from './review'
import type { Change, WireFile } from './wire'

export type GroupSheetProps = {
  one: Proposal
  change: Change | undefined
  onChange: (id: string, change: Change | undefined) => void
  onClose: () => void
}

const KINDS = [
  { value: 'comic', label: 'Comic' },
  { value: 'manga', label: 'Manga' },
]

/** One proposal in full: every file, all the evidence, and what it is taken for, to be put right. */
export function GroupSheet({ one, change, onChange, onClose }: GroupSheetProps) {
  const { name, year, kind } = corrected(one, change)
  const [draft, setDraft] = useState<Draft>({ name, year, kind })
  const wrong = draftError(draft)
  const accept = () => {
    if (wrong) return
    onChange(one.id, changeOf(one, draft))
    onClose()
  }
  const submit = (event: Event) => {
    event.preventDefault()
    accept()
  }
  const fields = { one, draft, wrong, onDraft: setDraft }
  const foot = one.existing
    ? html`<${Button} icon="library" href=${seriesPath(one.existing)}>Open the series<//>`
    : html`<${Button} onClick=${onClose}>Cancel<//><${Button} kind="main" disabled=${wrong !== undefined} onClick=${accept}>Accept<//>`
  return html`
    <${Dialog} open kind="sheet" title=${one.found} onClose=${onClose} foot=${foot}>
      <form class="group-sheet" onSubmit=${submit}>
        <div class="group-sheet-top">
          <div class="group-sheet-cover"><${Cover} name=${draft.name} src=${one.cover} mark=${draft.year} width=${140} /></div>
          ${one.existing ? html`<p>These files belong to ${one.name}, which is in your library. It is changed there.</p>` : html`<${Fields} ...${fields} />`}
        </div>
        <section>
          <h3>Why</h3>
          <ul class="group-sheet-why">${one.evidence.map((line) => html`<li key=${line}>${line}</li>`)}</ul>
        </section>
        <section>
          <h3>${countWords(one.fileTotal, 'file')}</h3>
          <ol class="group-sheet-files">${one.files.map((file) => html`<${FileLine} key=${file.path} file=${file} />`)}</ol>
          ${one.fileTotal > one.files.length && html`<p>And ${(one.fileTotal - one.files.length).toLocaleString('en')} more.</p>`}
        </section>
        <button class="unseen" type="submit" tabindex="-1">Accept</button>
      </form>
    <//>
  `
}

type FieldsProps = { one: Proposal; draft: Draft; wrong: string | undefined; onDraft: (draft: Draft) => void }

function Fields({ draft, wrong, onDraft }: FieldsProps) {
  const kind = { label: 'Kind', value: draft.kind, choices: KINDS }
  return html`
    <div class="group-sheet-fields">
      <${TextField} label="Series" value=${draft.name} autofocus onInput=${(name: string) => onDraft({ ...draft, name })} />
      <div class="group-sheet-pair">
        <${TextField} label="Began in" value=${draft.year} placeholder="Unknown" onInput=${(year: string) => onDraft({ ...draft, year })} />
        <${Segmented} ...${kind} onChange=${(value: string) => onDraft({ ...draft, kind: value as Draft['kind'] })} />
      </div>
      ${wrong && html`<p class="review-error" role="alert">${wrong}</p>`}
    </div>
  `
}

const UNITS = { issue: '#', chapter: 'Chapter ', volume: 'Volume ' } as const

function FileLine({ file }: { file: WireFile }) {
  const { path, kind, unit, number, number_end, pages, size, in_library } = file
  const numbers = number_end ? `${number} to ${number_end}` : number
  const label = kind === 'annual' ? `Annual ${numbers}` : numbers ? UNITS[unit] + numbers : 'No number'
  const facts = [pages ? `${pages} pages` : '', sizeWords(size), in_library && 'in the library'].filter(Boolean)
  return html`<li><b>${label}</b><code>${path}</code><span>${facts.join(', ')}</span></li>`
}
