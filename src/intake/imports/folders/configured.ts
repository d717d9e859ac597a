import type { Config } from '../../../base/config/config'
import { arcRoot, homesOf, namingOf, permissionsOf } from '../../../library/filing/configured'
import type { Permissions } from '../../../library/filing/importer'
import type { NamingSettings } from '../../../library/filing/naming'
import type { Homes } from '../../../library/filing/series-folder'
import type { WalkRoots } from '../../../library/recognition/service'
import type { ContentType } from '../../../library/series/states'
import type { SeriesRow } from '../../../library/series/store'
import type { InboxSettings } from '../inbox/service'
import type { FolderPlace } from './folders'

/** The folders for imports, read from the settings at each call. */
export interface ConfiguredFolders {
  /** Library folders of both kinds, and the folder of story arcs. */
  libraries: () => string[]
  /** The folders that a scan of a kind walks. */
  walk: (kind: ContentType) => WalkRoots
  /** Empty when no import folder is set. */
  inbox: () => string
  inboxSettings: () => InboxSettings
  /** The folder for a new series, and the template for its name. */
  homes: (series: Pick<SeriesRow, 'content_type'>) => Pick<Homes, 'roots' | 'naming' | 'aside'>
  /** Library folders of a kind, or of both. */
  roots: (kind?: ContentType) => string[]
  /** The folder of story arcs: files there are not moved to their series. */
  aside: () => string | undefined
  /** The templates for names of files and folders. */
  naming: () => NamingSettings
  /** Whether files from the import folder are renamed by the templates. */
  renames: () => boolean
  /** Permissions of new files and folders; undefined leaves them unchanged. */
  permissions: () => Permissions | undefined
  /** All folders, as the settings list them. */
  places: () => FolderPlace[]
}

export function configuredFolders(config: Config): ConfiguredFolders {
  const comics = () => config.get('comic_dirs')
  const manga = () => config.get('manga_dirs')
  const inbox = () => config.get('import_dir')
  const libraries = () => [...comics(), ...manga(), config.get('storyarc_location')].filter(Boolean)
  const walk = (kind: ContentType): WalkRoots => ({
    roots: kind === 'comic' ? comics() : manga(),
    // Files in the import folder belong to the library only after they were imported.
    others: [...(kind === 'comic' ? manga() : comics()), inbox()].filter(Boolean),
  })
  const naming = () => namingOf(config)
  return {
    libraries,
    walk,
    inbox,
    inboxSettings: () => ({
      folder: inbox(),
      libraries: libraries(),
      usual: comics().length === 0 && manga().length > 0 ? 'manga' : 'comic',
      move: config.get('imp_move'),
      homes: (kind) => homesOf(config, kind),
    }),
    homes: ({ content_type }) => ({
      roots: homesOf(config, content_type),
      naming: naming(),
      aside: arcRoot(config)?.root,
    }),
    roots: (kind) => (kind === undefined ? [...comics(), ...manga()] : kind === 'manga' ? manga() : comics()),
    aside: () => arcRoot(config)?.root,
    naming,
    renames: () => config.get('imp_rename'),
    permissions: () => permissionsOf(config),
    places: () => [
      ...comics().map((path) => ({ kind: 'comic' as const, path })),
      ...manga().map((path) => ({ kind: 'manga' as const, path })),
      ...(inbox() === '' ? [] : [{ kind: 'inbox' as const, path: inbox() }]),
    ],
  }
}
