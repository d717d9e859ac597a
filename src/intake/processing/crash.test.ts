import { afterEach, beforeEach, expect, test } from 'bun:test'
import { existsSync, mkdtempSync, readFileSync, rmSync, utimesSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ZipWriter } from '../../base/formats/zip/writer'
import { systemFiles } from '../../base/platform/files'
import type { Files } from '../../base/platform/ports'
import { fileOf } from '../../library/series/file-store'
import { findIssue } from '../../library/series/store'
import type { TestApp } from '../../testing/app'
import { makeCbz, makePages } from '../../testing/archives/archives'
import { type CrashStates, crashStates } from '../../testing/disks/crash-states'
import {
  addDownloadedItem,
  filesBelow,
  type GrabbedItem,
  putDownload,
  startProcessing,
  waitForEnd,
} from '../../testing/downloads/processing'
import { makeIssues, makeSeries } from '../../testing/make'
import { logOf } from '../downloads/store'

/**
 * The process is killed between any two disk operations; the next process ends the item once, with every file complete.
 */

const comic = (n: number, more: Record<string, string> = {}) => makeCbz({ ...makePages(2), 'n.txt': `${n}`, ...more })
const PAGES = makePages(4, [20, 30])
const DAY = '2026-11-21T12:00:00.000Z'
const LARGE = comic(1, { 'x.txt': [...Array(3000).keys()].join(' ') })

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'panelkeep-processing-crash-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

async function packed(pages: Record<string, Uint8Array>): Promise<Uint8Array> {
  const pieces: Uint8Array[] = []
  const zip = new ZipWriter(async (bytes) => void pieces.push(bytes))
  for (const [name, bytes] of Object.entries(pages)) await zip.add(name, bytes, DAY)
  await zip.end()
  return Buffer.concat(pieces)
}

const otherDisk: Files = {
  ...systemFiles,
  link: () => Promise.reject(Object.assign(new Error('EXDEV'), { code: 'EXDEV' })),
}

interface Case {
  disk?: Files
  /** The file that the library has before. */
  before?: Uint8Array
  lays: () => string
  /** The files that the issues must have in the end. */
  brings: Record<string, Uint8Array>
}

const issue = (n: number) => `Harbor Lights 00${n} (2015).cbz`
const CASES: Record<string, Case> = {
  'moved on one disk': {
    lays: () => putDownload(folder, issue(1), comic(1)),
    brings: { 'harbor-1': comic(1) },
  },
  'moved to another disk': {
    disk: otherDisk,
    lays: () => putDownload(folder, issue(1), comic(1)),
    brings: { 'harbor-1': comic(1) },
  },
  'an upgrade': {
    before: comic(1),
    lays: () => putDownload(folder, issue(1), LARGE),
    brings: { 'harbor-1': LARGE },
  },
  'a pack of archives in archives': {
    lays: () => {
      const inner = makeCbz({ [issue(2)]: comic(2) }, { store: true })
      return putDownload(folder, 'pack.zip', makeCbz({ [issue(1)]: comic(1), 'more.zip': inner }, { store: true }))
    },
    brings: { 'harbor-1': comic(1), 'harbor-2': comic(2) },
  },
  'a folder of loose pages': {
    lays: () => {
      const laid = Object.entries(PAGES).map(([name, bytes]) => putDownload(folder, join('pages', name), bytes))
      for (const path of laid) utimesSync(path, new Date(DAY), new Date(DAY))
      return join(folder, 'downloads', 'pages')
    },
    brings: { 'harbor-1': await packed(PAGES) },
  },
}

async function start(files: Files): Promise<TestApp> {
  return startProcessing(folder, { files, databasePath: join(folder, 'panelkeep.db') })
}

/** The states of the disk after the process was killed at each point of importing one download. */
async function crashesOf({ disk, before, lays, brings }: Case): Promise<CrashStates> {
  const crashes = crashStates(folder, disk ?? systemFiles)
  const app = await start(crashes.files)
  makeSeries(app.db, { year: 2015 })
  makeIssues(app.db, 'harbor', ['1', '2', '3'])
  const about = { comic_id: 'harbor', issues: Object.keys(brings) }
  const first = () => ({ ...about, item_id: 'first', content_path: putDownload(folder, issue(1), before ?? '') })
  if (before) await waitForEnd(app, addDownloadedItem(app, first()))
  // The clock is stopped from here on, so that no timed job runs beside the test.
  await app.clock.advance('2 min')
  await app.idle()
  const grabbed: GrabbedItem = { ...about, content_path: lays() }
  crashes.begin()
  await waitForEnd(app, addDownloadedItem(app, grabbed), true)
  crashes.end()
  await app.close()
  return crashes
}

async function expectOne({ disk, before, brings }: Case, at: string): Promise<void> {
  const app = await start(disk ?? systemFiles)
  const item = await waitForEnd(app, { item_id: 'item' })
  expect([at, item.stage, item.reason]).toEqual([at, 'post_processed', null])
  expect(logOf(app.db.read, 'item').filter(({ to }) => to === 'post_processed')).toHaveLength(1)
  for (const [issueId, bytes] of Object.entries(brings)) {
    const file = fileOf(app.db.read, issueId)
    expect(file && readFileSync(file.path).equals(Buffer.from(bytes)), `${at}: ${issueId}`).toBe(true)
    expect(findIssue(app.db.read, issueId)?.fulfillment).toBe('downloaded')
  }
  const there = filesBelow(folder, 'comics')
  const kept = there.filter((path) => path.includes('.panelkeep-recycle'))
  expect(there.length - kept.length, `${at}: ${there}`).toBe(Object.keys(brings).length)
  expect(kept.length, `${at}: ${kept}`).toBe(before ? 1 : 0)
  expect(filesBelow(folder, 'downloads'), at).toEqual([])
  expect(existsSync(join(folder, 'comics', '.panelkeep-unpacked')), at).toBe(false)
  await app.close()
}

test.each(Object.keys(CASES))(
  '%s, killed at any disk access: everything is in its place after the next start',
  async (name) => {
    const each = CASES[name] as Case
    const { states, count } = await crashesOf(each)
    expect(count()).toBeGreaterThan(10)
    for (const state of states) {
      state.putBack()
      await expectOne(each, state.at)
    }
  },
  // Starts some fifty apps, which is slow on a busy machine.
  180_000,
)
