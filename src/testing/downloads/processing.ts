import { mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { OptionName } from '../../base/config/options'
import { systemFiles } from '../../base/platform/files'
import type { Files } from '../../base/platform/ports'
import { releaseKey } from '../../intake/downloads/journal/release-key'
import { advanceStage } from '../../intake/downloads/journal/stage-changes'
import { isOpen } from '../../intake/downloads/machine'
import { addItem, type DownloadItem, findDownload, type NewDownloadItem } from '../../intake/downloads/store'
import { placementsOf } from '../../intake/processing/store'
import { reserveIssues } from '../../library/series/store'
import { type TestApp, testApp } from '../app'
import { archiveHelper } from '../archives/archive-helper'

/** Completed downloads and their processing, in the real app on a test folder. */

interface Start {
  settings?: Partial<Record<OptionName, string>>
  files?: Files
  databasePath?: string
}

export function startProcessing(folder: string, { settings, files = systemFiles, databasePath }: Start = {}) {
  for (const name of ['comics', 'manga', 'downloads']) mkdirSync(join(folder, name), { recursive: true })
  const processes = { helper: archiveHelper().helper, launch: async () => false }
  const dirs = { comic_dirs: join(folder, 'comics'), manga_dirs: join(folder, 'manga') }
  const options = { ...dirs, enable_meta: 'false', cbr2cbz: 'false', ...settings }
  return testApp({ settings: options, folder, databasePath, ports: { files, processes } })
}

/** Writes into the folder for completed downloads; returns the absolute path. */
export function putDownload(folder: string, name: string, bytes: Uint8Array | string): string {
  const path = join(folder, 'downloads', name)
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(path, bytes)
  return path
}

export interface GrabbedItem extends Partial<NewDownloadItem> {
  /** Issues of the grab. */
  issues: readonly string[]
  comic_id: string
  content_path: string
}

/** An item of the journal whose download is finished. */
export function addDownloadedItem({ db, clock }: TestApp, { issues, content_path, ...row }: GrabbedItem): DownloadItem {
  return db.write((tx) => {
    const at = clock.now()
    const item_id = row.item_id ?? 'item'
    const entity_id = row.entity_id ?? issues[0] ?? row.comic_id
    reserveIssues(tx, issues, at)
    const facts = { digest: `digest ${item_id}`, title: 'Harbor Lights 003 (2015)', indexer: 'Indexer A' } as const
    const kind = { entity_type: 'issue', protocol: 'usenet' } as const
    const release_key = releaseKey(entity_id, 'Indexer A')
    addItem(tx, { ...facts, ...kind, item_id, entity_id, release_key, grabbed_at: at, ...row }, issues)
    advanceStage(tx, item_id, 'snatched', at, { client_id: 'job' })
    advanceStage(tx, item_id, 'downloaded', at, { content_path })
    return findDownload(tx, item_id) as DownloadItem
  })
}

/**
 * Waits until an item has ended and returns it. The watcher starts work at once; only waiting items need the clock,
 * which does not advance with `still`.
 */
export async function waitForEnd(
  app: TestApp,
  { item_id }: Pick<DownloadItem, 'item_id'>,
  still = false,
): Promise<DownloadItem> {
  for (let tries = 0; tries < (still ? 5000 : 150); tries++) {
    await app.idle()
    const item = findDownload(app.db.read, item_id)
    if (item && !isOpen(item.stage)) return item
    if (tries < 50 || still) await new Promise((resolve) => setImmediate(resolve))
    else await app.clock.advance('1 s')
  }
  throw new Error(`${item_id} did not end: ${findDownload(app.db.read, item_id)?.stage}`)
}

/** Imports a finished download. */
export const importDownload = (app: TestApp, grabbed: GrabbedItem): Promise<DownloadItem> =>
  waitForEnd(app, addDownloadedItem(app, grabbed))

/** The outcome of each file, in order. */
export const placementOutcomes = ({ db }: TestApp, { item_id }: DownloadItem) =>
  placementsOf(db.read, item_id).map(({ state, decision, detail }) => ({ state, decision, detail }))

/** All files below a test folder, including hidden ones. */
export function filesBelow(folder: string, name: string): string[] {
  const entries = readdirSync(join(folder, name), { recursive: true, withFileTypes: true })
  return entries
    .filter((entry) => !entry.isDirectory())
    .map((entry) => join(entry.parentPath, entry.name).slice(join(folder, name).length + 1))
    .sort()
}
