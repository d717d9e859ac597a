import './library-folders.css'
import type { OptionName } from '../api/contract'
import { useQuery } from '../api/query'
import { html, type VNode } from '../html'
import type { KindChange } from './folder-line'
import { FolderList } from './folder-list'
import type { FolderView } from './folder-words'
import { pathsIn } from './option-field'
import type { BoundOption, OptionForm } from './option-form'
import { saveOptions } from './saving'

type LibraryKind = Exclude<FolderView['kind'], 'inbox'>

/** The two kinds of library folders. */
export const LIBRARIES: readonly { kind: LibraryKind; key: OptionName; what: string; title: string }[] = [
  { kind: 'comic', key: 'comic_dirs', what: 'comics', title: 'Comics' },
  { kind: 'manga', key: 'manga_dirs', what: 'manga', title: 'Manga' },
]

/** The folders of one kind, to add and remove. */
export function libraryList(
  kind: LibraryKind,
  { value, onSave }: BoundOption,
  views: readonly FolderView[],
  toOther?: KindChange,
): VNode {
  const what = LIBRARIES.find((library) => library.kind === kind)?.what ?? ''
  const ofKind = views.filter((view) => view.kind === kind)
  return html`<${FolderList} folders=${pathsIn(value)} views=${ofKind} what=${what} toOther=${toOther} onChange=${onSave} />` as VNode
}

/** The library folders of both kinds, saved at once. A folder can be moved to the other kind. */
export function LibraryFolders({ form }: { form: OptionForm }) {
  const views = useQuery('GET /api/import/folders').data?.folders ?? []
  return html`
    <div class="library-folders">
      ${LIBRARIES.map(
        ({ kind, key, title }) => html`
          <section key=${kind} aria-label=${title}>
            <h2>${title}</h2>
            ${libraryList(kind, form.bind(key), views, kindChange(form, kind))}
          </section>
        `,
      )}
    </div>
  `
}

/** Moves a folder from this kind to the other one. */
function kindChange({ config, value }: OptionForm, kind: LibraryKind): KindChange | undefined {
  const from = LIBRARIES.find((library) => library.kind === kind)
  const to = LIBRARIES.find((library) => library.kind !== kind)
  if (!from || !to) return undefined
  const [here, there] = [pathsIn(value(from.key)), pathsIn(value(to.key))]
  const run = (path: string) => {
    const change = { label: `${to.title} folders`, config, before: { [from.key]: here, [to.key]: there } }
    const rest = here.filter((each) => each !== path)
    return saveOptions(change, { [from.key]: rest, [to.key]: [...there.filter((each) => each !== path), path] })
  }
  return { words: `Move to ${to.title}`, run }
}
