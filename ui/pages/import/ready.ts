import { type ComponentChildren, html } from '../../html'
import { Button } from '../../parts/button'
import { Cover } from '../../parts/cover'
import { countWords, numberWords } from '../../parts/cover-words'
import { Icon } from '../../parts/icon'
import { Problems, type ProblemsProps } from './problems'
import type { Outcome, Proposal } from './review'
import type { Kind, WireScan } from './wire'

export type ReadyProps = {
  kind: Kind
  folders: readonly string[]
  scan: WireScan
  problems: ProblemsProps
  busy: boolean
  onScan: () => void
}

const WHAT = { comic: 'comics', manga: 'manga' } as const

/** Before the first scan: which folders, and what will happen to them. */
export function Ready({ kind, folders, busy, onScan }: ReadyProps) {
  return html`
    <section class="import-ready">
      <${Folders} folders=${folders} />
      <h2>See what is on your shelves</h2>
      <p>
        Panelkeep opens every file in ${folders.length === 1 ? 'this folder' : 'these folders'}, reads its tags and its name, and
        proposes a series for each. You look at the list and say yes. Files are only read: nothing is moved or changed.
      </p>
      <${Button} kind="main" size="large" icon="scan" busy=${busy} onClick=${onScan}>${`Look through your ${WHAT[kind]}`}<//>
    </section>
  `
}

/** A scan that did not get to its end: what happened, and the way to try again. */
export function Stopped({ kind, folders, scan, problems, busy, onScan }: ReadyProps) {
  const { processed_files, total_files, errors } = scan.progress
  const failed = scan.status === 'error'
  const reached =
    total_files > 0 ? `It had come to ${numberWords(processed_files)} of ${countWords(total_files, 'file')}.` : ''
  return html`
    <section class="import-ready">
      <${Icon} name=${failed ? 'alert' : 'minus'} size="large" />
      <h2>${failed ? 'The scan failed' : 'The scan was cancelled'}</h2>
      ${errors.map((error) => html`<p key=${error} role="alert">${error}</p>`)}
      <p>${reached} Nothing was added to the library.</p>
      <${Button} kind="main" icon="scan" busy=${busy} onClick=${onScan}>${`Look through your ${WHAT[kind]} again`}<//>
      <${Folders} folders=${folders} />
    </section>
    <${Problems} ...${problems} />
  `
}

export type EndedProps = ReadyProps & {
  outcome: Outcome | undefined
  /** What was accepted. */
  chosen: readonly Proposal[]
  left: number
  onReview: () => void
}

const STRIP = 9

/** After an import, or after a scan that found no news. */
export function Ended(props: EndedProps) {
  const { kind, folders, scan, problems, busy, onScan, outcome, chosen, left, onReview } = props
  const failed = outcome?.failed ?? []
  return html`
    <section class="import-ready">
      ${outcome && outcome.imported > 0 ? html`<${Strip} chosen=${chosen} />` : html`<${Icon} name=${outcome ? 'alert' : 'check'} size="large" />`}
      <h2>${headline(kind, scan, outcome)}</h2>
      ${!outcome && scan.progress.total_files === 0 && html`<p>CBZ and CBR files are looked for, in these folders and all below them.</p>`}
      ${failed.length > 0 && html`<ul class="import-failed">${failed.map(({ name, error }) => html`<li key=${name}><b>${name}</b> ${error}</li>`)}</ul>`}
      ${scan.progress.errors.map((error) => html`<p key=${error}>${error}</p>`)}
      <div class="import-actions">
        ${left > 0 && html`<${Button} onClick=${onReview}>${outcome ? `Look at the other ${numberWords(left)}` : 'Look at the list'}<//>`}
        <${Button} icon="scan" busy=${busy} onClick=${onScan}>Look again<//>
        <${Button} kind="main" icon="library" href="/library?sort=added">Go to the library<//>
      </div>
      ${!outcome && html`<${Folders} folders=${folders} />`}
    </section>
    <${Problems} ...${problems} />
  `
}

/** The first of what came, side by side as on the shelf. */
function Strip({ chosen }: { chosen: readonly Proposal[] }) {
  return html`
    <div class="import-strip" aria-hidden="true">
      ${chosen.slice(0, STRIP).map(({ id, name, cover, year }) => html`<span key=${id}><${Cover} name=${name} src=${cover} mark=${year} width=${96} /></span>`)}
    </div>
  `
}

function headline(kind: Kind, scan: WireScan, outcome: Outcome | undefined): ComponentChildren {
  if (outcome && outcome.imported === 0) return 'Nothing was added'
  if (outcome) return `${countWords(outcome.imported, 'series', 'series')} added to your library`
  return scan.progress.total_files === 0 ? `No ${WHAT[kind]} found` : 'Nothing new: your library has it all'
}

function Folders({ folders }: { folders: readonly string[] }) {
  return html`
    <ul class="import-folders" aria-label="Folders">
      ${folders.map((folder) => html`<li key=${folder}><${Icon} name="folder" /><code>${folder}</code></li>`)}
    </ul>
  `
}
