import { join } from 'node:path'
import type { Devices } from '../auth/devices'
import type { AppEvent } from '../events/types'
import type { UnpackHelper } from '../formats/helper/unpacker'
import { DiskCache } from '../platform/disk-cache'
import { PICTURES_AT_ONCE } from '../platform/images'
import type { Ports } from '../platform/ports'
import type { LibraryFiles } from '../series/library-files'
import type { Database } from '../storage/database'
import { Contents } from './contents'
import { Covers } from './covers'
import { CoversAhead } from './covers-ahead'
import { DocumentDigests } from './digests'
import { KoreaderSync } from './kosync'
import { OpenArchives } from './open-archives'
import { PageSizes } from './page-sizes'
import { makePageStreamListener } from './page-stream'
import { PageTray } from './page-tray'
import { Pages } from './pages'
import { ReadingProgress } from './progress'
import { IssueReader } from './reader'
import { keepSeriesReading } from './series-reading'
import { ReadingUpkeep } from './upkeep'
import { WholeSeries } from './whole-series'
import { Workshop } from './workshop'

interface World extends Pick<Ports, 'clock' | 'files' | 'log'> {
  db: Database
  unpacker: UnpackHelper
  /** Files as far as they are in a library folder. */
  shelved: LibraryFiles
  devices: Devices
  subscribe: (listener: (event: AppEvent) => void) => unknown
  cacheDir: string
}

/** Pages, covers and how far each issue was read, with what keeps them up to date in the background. */
export function makeReading({ db, clock, files, log, unpacker, shelved, devices, subscribe, cacheDir }: World) {
  keepSeriesReading(db)
  const workshop = new Workshop(PICTURES_AT_ONCE)
  const cache = new DiskCache(join(cacheDir, 'covers'))
  const covers = new Covers({ db, archives: { files: shelved, unpacker }, workshop, cache, log })
  const coversAhead = new CoversAhead({ db, clock, covers, log, subscribe })
  const shelf = new OpenArchives({ files, unpacker, clock })
  const pages = new Pages({ db, files: shelved, shelf, pictures: unpacker, workshop, tray: new PageTray(clock), clock })
  const contents = new Contents({ db, files, log })
  const progress = new ReadingProgress({ db, clock, contents })
  const digests = new DocumentDigests({ db, clock, files, log, isWanted: () => devices.list().length > 0 })
  const upkeep = new ReadingUpkeep({ db, clock, log, digests, subscribe })
  return {
    workshop,
    cache,
    covers,
    pages,
    progress,
    digests,
    upkeep,
    sync: new KoreaderSync({ db, clock, digests, progress }),
    reader: new IssueReader({ db, clock, pages, progress, contents }),
    whole: new WholeSeries({ db, files: shelved, log }),
    sizes: new PageSizes({ db, clock, pages, shelf }),
    streamed: makePageStreamListener({ devices, progress }),
    async stop() {
      await upkeep.stop()
      await contents.idle()
      await coversAhead.stop()
      await covers.settle()
      await shelf.close()
    },
  }
}
