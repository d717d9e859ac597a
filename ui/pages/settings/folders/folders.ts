import type { OptionName } from '../../../api/contract'
import type { FolderView } from '../../../forms/folder-words'
import { libraryList } from '../../../forms/library-folders'
import { pathsIn } from '../../../forms/option-field'
import type { OptionForm } from '../../../forms/option-form'
import type { Section, Setting } from '../../../forms/setting'
import { html } from '../../../html'
import { SelectField } from '../../../parts/controls/field'

/** `views` has the state of the folders; undefined until the server has checked them. */
export function foldersSection(form: OptionForm, views: readonly FolderView[] = []): Section {
  const list = (key: OptionName, kind: 'comic' | 'manga') => form.row(key, (option) => libraryList(kind, option, views))
  return {
    key: 'folders',
    title: 'Folders',
    settings: [
      list('comic_dirs', 'comic'),
      ...folderForNew(form, 'destination_dir', 'comic_dirs'),
      list('manga_dirs', 'manga'),
      ...folderForNew(form, 'manga_destination_dir', 'manga_dirs'),
      form.row('library_scan_interval'),
    ],
  }
}

/** The folder for new series; shown only with several folders. */
function folderForNew(form: OptionForm, key: OptionName, dirs: OptionName): Setting[] {
  const folders = pathsIn(form.value(dirs))
  const chosen = String(form.value(key) ?? '')
  if (folders.length < 2 && chosen === '') return []
  const first = folders[0] === undefined ? 'The first folder' : `The first: ${folders[0]}`
  const others = [...new Set([...folders, chosen])].filter((folder) => folder !== '')
  const choices = [{ value: '', label: first }, ...others.map((folder) => ({ value: folder, label: folder }))]
  const row = form.row(
    key,
    ({ label, onSave }) =>
      html`<${SelectField} label=${label} unlabelled value=${chosen} choices=${choices} onChange=${onSave} />`,
  )
  return [{ ...row, wide: false }]
}
