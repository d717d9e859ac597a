import { html } from '../../../html'
import { Button } from '../../../parts/controls/button'
import { Icon } from '../../../parts/icons/icon'
import { breakable } from '../../../parts/text/breakable'
import { countWords, numberWords, pluralWords } from '../../../parts/text/format'
import type { ImportKind, WireScan } from '../wire'
import { Problems, type ProblemsProps } from './problems'

export type FirstScanProps = {
  kind: ImportKind
  folders: readonly string[]
  scan: WireScan
  problems: ProblemsProps
  busy: boolean
  onScan: () => void
}

export const KIND_WORDS = { comic: 'comics', manga: 'manga' } as const

/** Before the first scan: the folders, and an explanation of the scan. */
export function FirstScan({ kind, folders, busy, onScan }: FirstScanProps) {
  return html`
    <section class="import-ready">
      <${Folders} folders=${folders} />
      <h2>See what is on your shelves</h2>
      <p>
        ${pluralWords(
          folders.length,
          'Panelkeep opens every file in this folder, reads its metadata and its name, and proposes a series for each.',
          'Panelkeep opens every file in these folders, reads its metadata and its name, and proposes a series for each.',
        )}
        ${' '}You look at the list and say yes. Files are only read: nothing is moved or changed.
      </p>
      <${Button} kind="main" size="large" icon="scan" busy=${busy} onClick=${onScan}>${`Scan your ${KIND_WORDS[kind]}`}<//>
    </section>
  `
}

/** An unfinished scan: its results so far, and the button to continue. */
export function StoppedScan({ kind, folders, scan, problems, busy, onScan }: FirstScanProps) {
  const { processed_files, total_files, series_found, errors } = scan.progress
  const failed = scan.status === 'error'
  const met = series_found > 0 ? ` and found ${countWords(series_found, 'series', 'series')}` : ''
  const reached =
    total_files > 0 ? `Panelkeep read ${numberWords(processed_files)} of ${countWords(total_files, 'file')}${met}.` : ''
  return html`
    <section class="import-ready">
      <${Icon} name=${failed ? 'alert' : 'minus'} size="large" />
      <h2>${failed ? 'The scan failed' : 'The scan was cancelled'}</h2>
      ${errors.map((error) => html`<p key=${error} role="alert">${error}</p>`)}
      <p>${reached} Nothing was added, and your files are as they were. The next scan begins with the first file.</p>
      <${Button} kind="main" icon="scan" busy=${busy} onClick=${onScan}>${failed ? `Scan your ${KIND_WORDS[kind]} again` : 'Scan again'}<//>
      <${Folders} folders=${folders} />
    </section>
    <${Problems} ...${problems} />
  `
}

export function Folders({ folders }: { folders: readonly string[] }) {
  return html`
    <ul class="import-folders" aria-label="Folders">
      ${folders.map((folder) => html`<li key=${folder}><${Icon} name="folder" /><code>${breakable(folder)}</code></li>`)}
    </ul>
  `
}
