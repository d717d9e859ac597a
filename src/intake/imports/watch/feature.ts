import type { Clock, Files, Log } from '../../../base/platform/ports'
import type { Database } from '../../../base/storage/database'
import type { Operations } from '../../../base/work/operations'
import type { ContentType } from '../../../library/series/states'
import type { ConfiguredFolders } from '../folders/configured'
import type { Inbox } from '../inbox/service'
import { INBOX_SCAN } from '../inbox/service'
import type { Imports } from '../service'
import { CONFIRM, SCAN, UNDO } from '../states'
import { scanInTurn } from './scheduled-scan'
import { mayScanAgain } from './store'
import { FolderWatch } from './watch'

interface Tools {
  db: Database
  clock: Clock
  files: Files
  log: Log
  operations: Operations
}

/** Scans the import folder and the library folders automatically when something in them changes. */
export function watchConfigured(
  { db, clock, files, log, operations }: Tools,
  folders: ConfiguredFolders,
  { imports, inbox }: { imports: Imports; inbox: Inbox },
): FolderWatch {
  const inboxLook = scanInTurn(
    { operations, log },
    { busy: () => operations.active(INBOX_SCAN)[0], begin: async () => (await inbox.refresh()).operation_id },
  )
  const libraryLook = (kind: ContentType) =>
    scanInTurn(
      { operations, log },
      {
        busy: () => [SCAN, CONFIRM, UNDO].flatMap((each) => operations.active(each, kind))[0],
        begin: async () =>
          mayScanAgain(db.read, kind, clock.now()) ? await imports.scan(kind, { quiet: true }) : undefined,
      },
    )
  return new FolderWatch({ files, clock, log }, [
    { name: 'inbox', folders: () => [folders.inbox()].filter(Boolean), scan: inboxLook },
    { name: 'comic', folders: () => folders.walk('comic').roots, scan: libraryLook('comic') },
    { name: 'manga', folders: () => folders.walk('manga').roots, scan: libraryLook('manga') },
  ])
}
