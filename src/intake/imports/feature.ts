import type { Config } from '../../base/config/config'
import type { ArchiveDeps } from '../../base/formats/archives/archive'
import type { Files, Ports } from '../../base/platform/ports'
import type { Database, Tx } from '../../base/storage/database'
import type { Operations } from '../../base/work/operations'
import type { FileImporter } from '../../library/filing/importer'
import type { FileJournal } from '../../library/filing/journal'
import type { SeriesAdder } from '../../library/metadata/add/series-adder'
import { providerOrder } from '../../library/metadata/client/configured'
import type { Pictures } from '../../library/metadata/pictures/pictures'
import type { Providers } from '../../library/metadata/providers/registry'
import type { PictureQueue } from '../../library/reading/picture-queue'
import type { SeriesLibrary } from '../../library/series/service'
import { type ContentType, contentTypes } from '../../library/series/states'
import { Confirmer } from './confirm/confirmer'
import { Undo } from './confirm/undo'
import type { ConfiguredFolders } from './folders/configured'
import { Folders } from './folders/folders'
import { filesOfConfirm, filesOfInboxImport, reportImportedFiles } from './imported-files'
import { InboxImporter } from './inbox/importer'
import { InboxScanner } from './inbox/scan'
import { INBOX_IMPORT, INBOX_SCAN, Inbox } from './inbox/service'
import { KnownFiles } from './known/known-files'
import { MetadataPass } from './known/metadata-pass'
import { Reinspection } from './known/reinspection'
import type { SuggestForName } from './name-suggestions'
import { PicturePacker } from './pack/picture-packer'
import { Packing } from './pack/service'
import { makeProposals } from './proposals/feature'
import { Previews } from './review/preview'
import { ImportReview } from './review/service'
import { Scanner } from './scan/scanner'
import { Imports } from './service'
import { CONFIRM, PACK, READ_FILES, SCAN, UNDO } from './states'
import { watchConfigured } from './watch/feature'

interface Deps extends Pick<Ports, 'clock' | 'random' | 'files' | 'log'> {
  db: Database
  config: Config
  operations: Operations
  folders: ConfiguredFolders
  library: SeriesLibrary
  archives: { anywhere: ArchiveDeps & { files: Files }; ofLibrary: ArchiveDeps & { files: Files } }
  pictureQueue: PictureQueue
  metadata: { adding: Pick<SeriesAdder, 'begin'>; providers: Providers; pictures: Pictures }
  filing: { importer: FileImporter; journal: FileJournal }
  /** Suggestions for files whose names are unclear. */
  suggest?: SuggestForName
  /** Called with the library files that an import added. */
  arrived: (fileIds: string[]) => void
  /** Called with the issues that got another number, after the numbers of their files changed. */
  renumbered: (tx: Tx, issueIds: readonly string[]) => void
}

/** Finds comics on the disk and imports them into the library. */
export function makeImports(deps: Deps) {
  const { db, clock, random, files, log, config, operations, folders, archives, metadata, filing, arrived } = deps
  const { anywhere, ofLibrary } = archives
  const proposals = makeProposals({ db, clock, random, operations, config, archives: ofLibrary, ...metadata })
  const scanned = (kind: ContentType) => proposals.begin(kind)
  const imports = new Imports({
    db,
    clock,
    random,
    files,
    operations,
    folders: folders.walk,
    hasInbox: () => folders.inbox() !== '',
    suggest: deps.suggest,
  })
  const inbox = new Inbox({
    db,
    clock,
    random,
    files,
    operations,
    settings: folders.inboxSettings,
    suggest: deps.suggest,
  })
  const undo = new Undo({ db, clock, operations, library: deps.library })
  const listIssues = (seriesId: string, wantNew?: boolean) =>
    metadata.adding.begin(
      seriesId,
      wantNew === undefined ? {} : { monitor: wantNew ? 'future' : 'none', running_only: true },
    )
  const order = () => providerOrder(config)
  const confirmer = new Confirmer({ db, clock, random, files: ofLibrary.files, order, listIssues })
  const importer = new InboxImporter({ db, clock, random, log, archives: anywhere, filing, places: folders, order })
  const known = new KnownFiles({ db, clock, random, order, renumbered: deps.renumbered })
  const secondLook = new Reinspection({ db, clock, log, archives: ofLibrary, known })
  operations.handle(
    SCAN,
    new Scanner({
      db,
      clock,
      random,
      files,
      archives: ofLibrary,
      folders: folders.walk,
      known,
      scanned,
      settled: () => filing.journal.ready(),
    }),
  )
  operations.handle(CONFIRM, reportImportedFiles(confirmer, { db, brought: filesOfConfirm, arrived }))
  operations.handle(UNDO, undo)
  const rescan: ConstructorParameters<typeof PicturePacker>[0]['rescan'] = (kind, options) =>
    imports.scan(kind, options)
  operations.handle(PACK, new PicturePacker({ db, log, archives: ofLibrary, rescan }))
  operations.handle(INBOX_SCAN, new InboxScanner({ db, clock, archives: anywhere, place: folders.inboxSettings }))
  operations.handle(INBOX_IMPORT, reportImportedFiles(importer, { db, brought: filesOfInboxImport, arrived }))
  const metadataPass = new MetadataPass({ db, clock, log, operations, archives: ofLibrary, order })
  operations.handle(READ_FILES, metadataPass)
  const watch = watchConfigured({ db, clock, files, log, operations }, folders, { imports, inbox })
  config.onChange(() => watch.arm())
  const libraries = new Folders({
    db,
    clock,
    files,
    places: folders.places,
    hears: (kind, path) => watch.isWatched(kind, path),
    inboxLookAt: () => operations.latest(INBOX_SCAN)?.finished_at ?? null,
  })
  return {
    imports,
    proposals,
    review: new ImportReview({ db, random, suggest: deps.suggest, corrected: () => contentTypes.forEach(scanned) }),
    undo,
    packing: new Packing({ db, operations }),
    inbox,
    previews: new Previews({ db, archives: anywhere, pictureQueue: deps.pictureQueue }),
    watch,
    libraries,
    metadataPass,
    /** Reads a library file that was rewritten since. */
    readAgain: (path: string) => secondLook.at(path),
  }
}
