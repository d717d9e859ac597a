import { html, useState } from '../../html'
import { Button } from '../../parts/controls/button'
import { TextField } from '../../parts/controls/field'
import { Dialog } from '../../parts/dialogs/dialog'
import { isolated } from '../../parts/text/isolated'
import { fileWords } from './inbox-file'
import type { FileCorrection } from './use-inbox'
import type { InboxFile } from './wire'

export type CorrectSheetProps = {
  files: readonly InboxFile[]
  /** The name of the series, from the files. */
  name: string
  busy: boolean
  onCorrect: (files: readonly InboxFile[], correction: FileCorrection) => Promise<boolean>
  onClose: () => void
}

/** The user's corrections: number, series and year. Unchanged fields are not sent. */
export function CorrectSheet({ files, name, busy, onCorrect, onClose }: CorrectSheetProps) {
  const [only, ...others] = files
  const single = others.length === 0
  const before = { number: only?.IssueNumber ?? '', name, year: only?.ComicYear ?? '' }
  const [draft, setDraft] = useState(before)
  const wrong = correctionErrors(draft)
  const correction = correctionOf(before, draft, single)
  const same = Object.keys(correction).length === 0
  const submit = async (event: Event) => {
    event.preventDefault()
    if (!wrong && !same && (await onCorrect(files, correction))) onClose()
  }
  const number = { label: 'Number', value: draft.number, placeholder: 'None', hint: 'As printed: 7, 1.5 or 10A.' }
  const foot = html`
    <${Button} onClick=${onClose}>Cancel<//>
    <${Button} kind="main" busy=${busy} disabled=${same || wrong !== undefined} onClick=${submit}>Save<//>
  `
  return html`
    <${Dialog} open title=${single ? 'Correct the file' : 'Correct the files'} onClose=${onClose} foot=${foot}>
      <form class="inbox-correct" onSubmit=${submit}>
        <p><code>${isolated(fileWords(files))}</code></p>
        ${single && html`<${TextField} ...${number} autofocus onInput=${(value: string) => setDraft({ ...draft, number: value })} />`}
        <${TextField}
          label="Series"
          value=${draft.name}
          error=${wrong?.name}
          autofocus=${!single}
          onInput=${(value: string) => setDraft({ ...draft, name: value })}
        />
        <${TextField}
          label="Year"
          value=${draft.year}
          error=${wrong?.year}
          placeholder="Unknown"
          onInput=${(value: string) => setDraft({ ...draft, year: value })}
        />
        <button class="unseen" type="submit" tabindex="-1" aria-hidden="true">Keep this</button>
      </form>
    <//>
  `
}

type Draft = { number: string; name: string; year: string }

export function correctionErrors({
  name,
  year,
}: Pick<Draft, 'name' | 'year'>): { name?: string; year?: string } | undefined {
  if (!name.trim()) return { name: 'A series has a name.' }
  return year.trim() && !/^(18|19|20|21)\d\d$/.test(year.trim())
    ? { year: 'A year has four digits, such as 2015.' }
    : undefined
}

/** The changed fields only. A number cannot be removed, so an empty one is left out. */
function correctionOf(before: Draft, draft: Draft, single: boolean): FileCorrection {
  const [number, name, year] = [draft.number.trim(), draft.name.trim(), draft.year.trim()]
  return {
    ...(single && number && number !== before.number ? { issue_number: number } : {}),
    ...(name !== before.name ? { comic_name: name } : {}),
    ...(year !== before.year ? { year: year || null } : {}),
  }
}
