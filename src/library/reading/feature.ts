import { join } from 'node:path'
import type { Devices } from '../../base/auth/devices'
import type { AppEvent } from '../../base/events/types'
import type { UnpackHelper } from '../../base/formats/helper/unpacker'
import { DiskCache } from '../../base/platform/disk-cache'
import { PICTURES_AT_ONCE } from '../../base/platform/images'
import type { Ports } from '../../base/platform/ports'
import type { Database, ReadHandle } from '../../base/storage/database'
import type { LibraryFiles } from '../series/library-files'
import { ChangedFiles, type ReadChangedFile } from './changed-files'
import { Contents } from './contents'
import { Covers } from './covers'
import { CoversAhead } from './covers-ahead'
import { DocumentDigests } from './digests'
import { KeptIssues } from './kept'
import { KoreaderSync } from './kosync'
import type { ListOrders } from './list-orders'
import { OpenArchives } from './open-archives'
import { PageCache } from './page-cache'
import { PageLayouts } from './page-layouts'
import { PageSizes } from './page-sizes'
import { makePageStreamListener } from './page-stream'
import { Pages } from './pages'
import { PictureQueue } from './picture-queue'
import { ReadingProgress } from './progress'
import { IssueReader } from './reader'
import type { PageMark } from './schema'
import { updateSeriesReading } from './series-reading'
import { StatisticsReader } from './statistics'
import { ReadingUpkeep } from './upkeep'
import { WholeSeries } from './whole-series'

interface ReadingDeps extends Pick<Ports, 'clock' | 'files' | 'log'> {
  db: Database
  unpacker: UnpackHelper
  /** Files, limited to the library folders. */
  filesInLibrary: LibraryFiles
  devices: Devices
  subscribe: (listener: (event: AppEvent) => void) => unknown
  cacheDir: string
  lists: ListOrders
  readChanged: ReadChangedFile
  pageMarks: (db: ReadHandle, issueId: string) => readonly PageMark[]
}

/** Pages, covers and reading progress, with the background work that keeps them up to date. */
export function makeReading({
  db,
  clock,
  files,
  log,
  unpacker,
  filesInLibrary,
  devices,
  subscribe,
  cacheDir,
  lists,
  readChanged,
  pageMarks,
}: ReadingDeps) {
  updateSeriesReading(db)
  const pictureQueue = new PictureQueue(PICTURES_AT_ONCE)
  const cache = new DiskCache(join(cacheDir, 'covers'))
  const changed = new ChangedFiles({ db, log, read: readChanged })
  const covers = new Covers({ db, archives: { files: filesInLibrary, unpacker }, changed, pictureQueue, cache, log })
  const coversAhead = new CoversAhead({ db, clock, covers, log, subscribe })
  const openArchives = new OpenArchives({ files, unpacker, clock })
  const pages = new Pages({
    db,
    files: filesInLibrary,
    changed,
    openArchives,
    pictures: unpacker,
    pictureQueue,
    pageCache: new PageCache(clock),
    clock,
  })
  const contents = new Contents({ db, files, log })
  const progress = new ReadingProgress({ db, clock, contents })
  const digests = new DocumentDigests({ db, clock, files, log, isWanted: () => devices.list().length > 0 })
  const upkeep = new ReadingUpkeep({ db, clock, log, digests, subscribe })
  return {
    pictureQueue,
    cache,
    covers,
    pages,
    progress,
    contents,
    digests,
    upkeep,
    sync: new KoreaderSync({ db, clock, digests, progress }),
    kept: new KeptIssues({ db }),
    reader: new IssueReader({ db, clock, pages, progress, contents, lists, pageMarks }),
    whole: new WholeSeries({ db, files: filesInLibrary, log, changed }),
    sizes: new PageSizes({ db, clock, pages, openArchives }),
    layouts: new PageLayouts({ db, pages }),
    statistics: new StatisticsReader({ db, clock }),
    /** Whether someone is reading; background work pauses meanwhile. */
    isReading: () => openArchives.isReading,
    onPageRequested: makePageStreamListener({ devices, progress }),
    async stop() {
      await upkeep.stop()
      await contents.idle()
      await coversAhead.stop()
      await covers.allStored()
      await openArchives.close()
    },
  }
}
