import './folder-picker.css'
import { type ComponentChildren, html, useLayoutEffect, useRef, useState } from '../../html'
import { Button } from '../controls/button'
import { TextField } from '../controls/field'
import { Icon, type IconName } from '../icons/icon'
import { countWords, numberWords, pluralWords } from '../text/format'
import { Dialog } from './dialog'

type Listing = { path: string; parent: string | null; folders: readonly { name: string; path: string }[] }
/** A start folder. */
export type FolderPlace = { kind: 'home' | 'library' | 'recent' | 'drive'; name: string; path: string }
/** Comic files in a folder and below; `more`: counting stopped at its limit. */
export type ComicCount = { comics: number; more: boolean }
/** Browses folders, one level at a time. `listing` is the current folder. */
export type FolderPickerProps = {
  open: boolean
  title: string
  listing: Listing | undefined
  error: string | undefined
  loading: boolean
  places?: readonly FolderPlace[]
  /** The counts by path; folders that are not counted yet are missing. */
  counts?: ReadonlyMap<string, ComicCount>
  /** Paths that complete the typed text. */
  completions?: readonly string[]
  onType?: (path: string) => void
  onOpen: (path: string | undefined) => void
  onPick: (path: string) => void
  onClose: () => void
}

export function FolderPicker(props: FolderPickerProps) {
  const {
    open,
    title,
    listing,
    error,
    loading,
    places = [],
    counts,
    completions,
    onType,
    onOpen,
    onPick,
    onClose,
  } = props
  const here = listing?.path ?? ''
  const [typed, setTyped] = useState<string | undefined>(undefined)
  // A folder that the user opened replaces the typed text; a late answer does not.
  const opens = useRef(false)
  useLayoutEffect(() => {
    if (opens.current) setTyped(undefined)
    opens.current = false
  }, [here])
  useLayoutEffect(() => setTyped(undefined), [open])
  const openFolder = (path: string | undefined) => {
    opens.current = true
    onOpen(path)
  }
  const isTyped = typed !== undefined && typed.trim() !== here
  const target = (typed ?? here).trim()
  // While another folder opens, `here` is still the previous one.
  const isUnsure = loading || Boolean(error)
  const type = (path: string) => {
    opens.current = false
    setTyped(path)
    onType?.(path)
  }
  const openTyped = (event: Event) => {
    event.preventDefault()
    if (target) openFolder(target)
  }
  const foot = html`
    <${Button} onClick=${onClose}>Cancel<//>
    <${Button} kind="main" disabled=${!target || (!isTyped && isUnsure)} onClick=${() => onPick(target)}>Use this folder<//>
  `
  const up = listing && listing.parent !== null ? () => openFolder(listing.parent ?? undefined) : undefined
  const field = { label: 'Folder path', unlabelled: true, code: true, autocomplete: 'off', suggestions: completions }
  return html`
    <${Dialog} open=${open} title=${title} kind="sheet" onClose=${onClose} foot=${foot}>
      <div class="folder-picker">
        <form class="folder-picker-here" onSubmit=${openTyped}>
          <${Button} kind="quiet" icon="arrow-up" label="One folder up" disabled=${!up} onClick=${up} />
          <${TextField} ...${field} value=${typed ?? here} placeholder="Type a path" onInput=${type} />
          ${isTyped && html`<${Button} type="submit">Open<//>`}
        </form>
        ${error && html`<p class="folder-picker-error" role="alert">${error} <button type="button" onClick=${() => openFolder(undefined)}>Start over</button></p>`}
        <div class="folder-picker-body">
          ${places.length > 0 && html`<${Places} places=${places} here=${here} onOpen=${openFolder} />`}
          <div class="folder-picker-folders">
            <p class="folder-picker-count" role="status">${listing && hereWords(counts?.get(here))}</p>
            <ul class="folder-picker-list" aria-label=${`Folders in ${here || 'this computer'}`} aria-busy=${loading}>
              ${listing?.folders.map(
                (folder) => html`
                  <li key=${folder.path}>
                    <button type="button" onClick=${() => openFolder(folder.path)}>
                      <${Icon} name="folder" /><span title=${folder.name}>${folder.name}</span>
                      <small>${comicWords(counts?.get(folder.path))}</small><${Icon} name="chevron-right" size="small" />
                    </button>
                  </li>
                `,
              )}
            </ul>
            ${listing?.folders.length === 0 && !error && html`<p class="folder-picker-none">No subfolders</p>`}
          </div>
        </div>
      </div>
    <//>
  `
}

/** "1,204 comics", "5,000+ comics"; empty when unknown. */
function comicWords(count: ComicCount | undefined): string {
  if (!count) return ''
  const { comics, more } = count
  if (more) return comics === 0 ? '' : `${numberWords(comics)}+ ${pluralWords(comics, 'comic', 'comics')}`
  return comics === 0 ? 'No comics' : countWords(comics, 'comic')
}

function hereWords(count: ComicCount | undefined): ComponentChildren {
  if (!count) return 'Counting comics…'
  return comicWords(count) || 'More files than are counted'
}

const PLACE_ICONS: Record<FolderPlace['kind'], IconName> = {
  home: 'home',
  library: 'library',
  recent: 'history',
  drive: 'drive',
}

type PlacesProps = { places: readonly FolderPlace[]; here: string; onOpen: (path: string) => void }

/** "Comics"; with folders above it, as many as tell it from another place of that name: "nas/Comics". */
function placeWords({ name, path }: FolderPlace, places: readonly FolderPlace[]): string {
  const same = places.filter((other) => other.name === name && other.path !== path)
  if (same.length === 0) return name
  let count = 2
  while (count < path.length && same.some((other) => lastFolders(other.path, count) === lastFolders(path, count)))
    count++
  return lastFolders(path, count)
}

const lastFolders = (path: string, count: number): string =>
  path
    .split(/(?=[\\/])/)
    .slice(-count)
    .join('')
    .replace(/^[\\/]/, '')

function Places({ places, here, onOpen }: PlacesProps) {
  return html`
    <ul class="folder-picker-places" aria-label="Places">
      ${places.map((place) => {
        const { kind, path } = place
        return html`
          <li key=${path}>
            <button type="button" title=${path} aria-current=${path === here ? 'true' : undefined} onClick=${() => onOpen(path)}>
              <${Icon} name=${PLACE_ICONS[kind]} size="small" /><span>${placeWords(place, places)}</span>
            </button>
          </li>
        `
      })}
    </ul>
  `
}
