import './folder-list.css'
import { type ComponentChildren, html, useState } from '../html'
import { Button } from '../parts/controls/button'
import { FolderDialog } from './folder-dialog'
import { FolderLine, type KindChange } from './folder-line'
import { type FolderView, isAway } from './folder-words'

export type FolderListProps = {
  folders: string[]
  /** The state of each folder, including missing disks below it. */
  views: readonly FolderView[]
  what: string
  /** Without this, a folder cannot change its kind. */
  toOther?: KindChange
  onChange: (folders: string[]) => unknown
}

/** The library folders of a kind, in order: new series go into the first. */
export function FolderList({ folders, views, what, toOther, onChange }: FolderListProps) {
  const add = (path: string) => {
    if (!folders.includes(path)) onChange([...folders, path])
  }
  const lost = views.filter((view) => isAway(view) && !folders.includes(view.path))
  const without = (path: string) => folders.filter((one) => one !== path)
  return html`
    <ul class="folder-list">
      ${folders.map(
        (path, at) => html`
          <${FolderLine} key=${path} path=${path} folder=${views.find((view) => view.path === path)} toOther=${toOther}>
            ${at === 0 && folders.length > 1 && html`<small>New series</small>`}
            ${
              at > 0 &&
              html`
                <${Button}
                  kind="quiet"
                  size="small"
                  icon="arrow-up"
                  label=${upWords(path, at)}
                  onClick=${() => onChange(movedUp(folders, at))}
                />
              `
            }
            <${Button} kind="quiet" size="small" icon="close" label=${`Remove ${path} from the list`} onClick=${() => onChange(without(path))} />
          <//>
        `,
      )}
      ${lost.map((view) => html`<${FolderLine} key=${view.path} path=${view.path} folder=${view} />`)}
    </ul>
    <${AddFolder} words=${`Add a ${what} folder`} onPick=${add} />
  `
}

const upWords = (path: string, at: number) => (at > 1 ? `Move ${path} up` : `Put new series into ${path}`)

function movedUp(folders: readonly string[], at: number): string[] {
  const next = [...folders]
  next.splice(at - 1, 0, ...next.splice(at, 1))
  return next
}

export type OneFolderProps = {
  /** An empty path means no folder. */
  path: string
  /** The labels for clearing the folder and for choosing one. */
  words: { none: string; choose: string }
  view?: FolderView
  onChange: (path: string) => unknown
  /** Further actions. */
  children?: ComponentChildren
}

/** One folder, or the button to choose one. */
export function OneFolder({ path, words, view, onChange, children }: OneFolderProps) {
  if (path === '') return html`<${AddFolder} words=${words.choose} onPick=${onChange} />`
  return html`
    <ul class="folder-list">
      <${FolderLine} path=${path} folder=${view}>
        <${Button} kind="quiet" size="small" icon="close" label=${words.none} onClick=${() => onChange('')} />
      <//>
    </ul>
    <div class="folder-actions">
      <${AddFolder} words="Choose another one" start=${path} onPick=${onChange} />
      ${children}
    </div>
  `
}

export type AddFolderProps = { words: string; start?: string; onPick: (path: string) => unknown }

/** The button that leads to a folder. */
export function AddFolder({ words, start, onPick }: AddFolderProps) {
  const [picking, setPicking] = useState(false)
  const pick = (path: string) => {
    setPicking(false)
    onPick(path)
  }
  return html`
    <${Button} size="small" icon="plus" onClick=${() => setPicking(true)}>${words}<//>
    ${picking && html`<${FolderDialog} title=${words} start=${start} onPick=${pick} onClose=${() => setPicking(false)} />`}
  `
}
