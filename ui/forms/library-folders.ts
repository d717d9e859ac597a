import './library-folders.css'
import type { OptionName } from '../api/contract'
import { useQuery } from '../api/query'
import { html, type VNode } from '../html'
import { FolderList } from './folder-list'
import type { FolderView } from './folder-words'
import { pathsIn } from './option-field'
import type { BoundOption, OptionForm } from './option-form'

type LibraryKind = Exclude<FolderView['kind'], 'inbox'>

/** The two kinds of library folders. */
export const LIBRARIES: readonly { kind: LibraryKind; key: OptionName; what: string; title: string }[] = [
  { kind: 'comic', key: 'comic_dirs', what: 'comics', title: 'Comics' },
  { kind: 'manga', key: 'manga_dirs', what: 'manga', title: 'Manga' },
]

/** The folders of one kind, to add and remove. */
export function libraryList(kind: LibraryKind, { value, onSave }: BoundOption, views: readonly FolderView[]): VNode {
  const what = LIBRARIES.find((library) => library.kind === kind)?.what ?? ''
  const ofKind = views.filter((view) => view.kind === kind)
  return html`<${FolderList} folders=${pathsIn(value)} views=${ofKind} what=${what} onChange=${onSave} />` as VNode
}

/** The library folders of both kinds, saved at once. */
export function LibraryFolders({ form }: { form: OptionForm }) {
  const views = useQuery('GET /api/import/folders').data?.folders ?? []
  return html`
    <div class="library-folders">
      ${LIBRARIES.map(
        ({ kind, key, title }) => html`
          <section key=${kind} aria-label=${title}>
            <h2>${title}</h2>
            ${libraryList(kind, form.bind(key), views)}
          </section>
        `,
      )}
    </div>
  `
}
