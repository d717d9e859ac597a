import { useLocation } from 'preact-iso'
import { ApiError, call } from '../../api/client'
import { isActive, useOperation } from '../../api/operation'
import { invalidate } from '../../api/query'
import { FolderDialog } from '../../forms/folder-dialog'
import { html, useState } from '../../html'
import { Button } from '../../parts/controls/button'
import { Menu } from '../../parts/controls/menu'
import { Dialog } from '../../parts/dialogs/dialog'
import { NameDialog } from '../../parts/dialogs/name-dialog'
import { Progress } from '../../parts/status/progress'
import { arcPath } from '../../parts/text/arc-path'
import { countWords } from '../../parts/text/format'
import { runWithToast } from '../../state/run-with-toast'
import { showToast } from '../../state/toasts'
import { type ImportedList, OutcomeRow } from './outcome-row'

/** Imports reading lists from the web, or from a folder of the computer that Panelkeep runs on. */
export function ImportPlaces() {
  const { route } = useLocation()
  const [asking, setAsking] = useState<'address' | 'folder' | undefined>(undefined)
  const [work, setWork] = useState<string | undefined>(undefined)
  const [refused, setRefused] = useState<string | undefined>(undefined)
  const close = () => {
    setAsking(undefined)
    setRefused(undefined)
  }
  const fromAddress = async (address: string) => {
    try {
      const { arc_id, name, matched, issues } = await call('POST /api/storyarcs/import-address', { body: { address } })
      invalidate('GET /api/storyarcs')
      showToast(`${name}: ${matched} of ${countWords(issues, 'issue')} matched.`)
      route(arcPath(arc_id))
      return true
    } catch (cause) {
      setRefused(cause instanceof ApiError ? cause.detail : String(cause))
      return false
    }
  }
  const fromFolder = (folder: string) => {
    close()
    return runWithToast(async () => {
      const { operation_id } = await call('POST /api/storyarcs/import-folder', { body: { folder } })
      setWork(operation_id)
    })
  }
  const items = [
    { label: 'From an address', icon: 'external', onPick: () => setAsking('address') },
    { label: 'From a folder on the server', icon: 'folder', onPick: () => setAsking('folder') },
  ] as const
  return html`
    <${Menu} title="More ways to import" items=${items} />
    ${asking === 'address' && html`<${NameDialog} title="Import a reading list" label="Address of the list" action="Import" error=${refused} onName=${fromAddress} onClose=${close} />`}
    ${asking === 'folder' && html`<${FolderDialog} title="Folder with reading lists" start=${undefined} onPick=${fromFolder} onClose=${close} />`}
    ${work && html`<${FolderWork} operationId=${work} onClose=${() => setWork(undefined)} />`}
  `
}

type FolderDetail = { files: number; added: number; updated: number; failures: { file: string; detail: string }[] }

/** The progress of a folder import, and the lists that failed. */
function FolderWork({ operationId, onClose }: { operationId: string; onClose: () => void }) {
  const operation = useOperation(operationId, () => invalidate('GET /api/storyarcs'))
  const running = !operation || isActive(operation)
  const { files = 0, added = 0, updated = 0, failures = [] } = (operation?.detail ?? {}) as Partial<FolderDetail>
  const facts = [
    `${countWords(added, 'list')} imported`,
    updated > 0 && `${updated} brought up to date`,
    failures.length > 0 && `${failures.length} failed`,
  ].filter(Boolean)
  const outcomes = failures.map(({ file, detail }): ImportedList => ({ file, refused: detail }))
  const words = operation?.error ?? (running && files === 0 ? 'Reading the folder.' : `${facts.join(', ')}.`)
  return html`
    <${Dialog} open kind="sheet" title="Reading lists" help="lists#import-reading-lists" onClose=${onClose} foot=${html`<${Button} kind="main" onClick=${onClose}>${running ? 'Close' : 'Done'}<//>`}>
      <p role="status">${words}</p>
      ${running && html`<${Progress} label="Reading lists" value=${operation?.progress} />`}
      <ul class="arc-imports">${outcomes.map((one) => html`<${OutcomeRow} key=${one.file} outcome=${one} onOpen=${onClose} />`)}</ul>
    <//>
  `
}
