import type { Config } from '../../api/contract'
import { useFolders } from '../../api/folders'
import { html, useState } from '../../html'
import { Button } from '../../parts/button'
import { FolderPicker } from '../../parts/folder-picker'
import { Icon } from '../../parts/icon'
import type { Save } from './saving'
import type { Section } from './setting'

const listed = (value: unknown) =>
  Array.isArray(value) ? value.filter((one): one is string => typeof one === 'string') : []

export function foldersSection(config: Config, save: Save): Section {
  const folders = (key: string, what: string) => ({
    folders: listed(config[key]),
    what,
    onChange: (next: string[]) => save(key, next, `The list of ${what} folders`),
  })
  return {
    key: 'folders',
    title: 'Folders',
    settings: [
      {
        key: 'comic_dirs',
        label: 'Comics',
        about:
          'Folders that hold your comics. New series go into the first one. Removing a folder here leaves its files alone.',
        usual: 'none',
        words: 'library path directory root',
        wide: true,
        control: html`<${FolderList} ...${folders('comic_dirs', 'comics')} />`,
      },
      {
        key: 'manga_dirs',
        label: 'Manga',
        about: 'Folders that hold your manga. New series go into the first one.',
        usual: 'none',
        words: 'library path directory root',
        wide: true,
        control: html`<${FolderList} ...${folders('manga_dirs', 'manga')} />`,
      },
    ],
  }
}

type FolderListProps = { folders: string[]; what: string; onChange: (folders: string[]) => unknown }

function FolderList({ folders, what, onChange }: FolderListProps) {
  const [picking, setPicking] = useState(false)
  const add = (path: string) => {
    setPicking(false)
    if (!folders.includes(path)) onChange([...folders, path])
  }
  const without = (path: string) => folders.filter((one) => one !== path)
  return html`
    <ul class="folder-list">
      ${folders.map(
        (path, at) => html`
          <li key=${path}>
            <${Icon} name="folder" />
            <code>${path}</code>
            ${at === 0 && folders.length > 1 && html`<small>New series</small>`}
            ${at > 0 && html`<${Button} kind="quiet" size="small" icon="arrow-up" label=${`Put new series into ${path}`} onClick=${() => onChange([path, ...without(path)])} />`}
            <${Button} kind="quiet" size="small" icon="close" label=${`Remove ${path} from the list`} onClick=${() => onChange(without(path))} />
          </li>
        `,
      )}
    </ul>
    <${Button} size="small" icon="plus" onClick=${() => setPicking(true)}>${`Add a ${what} folder`}<//>
    ${picking && html`<${Picking} title=${`Add a ${what} folder`} start=${folders[0]} onPick=${add} onClose=${() => setPicking(false)} />`}
  `
}

type PickingProps = { title: string; start: string | undefined; onPick: (path: string) => void; onClose: () => void }

function Picking({ title, start, onPick, onClose }: PickingProps) {
  const { listing, error, loading, onOpen } = useFolders(start)
  return html`<${FolderPicker} ...${{ open: true, title, listing, error, loading, onOpen, onPick, onClose }} />`
}
