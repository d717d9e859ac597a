import { useMutation } from '../../api/query'
import { FolderDialog } from '../../forms/folder-dialog'
import { html, useState } from '../../html'
import { Button } from '../../parts/controls/button'
import { Icon } from '../../parts/icons/icon'
import type { SetupChoices } from './setup'

type Key = 'comic_dir' | 'manga_dir'
type StepFoldersProps = { now: SetupChoices; choose: (change: Partial<SetupChoices>) => void; onDone: () => void }

const KINDS: readonly { key: Key; title: string; title_of_picker: string }[] = [
  { key: 'comic_dir', title: 'Comics', title_of_picker: 'Choose the comics folder' },
  { key: 'manga_dir', title: 'Manga', title_of_picker: 'Choose the manga folder' },
]

export function StepFolders({ now, choose, onDone }: StepFoldersProps) {
  const [picking, setPicking] = useState<Key | undefined>(undefined)
  const save = useMutation('PUT /api/config', { invalidates: ['GET /api/config'] })
  const set = Object.fromEntries(KINDS.flatMap(({ key }) => (now[key] ? [[key, now[key]]] : [])))
  const any = Object.keys(set).length > 0
  const next = async () => {
    if (!any || (await save.run({ body: set }))) onDone()
  }
  const kind = KINDS.find((one) => one.key === picking)
  const pick = (path: string) => {
    if (picking) choose({ [picking]: path })
    setPicking(undefined)
  }
  return html`
    <div class="login-form">
      <h1>Where are your comics?</h1>
      <p class="login-lead">Point at the folders on this machine that hold your collection. One is enough, and nothing in them is changed.</p>
      ${KINDS.map(
        ({ key, title }) => html`
        <${FolderChoice}
          key=${key}
          title=${title}
          path=${now[key]}
          onBrowse=${() => setPicking(key)}
        />
      `,
      )}
      ${save.error && html`<p class="login-wrong" role="alert">${save.error.detail}</p>`}
      <${Button} kind=${any ? 'main' : 'plain'} size="large" busy=${save.busy} onClick=${next}>${any ? 'Use these folders' : 'Later'}<//>
      ${kind && html`<${FolderDialog} title=${kind.title_of_picker} start=${now[kind.key]} onPick=${pick} onClose=${() => setPicking(undefined)} />`}
    </div>
  `
}

type FolderChoiceProps = { title: string; path: string; onBrowse: () => void }

function FolderChoice({ title, path, onBrowse }: FolderChoiceProps) {
  return html`
    <button class="login-folder" type="button" data-set=${path !== '' || undefined} onClick=${onBrowse}>
      <${Icon} name=${path ? 'folder-open' : 'folder'} />
      <span><b>${title}</b><small>${path || 'Choose a folder'}</small></span>
      <${Icon} name="chevron-right" size="small" />
    </button>
  `
}
