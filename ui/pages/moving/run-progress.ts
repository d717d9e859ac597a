import { usePolling } from '../../api/polling'
import { html } from '../../html'
import { Progress as Bar } from '../../parts/status/progress'
import { countWords } from '../../parts/text/format'
import { tableWords, type WireMigration } from './wire'

const POLL_MS = 2000
const LEAD: Partial<Record<WireMigration['status'], string>> = {
  validating: 'Checking the database',
  waiting_for_quiescence: 'Waiting for running searches and downloads to finish',
  migrating: 'Moving in',
  undoing: 'Undoing the move',
}

/** A running migration, table by table. */
export function RunProgress({ progress, poll }: { progress: WireMigration; poll: () => void }) {
  const { status, current_table, tables_complete, tables_total, tables } = progress
  usePolling(true, POLL_MS, poll)
  const lead = LEAD[status] ?? 'Moving in'
  const rows = tables.reduce((sum, { taken }) => sum + taken, 0)
  return html`
    <section class="moving-run" role="status">
      <h2>${lead}</h2>
      <${Bar} label=${lead} value=${status === 'migrating' && tables_total > 0 ? tables_complete / tables_total : undefined} />
      <p class="moving-quiet">
        ${
          status === 'migrating'
            ? `${countWords(rows, 'row')} so far. ${current_table ? `Now: ${tableWords(current_table)}.` : ''}`
            : status === 'undoing'
              ? 'Series that came with the move are removed. Files on disk are not touched.'
              : 'This takes five minutes at most.'
        }
      </p>
      <p class="moving-quiet">You can leave this page. If Panelkeep is restarted, ${status === 'undoing' ? 'this' : 'the move'} resumes where it was.</p>
    </section>
  `
}
