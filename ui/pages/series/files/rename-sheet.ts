import { type ApiError, call } from '../../../api/client'
import { html, useEffect, useState } from '../../../html'
import { Icon } from '../../../parts/icons/icon'
import { Skeleton } from '../../../parts/status/skeleton'
import { breakable } from '../../../parts/text/breakable'
import { countWords, pluralWords } from '../../../parts/text/format'
import type { RenamePreview } from '../wire'
import { useJob } from './job'
import { JobError, JobSheet } from './job-sheet'
import { nameDiff, relativePath, type Stretch } from './path-diff'

export type RenameSheetProps = { comic_id: string; onClose: () => void; onHistory: () => void }
type Change = RenamePreview['changes'][number]

/** A preview of every rename with its differences. */
export function RenameSheet({ comic_id, onClose, onHistory }: RenameSheetProps) {
  const { preview, error, load } = usePreview(comic_id)
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set())
  const job = useJob()
  const files = preview?.changes.filter(({ problem }) => !problem) ?? []
  const chosen = files.filter(({ file_id }) => !left.has(file_id))
  const apply = () =>
    job.start(async () => {
      const body = {
        fingerprint: preview?.fingerprint ?? '',
        ...(chosen.length < files.length && { file_ids: chosen.map(({ file_id }) => file_id) }),
      }
      try {
        return await call('POST /api/series/:comic_id/rename/apply', { params: { comic_id }, body })
      } catch (cause) {
        // The preview is outdated.
        if ((cause as ApiError).status === 409) load()
        throw cause
      }
    })
  const turn = (id: string) => setLeft((now) => toggled(now, id))
  const sheet = {
    comic_id,
    job,
    title: 'Rename files',
    kind: 'sheet',
    doing: 'Renaming files',
    action: chosen.length > 0 ? `Rename ${countWords(chosen.length, 'file')}` : undefined,
    onRun: apply,
    onClose,
  }
  return html`
    <${JobSheet} ...${sheet}>
      ${error && html`<${JobError}>${error}<//>`}
      ${!preview && !error && html`<${Skeleton} kind="rows" count=${6} label="Working out the names" />`}
      ${preview && html`<${Preview} preview=${preview} left=${left} onTurn=${turn} onAll=${setLeft} />`}
      <p class="job-aside">
        Names follow the pattern under <a href="/settings#naming">Settings, Naming</a>
        . <button type="button" class="plain-link" onClick=${onHistory}>File history</button>
      </p>
    <//>
  `
}

function toggled(now: ReadonlySet<string>, id: string): ReadonlySet<string> {
  const next = new Set(now)
  if (!next.delete(id)) next.add(id)
  return next
}

function usePreview(comic_id: string) {
  const [state, setState] = useState<{ preview?: RenamePreview; error?: string }>({})
  const load = () => {
    void call('POST /api/series/:comic_id/rename/preview', { params: { comic_id }, body: {} })
      .then((preview) => setState({ preview }))
      .catch((cause: Error) => setState({ error: cause.message }))
  }
  useEffect(load, [comic_id])
  return { ...state, load }
}

type PreviewProps = {
  preview: RenamePreview
  left: ReadonlySet<string>
  onTurn: (id: string) => void
  onAll: (left: ReadonlySet<string>) => void
}

function Preview({ preview, left, onTurn, onAll }: PreviewProps) {
  const { changes, folder, unchanged, others } = preview
  if (changes.length === 0) {
    return html`
      <p class="job-done">
        <${Icon} name="check" />
        ${unchanged > 0 ? `All ${countWords(unchanged, 'file')} have the names they should have.` : 'There are no files to rename.'}
      </p>
    `
  }
  const free = changes.filter(({ problem }) => !problem)
  const some = free.some(({ file_id }) => left.has(file_id))
  const turnAll = () => onAll(some ? new Set() : new Set(free.map(({ file_id }) => file_id)))
  return html`
    ${folder && html`<${Folder} ...${folder} />`}
    <div class="rename-head">
      <label>
        <input
          type="checkbox"
          checked=${!some && free.length > 0}
          disabled=${free.length === 0}
          onChange=${turnAll}
        />
        ${countWords(changes.length, 'file')}
      </label>
      ${unchanged > 0 && html`<span>${pluralWords(unchanged, '{count} file keeps its name', '{count} files keep their names')}</span>`}
    </div>
    <ul class="rename-list">
      ${changes.map(
        (change) => html`
          <${Line}
            key=${change.file_id}
            change=${change}
            folder=${folder}
            on=${!left.has(change.file_id)}
            onTurn=${onTurn}
          />
        `,
      )}
    </ul>
    ${
      others.length > 0 &&
      html`
        <p class="job-aside">
          ${pluralWords(others.length, '{count} other file in the folder moves along.', '{count} other files in the folder move along.')}
        </p>
      `
    }
  `
}

/** The folder by its last parts that differ; the whole path on hover. */
function Folder({ from, to }: { from: string; to: string }) {
  return html`
    <div class="rename-folder" title=${`${from} → ${to}`}>
      <h3>The folder</h3>
      <${ComparedNames} from=${from} to=${to} />
    </div>
  `
}

type LineProps = { change: Change; folder: RenamePreview['folder']; on: boolean; onTurn: (id: string) => void }

function Line({ change, folder, on, onTurn }: LineProps) {
  const { file_id, from, to, problem } = change
  const [before, after] = [relativePath(from, folder?.from ?? ''), relativePath(to, folder?.to ?? '')]
  const [old, next] = folder ? [before, after] : sameFolderCut(before, after)
  const name = next.replace(/^.*[\\/]/, '')
  return html`
    <li data-problem=${Boolean(problem)} data-off=${!on || undefined}>
      <label>
        <input type="checkbox" checked=${on && !problem} disabled=${Boolean(problem)} aria-label=${`Rename to ${name}`} onChange=${() => onTurn(file_id)} />
        ${
          old === next
            ? html`
              <span class="rename-same">
                ${breakable(next)}
                <small class="rename-kept">keeps its name in the new folder</small>
              </span>
            `
            : html`
              <${ComparedNames} from=${old} to=${next} />
            `
        }
      </label>
      ${problem && html`<p role="note"><${Icon} name="alert" size="small" />${problem}</p>`}
    </li>
  `
}

/** Both paths without their common folders. */
function sameFolderCut(from: string, to: string): [string, string] {
  let cut = 0
  for (let at = 0; at < from.length && from[at] === to[at]; at++) if (/[\\/]/.test(from[at] as string)) cut = at + 1
  return [from.slice(cut), to.slice(cut)]
}

/** Old above, new below; only the differences are marked. */
export function ComparedNames({ from, to }: { from: string; to: string }) {
  const all = nameDiff(from, to)
  const line = (out: Stretch['is']) =>
    all
      .filter(({ is }) => is !== out)
      .map(({ is, text }, at) =>
        is === 'same'
          ? html`<span key=${at}>${breakable(text)}</span>`
          : html`<${Mark} key=${at} is=${is} text=${text} />`,
      )
  return html`
    <span class="rename-names">
      <span class="rename-old"><span class="unseen">From </span>${line('new')}</span>
      <span class="rename-new"><span class="unseen">to </span>${line('gone')}</span>
    </span>
  `
}

const Mark = ({ is, text }: Stretch) => (is === 'gone' ? html`<del>${text}</del>` : html`<ins>${text}</ins>`)
