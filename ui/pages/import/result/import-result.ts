import { useQuery } from '../../../api/query'
import { type ComponentChildren, html, useLayoutEffect, useRef, useState } from '../../../html'
import { Button } from '../../../parts/controls/button'
import { Cover } from '../../../parts/covers/cover'
import { Icon } from '../../../parts/icons/icon'
import { countWords, numberWords } from '../../../parts/text/format'
import { readPath } from '../../../parts/text/read-path'
import { TimeText } from '../../../parts/text/when'
import type { Proposal } from '../review/proposals'
import { type FirstScanProps, Folders, KIND_WORDS } from '../scan/first-scan'
import { MovedFiles } from '../scan/moves'
import { Problems } from '../scan/problems'
import { useReviewKeys } from '../use-review-keys'
import type { ImportKind, LastConfirm, WireScan } from '../wire'
import { ImportFailures, ImportUndoDialog, rowsWords } from './last-import'

export type ImportResultProps = FirstScanProps & {
  /** The result of the import that this page started. */
  outcome: LastConfirm | undefined
  /** This page started an import, which has ended. */
  done?: boolean
  /** The accepted proposals. */
  chosen: readonly Proposal[]
  left: number
  /** What waits besides the proposals of this kind. */
  next: NextImport | undefined
  onReview: () => void
  onUndone: () => void
}

/** Named by `words`: "15 manga series". */
export type NextImport = { href: string; words: string }

const STRIP = 9

/** Shown after an import, or after a scan without new files. */
export function ImportResult(props: ImportResultProps) {
  const { kind, folders, scan, problems, busy, onScan, outcome, done, chosen, left, next, onReview, onUndone } = props
  const last = outcome ?? scan.last_confirm
  const [asking, setAsking] = useState(false)
  const head = useRef<HTMLHeadingElement>(null)
  useLayoutEffect(() => head.current?.focus({ preventScroll: true }), [])
  useReviewKeys(last?.undoable === true && !asking, { u: () => setAsking(true) })
  const added = outcome !== undefined && isAnyAdded(outcome)
  const undone = () => {
    onReview()
    onUndone()
  }
  return html`
    <section class="import-ready">
      ${added ? html`<${AddedStrip} chosen=${chosen} />` : html`<${Icon} name=${done ? 'alert' : 'check'} size="large" />`}
      <h2 ref=${head} tabindex="-1">${headline(kind, scan, outcome, done)}</h2>
      ${added && html`<p>${sentence(rowsWords(outcome))} added. Your files stay where they are. Click a cover to start reading.</p>`}
      ${outcome && !outcome.complete && html`<p>The import stopped early. Files that were not imported are still listed.</p>`}
      ${!done && scan.scanned_at && html`<p>The scan ended <${TimeText} at=${scan.scanned_at} />.</p>`}
      ${!done && scan.progress.total_files === 0 && html`<p>Panelkeep looks for CBZ, CBR, CB7, PDF and EPUB files in these folders and their subfolders.</p>`}
      ${scan.progress.errors.map((error) => html`<p key=${error}>${error}</p>`)}
      <${ImportFailures} open errors=${outcome?.errors ?? []} />
      ${outcome && outcome.errors.length > 0 && html`<p>Fix these problems, then scan again. What is already in the library stays as it is.</p>`}
      <div class="import-actions">
        ${last?.undoable && html`<${Button} kind="quiet" icon="undo" onClick=${() => setAsking(true)}>Undo the import<//>`}
        ${left > 0 && html`<${Button} onClick=${onReview}>${done ? `Review the other ${numberWords(left)}` : 'Review the list'}<//>`}
        <${Button} icon="scan" busy=${busy} onClick=${onScan}>Scan again<//>
        <${Button} kind=${next ? 'plain' : 'main'} icon="library" href="/library?sort=added">Go to the library<//>
        ${next && html`<${Button} kind="main" icon="import" href=${next.href}>${`Next: ${next.words}`}<//>`}
      </div>
      ${!done && html`<${Folders} folders=${folders} />`}
    </section>
    <${Problems} ...${problems} />
    <${MovedFiles} scan=${scan} />
    ${
      asking &&
      last &&
      html`
      <${ImportUndoDialog}
        kind=${kind}
        last=${last}
        onDone=${undone}
        onClose=${() => setAsking(false)}
      />
    `
    }
  `
}

const sentence = (text: string) => text.charAt(0).toUpperCase() + text.slice(1)

/** The series with the newest files: a click on a cover begins to read. Until they are loaded, covers of the proposals. */
function AddedStrip({ chosen }: { chosen: readonly Proposal[] }) {
  const items = useQuery('GET /api/reading/added', { query: { limit: STRIP } }).data?.items ?? []
  if (items.length === 0) return html`<${Strip} chosen=${chosen} />`
  return html`
    <div class="import-strip" role="group" aria-label="Start reading">
      ${items.map(
        ({ comic_id, issue_id, series_name, image }) => html`
          <a key=${comic_id} href=${readPath(issue_id)} aria-label=${`Read ${series_name}`} title=${`Read ${series_name}`}>
            <${Cover} name=${series_name} src=${image} width=${96} />
          </a>
        `,
      )}
    </div>
  `
}

/** The first imported series, as covers like in the library. */
function Strip({ chosen }: { chosen: readonly Proposal[] }) {
  return html`
    <div class="import-strip" aria-hidden="true">
      ${chosen.slice(0, STRIP).map(({ id, name, cover, year }) => html`<span key=${id}><${Cover} name=${name} src=${cover} mark=${year} width=${96} /></span>`)}
    </div>
  `
}

/** Files that the library has already can still make series and issues. */
const isAnyAdded = ({ series, issues, files }: LastConfirm): boolean => series + issues + files > 0

function addedHeadline({ imported, series, issues, files }: LastConfirm): string {
  // Files may have been added to existing series.
  const count = imported ?? series
  if (files > 0 && count > series) return `Files of ${countWords(count, 'series', 'series')} added to your library`
  const words = series > 0 ? countWords(series, 'series', 'series') : countWords(issues, 'issue')
  return `${words} added to your library`
}

function headline(
  kind: ImportKind,
  scan: WireScan,
  outcome: LastConfirm | undefined,
  done?: boolean,
): ComponentChildren {
  if (outcome && isAnyAdded(outcome)) return addedHeadline(outcome)
  if (outcome) return 'Nothing was added'
  if (done) return 'Your library already had all of it'
  if (scan.progress.total_files === 0) return `No ${KIND_WORDS[kind]} found`
  // The scan may be old: the library and the folders may have changed since.
  return scan.progress.series_imported > 0
    ? 'Everything new from the last scan was added'
    : 'The last scan found nothing new'
}
