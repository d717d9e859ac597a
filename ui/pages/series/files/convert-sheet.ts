import { call } from '../../../api/client'
import { html } from '../../../html'
import { countWords, pluralWords } from '../../../parts/text/format'
import type { IssueCard } from '../issue-card'
import { useJob } from './job'
import { JobSheet } from './job-sheet'

export type ConvertSheetProps = { comic_id: string; cards: readonly IssueCard[]; onClose: () => void }

/** Formats whose pages are copied into a CBZ unchanged. */
const CONVERTIBLE = ['cbr', 'cb7', 'cbt']
export const convertible = (cards: readonly IssueCard[]) => cards.filter(({ format }) => CONVERTIBLE.includes(format))

/** Explains the conversion, then starts it. */
export function ConvertSheet({ comic_id, cards, onClose }: ConvertSheetProps) {
  const job = useJob()
  const some = convertible(cards)
  const run = () =>
    job.start(() => call('POST /api/metadata/convert', { body: { comic_id, issue_ids: some.map(({ id }) => id) } }))
  const sheet = {
    comic_id,
    job,
    title: 'Convert to CBZ',
    doing: 'Converting files',
    action: some.length > 0 ? `Convert ${countWords(some.length, 'file')}` : undefined,
    onRun: run,
    onClose,
  }
  if (some.length === 0) {
    return html`<${JobSheet} ...${sheet}><p>None of these files is a CBR, CB7 or CBT. There is nothing to convert.</p><//>`
  }
  const files = formatsOf(some)
  const become = pluralWords(some.length, `${files} becomes a CBZ.`, `${files} become CBZ.`)
  const kept = pluralWords(
    some.length,
    'The old file is kept in the recycle folder, so this can be undone.',
    'The old files are kept in the recycle folder, so this can be undone.',
  )
  const care = 'Every page stays as it is, bit for bit, and is compared before the old file is removed.'
  return html`
    <${JobSheet} ...${sheet}>
      <p>${become} ${care}</p>
      <p class="job-aside">${kept}</p>
    <//>
  `
}

/** "9 CBR and 3 CB7 files" */
export function formatsOf(cards: readonly IssueCard[]): string {
  const counts = [...Map.groupBy(cards, ({ format }) => format.toUpperCase())]
  const words = counts.map(([format, own]) => `${own.length} ${format}`)
  const list = words.length > 1 ? `${words.slice(0, -1).join(', ')} and ${words.at(-1)}` : (words[0] ?? '0')
  return pluralWords(cards.length, `${list} file`, `${list} files`)
}
