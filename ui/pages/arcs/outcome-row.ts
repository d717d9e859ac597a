import { html } from '../../html'
import { Mark } from '../../parts/status/mark'
import { arcPath } from '../../parts/text/arc-path'
import { countWords } from '../../parts/text/format'
import type { ListImportResult } from './wire'

export type ImportedList = { file: string } & ({ result: ListImportResult } | { refused: string })

/** One reading list with its result. */
export function OutcomeRow({ outcome, onOpen }: { outcome: ImportedList; onOpen: () => void }) {
  if ('refused' in outcome)
    return html`
      <li>
        <b>${outcome.file}</b>
        <${Mark} state="attention" word=${outcome.refused} />
      </li>
    `
  const { arc_id, name, issues, matched, ambiguous, duplicates, added } = outcome.result
  const open = issues - matched - ambiguous
  const facts = [
    `${matched} of ${countWords(issues, 'issue')} matched`,
    ambiguous > 0 && `${ambiguous} to choose`,
    open > 0 && `${open} not in the library`,
    duplicates.length > 0 && `listed twice: ${duplicates.slice(0, 3).join(', ')}${duplicates.length > 3 ? ' …' : ''}`,
    !added && 'brought up to date',
  ].filter(Boolean)
  return html`
    <li>
      <a href=${arcPath(arc_id)} onClick=${onOpen}><b>${name}</b></a>
      <${Mark} state=${matched === issues ? 'have' : ambiguous > 0 ? 'attention' : 'wanted'} word=${facts.join(', ')} />
    </li>
  `
}
