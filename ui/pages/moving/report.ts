import { usePolling } from '../../api/polling'
import { html, useState } from '../../html'
import { Button } from '../../parts/controls/button'
import { Table, type TableColumn } from '../../parts/lists/table'
import { Mark } from '../../parts/status/mark'
import { countWords, dayWords, numberWords } from '../../parts/text/format'
import { withRoot } from '../../root'
import { setupStep } from '../../state/setup-step'
import { OmittedRows } from './omitted-rows'
import { MigrationUndoDialog } from './undo-dialog'
import { type MovedTable, tableWords, type WireMigration } from './wire'

const POLL_MS = 3000
const TITLES: Partial<Record<WireMigration['status'], string>> = {
  complete: 'You have moved in',
  error: 'The move stopped',
  blocked: 'The move did not start',
  undone: 'The move was undone',
}

const COLUMNS: readonly TableColumn<MovedTable>[] = [
  { key: 'name', title: 'What', cell: ({ name }) => tableWords(name) },
  { key: 'taken', title: 'Copied', number: true, cell: ({ taken }) => numberWords(taken) },
  { key: 'merged', title: 'Already here', number: true, wide: true, cell: ({ merged }) => numberWords(merged) },
  { key: 'left', title: 'Left behind', number: true, cell: ({ left }) => numberWords(left) },
]

export type MoveReportProps = { progress: WireMigration; onAgain: () => void; poll: () => void }

/** The result of a migration: the tables, the files, the omitted rows, and the next steps. */
export function MoveReport({ progress, onAgain, poll }: MoveReportProps) {
  const { status, error, files, reconciliation } = progress
  const tables = progress.tables.filter(({ rows }) => rows > 0)
  usePolling((files?.waiting ?? 0) > 0, POLL_MS, poll)
  const isDone = status === 'complete'
  const isUndone = status === 'undone'
  const waits = reconciliation.state === 'pending_preview'
  return html`
    <section class="moving-done">
      <h2>${TITLES[status]}</h2>
      ${error && html`<p class="moving-wrong" role="alert">${error}</p>`}
      ${isDone && waits && html`<p>Automatic searches are on hold until you have reviewed what would be wanted, so that nothing is downloaded twice.</p>`}
      ${isUndone && html`<p>What came with the move was removed, except for series that were changed since. Files on disk were not touched.</p>`}
      <div class="moving-next">
        ${isDone && waits && html`<${Button} kind="main" href="/system/acquisition">Review wanted issues<//>`}
        ${isDone && html`<${Button} kind=${waits ? 'plain' : 'main'} href="/library" onClick=${setupStep.finish}>Go to the library<//>`}
        <${Button} kind=${isDone ? 'quiet' : 'main'} onClick=${onAgain}>${isDone || isUndone ? 'Move in from another program' : 'Try again'}<//>
      </div>
    </section>
    ${!isUndone && html`<${MovedRows} progress=${progress} tables=${tables} />`}
    ${tables.length > 0 && html`<${UndoSection} progress=${progress} onUndone=${poll} />`}
  `
}

function MovedRows({ progress, tables }: { progress: WireMigration; tables: readonly MovedTable[] }) {
  const { warnings, omitted, files, users_added } = progress
  return html`
    ${files && html`<${FoundFiles} files=${files} />`}
    ${users_added.length > 0 && html`<${AddedUsers} users=${users_added} />`}
    ${
      tables.length > 0 &&
      html`
        <section class="moving-section">
          <h2>What was copied</h2>
          <${Table} caption="What became of each table" columns=${COLUMNS} rows=${tables} keyOf=${({ name }: MovedTable) => name} />
          <${Notes} tables=${tables} />
        </section>
      `
    }
    ${
      warnings.length > 0 &&
      html`
        <section class="moving-section">
          <h2>What to check</h2>
          <ul class="moving-left">${warnings.map((warning) => html`<li key=${warning}><p>${warning}</p></li>`)}</ul>
        </section>
      `
    }
    ${
      omitted > 0 &&
      html`
        <section class="moving-section">
          <div class="moving-title">
            <h2>What was not copied</h2>
            <a class="moving-link" href=${withRoot('/api/system/migration/report')} download>Download as CSV</a>
          </div>
          <${OmittedRows} />
        </section>
      `
    }
  `
}

/** A migration can be undone for 30 days. */
function UndoSection({ progress, onUndone }: { progress: WireMigration; onUndone: () => void }) {
  const { run_id, undo_until } = progress
  const [isOpen, setOpen] = useState(false)
  if (run_id === null || undo_until === null || new Date(undo_until) < new Date()) return null
  return html`
    <section class="moving-section">
      <h2>Undo the move</h2>
      <p class="moving-quiet">${`Until ${dayWords(undo_until.slice(0, 10))}, everything that came with the move can be removed again. What you changed since stays, and files on disk are not touched.`}</p>
      <${Button} icon="undo" onClick=${() => setOpen(true)}>Undo the move<//>
      ${isOpen && html`<${MigrationUndoDialog} runId=${run_id} onUndone=${onUndone} onClose=${() => setOpen(false)} />`}
    </section>
  `
}

/** Passwords are not copied, so each new user needs an invitation. */
function AddedUsers({ users }: { users: WireMigration['users_added'] }) {
  const one = '1 user was added. Send an invitation on the'
  const lead =
    users.length === 1 ? one : `${numberWords(users.length)} users were added. Send each an invitation on the`
  return html`
    <section class="moving-section">
      <h2>Users</h2>
      <p>${lead} <a class="moving-link" href="/users">Users page</a>.</p>
      <ul class="moving-left">
        ${users.map(({ user_id, name, notes }) => html`<li key=${user_id}><b>${name}</b>${notes.map((note) => html`<p key=${note}>${note}</p>`)}</li>`)}
      </ul>
    </section>
  `
}

/** Files are matched in the background, after the tables. */
function FoundFiles({ files }: { files: NonNullable<WireMigration['files']> }) {
  const { waiting, found, missing, unreadable } = files
  if (waiting + found + missing + unreadable === 0) return null
  return html`
    <section class="moving-section">
      <h2>Files</h2>
      <p class="moving-files" role="status">
        <${Mark} state="have" word=${`${numberWords(found)} found`} />
        ${missing > 0 && html`<${Mark} state="wanted" word=${`${numberWords(missing)} missing`} />`}
        ${unreadable > 0 && html`<${Mark} state="attention" word=${`${numberWords(unreadable)} damaged`} />`}
        ${waiting > 0 && html`<${Mark} state="way" word=${`${numberWords(waiting)} still to check`} />`}
      </p>
    </section>
  `
}

/** Remarks about a table, with counts. */
function Notes({ tables }: { tables: readonly MovedTable[] }) {
  const notes = tables.flatMap(({ name, notes: own }) =>
    Object.entries(own).map(([note, count]) => ({ key: `${name} ${note}`, note, count })),
  )
  if (notes.length === 0) return null
  return html`
    <details class="moving-notes">
      <summary>${countWords(notes.length, 'note')}</summary>
      <ul>${notes.map(({ key, note, count }) => html`<li key=${key}><span>${numberWords(count)}</span> ${note}</li>`)}</ul>
    </details>
  `
}
