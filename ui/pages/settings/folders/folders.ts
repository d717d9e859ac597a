import './folders.css'
import type { Config } from '../../../api/contract'
import { FolderList, OneFolder } from '../../../forms/folder-list'
import { type FolderView, intervalChoices } from '../../../forms/folder-words'
import type { Save } from '../../../forms/saving'
import type { Section, Setting } from '../../../forms/setting'
import { html } from '../../../html'
import { Button } from '../../../parts/controls/button'
import { SelectField } from '../../../parts/controls/field'
import { Segmented } from '../../../parts/controls/segmented'

const listed = (value: unknown) =>
  Array.isArray(value) ? value.filter((one): one is string => typeof one === 'string') : []

/** `views` is how the folders are doing; undefined until the server has looked at them. */
export function foldersSection(config: Config, save: Save, views: readonly FolderView[] = []): Section {
  const folders = (key: string, kind: FolderView['kind'], what: string) => ({
    folders: listed(config[key]),
    views: views.filter((one) => one.kind === kind),
    what,
    onChange: (next: string[]) => save(key, next, `The list of ${what} folders`),
  })
  return {
    key: 'folders',
    title: 'Folders and watching',
    settings: [
      {
        key: 'comic_dirs',
        label: 'Comics',
        about: 'Folders that hold your comics. Removing a folder here leaves its files alone.',
        usual: 'none',
        words: 'library path directory root disk drive free space watch',
        wide: true,
        control: html`<${FolderList} ...${folders('comic_dirs', 'comic', 'comics')} />`,
      },
      ...home(config, save, { key: 'destination_dir', dirs: 'comic_dirs', what: 'comics' }),
      {
        key: 'manga_dirs',
        label: 'Manga',
        about: 'Folders that hold your manga.',
        usual: 'none',
        words: 'library path directory root disk drive free space watch',
        wide: true,
        control: html`<${FolderList} ...${folders('manga_dirs', 'manga', 'manga')} />`,
      },
      ...home(config, save, { key: 'manga_destination_dir', dirs: 'manga_dirs', what: 'manga' }),
      interval(config, save, {
        key: 'library_scan_interval',
        label: 'Look through your library',
        about:
          'Your folders are looked through when files change in them, and as often as this besides: drives of other machines do not tell.',
        usual: 'every 12 hours',
        words: 'watch scan rescan schedule network drive poll',
      }),
      ...arrivals(config, save, views),
    ],
  }
}

/** Which of several folders new series get theirs in; with one alone there is nothing to choose. */
function home(config: Config, save: Save, { key, dirs, what }: { key: string; dirs: string; what: string }): Setting[] {
  const folders = listed(config[dirs])
  const chosen = String(config[key] ?? '')
  const label = `Where new ${what} go`
  if (folders.length < 2 && chosen === '') return []
  const first = folders[0] === undefined ? 'The first folder' : `The first: ${folders[0]}`
  const others = [...new Set([...folders, chosen])].filter((folder) => folder !== '')
  const field = {
    label,
    unlabelled: true,
    value: chosen,
    choices: [{ value: '', label: first }, ...others.map((folder) => ({ value: folder, label: folder }))],
    onChange: (folder: string) => save(key, folder, label),
  }
  return [
    {
      key,
      label,
      about: 'A series that you add gets a folder of its own in this one, unless you choose another as you add it.',
      usual: 'the first folder',
      words: 'destination path directory root new series',
      control: html`<${SelectField} ...${field} />`,
    },
  ]
}

function arrivals(config: Config, save: Save, views: readonly FolderView[]): Setting[] {
  const inbox = {
    path: String(config.import_dir ?? ''),
    words: { none: 'Have no import folder', choose: 'Choose the import folder' },
    view: views.find(({ kind }) => kind === 'inbox'),
    onChange: (path: string) => save('import_dir', path, 'The import folder'),
  }
  const move = {
    label: 'How files are filed',
    value: config.imp_move ? 'move' : 'copy',
    choices: [
      { value: 'copy', label: 'Copy' },
      { value: 'move', label: 'Move' },
    ],
    onChange: (how: string) => save('imp_move', how === 'move', 'How files are filed'),
  }
  return [
    {
      key: 'import_dir',
      label: 'Import folder',
      about: 'Where new files arrive, to be sorted into your library. Nothing is filed until you say so.',
      usual: 'none',
      words: 'inbox arrivals downloads path directory watch',
      wide: true,
      control: html`<${OneFolder} ...${inbox}><${Button} kind="quiet" size="small" icon="inbox" href="/import/inbox">See what arrived<//><//>`,
    },
    {
      key: 'imp_move',
      label: 'Copy or move',
      about:
        'Whether a file stays in the import folder once your library has it. A folder that a move leaves empty goes too.',
      usual: 'copy',
      words: 'inbox arrivals import',
      control: html`<${Segmented} ...${move} />`,
    },
    interval(config, save, {
      key: 'import_scan_interval',
      label: 'Look into the import folder',
      about: 'When files change in it, and as often as this besides.',
      usual: 'every 30 minutes',
      words: 'inbox arrivals watch schedule network drive poll',
    }),
  ]
}

function interval(config: Config, save: Save, setting: Omit<Setting, 'control'>): Setting {
  // Older tools write -1 where nothing is to happen by itself.
  const minutes = Math.max(0, Number(config[setting.key] ?? 0))
  const field = {
    label: setting.label,
    unlabelled: true,
    value: String(minutes),
    choices: intervalChoices(minutes),
    onChange: (value: string) => save(setting.key, Number(value), setting.label),
  }
  return { ...setting, control: html`<${SelectField} ...${field} />` }
}
