import './files.css'
import { call } from '../../../api/client'
import { html } from '../../../html'
import { Button } from '../../../parts/button'
import { countWords } from '../../../parts/cover-words'
import { Dialog } from '../../../parts/dialog'
import { Icon } from '../../../parts/icon'
import type { IssueCard } from '../issue-card'
import { JobLook, useJob } from './job'

export type ConvertSheetProps = { comic_id: string; cards: readonly IssueCard[]; onClose: () => void }

/** Formats whose pages can go into a CBZ as they are. */
const CONVERTIBLE = ['cbr', 'cb7', 'cbt']
export const convertible = (cards: readonly IssueCard[]) => cards.filter(({ format }) => CONVERTIBLE.includes(format))

/** Says what converting does, then does it. */
export function ConvertSheet({ comic_id, cards, onClose }: ConvertSheetProps) {
  const job = useJob()
  const some = convertible(cards)
  const run = () =>
    job.start(() => call('POST /api/metadata/convert', { body: { comic_id, issue_ids: some.map(({ id }) => id) } }))
  const foot = job.begun
    ? html`<${Button} kind="main" onClick=${onClose}>Close<//>`
    : html`
        <${Button} onClick=${onClose}>Cancel<//>
        ${some.length > 0 && html`<${Button} kind="main" busy=${job.busy} onClick=${run}>${`Convert ${countWords(some.length, 'file')}`}<//>`}
      `
  return html`
    <${Dialog} open title="Convert to CBZ" onClose=${onClose} foot=${foot}>
      <div class="files-sheet">
        ${job.begun && html`<${JobLook} ...${{ job, comic_id, doing: 'Converting files' }} />`}
        ${job.refused && html`<p class="job-failed" role="alert"><${Icon} name="alert" />${job.refused}</p>`}
        ${!job.begun && some.length === 0 && html`<p>None of these files is a CBR, CB7 or CBT. There is nothing to convert.</p>`}
        ${
          !job.begun &&
          some.length > 0 &&
          html`
            <p>${formatsOf(some)} become CBZ. Every page stays as it is, bit for bit, and is compared before the old file goes.</p>
            <p class="job-aside">The old files rest in the recycle folder, so this can be undone.</p>
          `
        }
      </div>
    <//>
  `
}

/** "9 CBR and 3 CB7 files" */
export function formatsOf(cards: readonly IssueCard[]): string {
  const counts = [...Map.groupBy(cards, ({ format }) => format.toUpperCase())]
  const words = counts.map(([format, own]) => `${own.length} ${format}`)
  const list = words.length > 1 ? `${words.slice(0, -1).join(', ')} and ${words.at(-1)}` : (words[0] ?? '0')
  return `${list} ${cards.length === 1 ? 'file' : 'files'}`
}
