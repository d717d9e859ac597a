import { join } from 'node:path'
import type { AppEvent } from '../../base/events/types'
import { DiskCache } from '../../base/platform/disk-cache'
import type { Log } from '../../base/platform/ports'
import { SerialQueue } from '../../base/platform/serial-queue'
import type { ProviderName } from '../../base/providers/descriptors'
import type { Operations } from '../../base/work/operations'
import type { FileJournal } from '../filing/journal'
import type { PictureQueue } from '../reading/picture-queue'
import { FileRun } from '../tagging/file-run'
import { type HideDeps, PageHiding } from './hide-pages'
import { PageCheck } from './page-check'
import { seriesAfter } from './print-store'
import { removalStep } from './removal'
import { UnwantedPages } from './service'
import { CHECK_PAGES, HIDE_PAGES, REMOVE_PAGES } from './states'
import { PageThumbs } from './thumbs'

interface UnwantedDeps extends HideDeps {
  log: Log
  operations: Operations
  journal: FileJournal
  pictureQueue: PictureQueue
  cacheDir: string
  /** Providers, the preferred one first. */
  order: () => readonly ProviderName[]
  /** Whether someone is reading. */
  isReading: () => boolean
  subscribe: (listener: (event: AppEvent) => void) => unknown
}

/** Finds pages that are in several files, and hides or removes those that nobody wants. */
export function makeUnwanted(deps: UnwantedDeps) {
  const { db, archives, operations } = deps
  const thumbs = new PageThumbs({ ...deps, cache: new DiskCache(join(deps.cacheDir, 'covers')) })
  const hiding = new PageHiding(deps)
  const check = new PageCheck({ ...deps, hiding, thumbs, nextSeries: (after) => seriesAfter(db.read, after) })
  const queue = new SerialQueue()
  operations.handle(CHECK_PAGES, check)
  operations.handle(HIDE_PAGES, hiding)
  operations.handle(
    REMOVE_PAGES,
    new FileRun({ ...deps, files: archives.files, step: (payload) => removalStep({ ...deps, check, queue }, payload) }),
  )
  return { check, pages: new UnwantedPages({ ...deps, thumbs }), stop: () => check.stop() }
}
