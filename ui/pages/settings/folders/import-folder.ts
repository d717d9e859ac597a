import { OneFolder } from '../../../forms/folder-list'
import { buttonWords, type FolderView } from '../../../forms/folder-words'
import type { OptionForm } from '../../../forms/option-form'
import type { Section } from '../../../forms/setting'
import { html } from '../../../html'
import { Button } from '../../../parts/controls/button'

/** The import folder, where new files wait for a review, and their handling afterwards. */
export function importFolderSection(form: OptionForm, views: readonly FolderView[] = []): Section {
  const view = views.find(({ kind }) => kind === 'inbox')
  return {
    key: 'import-folder',
    title: 'Import folder',
    settings: [
      form.row(
        'import_dir',
        ({ label, value, onSave }) => html`
          <${OneFolder} path=${String(value ?? '')} words=${buttonWords(label)} view=${view} onChange=${onSave}>
            <${Button} kind="quiet" size="small" icon="inbox" href="/import/inbox">Show waiting files<//>
          <//>
        `,
      ),
      ...form.rows('imp_move', 'imp_rename', 'import_scan_interval', 'migration_dismissed'),
    ],
  }
}
