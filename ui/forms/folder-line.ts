import './folder-list.css'
import { call } from '../api/client'
import { invalidate } from '../api/query'
import { type ComponentChildren, html, useState } from '../html'
import { Confirm } from '../parts/dialogs/dialog'
import { Icon } from '../parts/icons/icon'
import { Mark } from '../parts/status/mark'
import { breakable } from '../parts/text/breakable'
import { countWords } from '../parts/text/format'
import { showToast } from '../state/toasts'
import { useBusy } from '../state/use-busy'
import { type FolderView, folderFacts, isAway, STATES, spaceOf } from './folder-words'

/** Moves a folder from one kind of library folders to the other. */
export type KindChange = { words: string; run: (path: string) => unknown }

export type FolderLineProps = {
  path: string
  /** Undefined until the server has checked the folder. */
  folder?: FolderView
  /** Without this, a folder cannot change its kind. */
  toOther?: KindChange
  /** Actions for this line. */
  children?: ComponentChildren
}

/** One folder: its path, its state, its disk space. */
export function FolderLine({ path, folder, toOther, children }: FolderLineProps) {
  const change =
    toOther &&
    html`
      <button type="button" class="folder-line-kind" aria-label=${`${toOther.words}: ${path}`} onClick=${() => toOther.run(path)}>
        ${toOther.words}
      </button>
    `
  return html`
    <li class="folder-line">
      <div class="folder-line-head">
        <${Icon} name="folder" />
        <code>${breakable(path)}</code>
        ${children}
      </div>
      ${(folder || change) && html`<div class="folder-line-state">${folder && html`<${FolderState} folder=${folder} />`}${change}</div>`}
      ${folder?.reason && html`<p class="folder-line-reason">${folder.reason}</p>`}
      ${folder && isAway(folder) && folder.kind !== 'inbox' && folder.file_count > 0 && html`<${MissingFolder} folder=${folder} />`}
    </li>
  `
}

function FolderState({ folder }: { folder: FolderView }) {
  const { mark, word } = STATES[folder.state]
  return html`
    <${Mark} state=${mark} word=${word} />
    <span>${folderFacts(folder, Date.now())}</span>
    <${Space} folder=${folder} />
  `
}

const TIGHT = 0.9

function Space({ folder }: { folder: FolderView }) {
  const space = spaceOf(folder)
  if (!space) return null
  const share = Math.round(space.used * 100)
  const meter = {
    role: 'meter',
    'aria-label': 'Used space of its disk',
    'aria-valuenow': share,
    'aria-valuemin': 0,
    'aria-valuemax': 100,
    'aria-valuetext': space.words,
    'data-tight': space.used >= TIGHT || undefined,
  }
  return html`<span class="folder-space"><span class="folder-space-bar" ...${meter}><span style=${{ width: `${share}%` }}></span></span>${space.words}</span>`
}

/** The choices for files on a disk that is missing: only the user knows whether it will come back. */
function MissingFolder({ folder }: { folder: FolderView }) {
  const [asking, setAsking] = useState(false)
  const { busy, run } = useBusy()
  const { path, file_count } = folder
  const files = countWords(file_count, 'file')
  const forget = async () => {
    await run(async () => {
      const { forgotten } = await call('POST /api/import/folders/forget', { body: { path } })
      showToast(`${countWords(forgotten, 'file')} of ${path} count as missing now.`)
      setAsking(false)
    })
    invalidate('GET /api/import/folders')
  }
  const text = html`${files} of <code>${path}</code> will count as missing in your library. Nothing on any disk is touched, and if the
    folder comes back after all, the next look finds them again.`
  const confirm = {
    open: asking,
    title: 'Are its files permanently gone?',
    text,
    action: 'They are gone',
    danger: true,
    busy,
    onConfirm: forget,
    onClose: () => setAsking(false),
  }
  return html`
    <p class="folder-line-away">
      The drive may be off. Nothing was marked missing, and nothing will be until it is back.
      <button type="button" onClick=${() => setAsking(true)}>Its files are permanently gone</button>
    </p>
    <${Confirm} ...${confirm} />
  `
}
