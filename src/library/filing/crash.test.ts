import { afterEach, beforeEach, expect, test } from 'bun:test'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fingerprint } from '../../base/formats/fingerprint'
import { systemFiles } from '../../base/platform/files'
import type { Files } from '../../base/platform/ports'
import { type CrashStates, crashStates } from '../../testing/disks/crash-states'
import { journalAt, otherDisk, putComic } from '../../testing/imports/filing'
import { fileWithId } from '../series/file-store'
import { batchesOf, changesOf } from './store'

/** The process is killed between any two accesses to the disk, and in the middle of those that have one. */

const OLD = Buffer.from('the pages as they came '.repeat(40))
const NEW = Buffer.from('the same pages in another box '.repeat(40))
let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'panelkeep-filing-crash-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

interface Case {
  name: string
  disk?: 'other'
  /** Where the file has to be, and with what content, after the change; relative to the library folder. */
  to: string
  bytes: Buffer
  undo?: boolean
  act: (journal: ReturnType<typeof journalAt>['journal'], batch: string) => Promise<unknown>
}

const FROM = 'Old/a 1.cbr'
const make = (bytes: Buffer, files: () => Files) => async (temp: string) => {
  await files().write(temp, bytes)
}
const facts = { format: 'cbz', page_count: 2, cover_page: 0 } as const
const verify = async () => {}
const renote = async (_path: string, notes: Record<string, string | null>, temp: string) => {
  await current.write(temp, Buffer.from(notes['ComicInfo.xml'] ?? ''))
}
let current: Files
const at = (...parts: string[]) => join(folder, 'comics', ...parts)
const note = { 'ComicInfo.xml': OLD.toString() }

const CASES: Case[] = [
  {
    name: 'moved',
    to: 'New/b 1.cbr',
    bytes: OLD,
    act: (journal, batch) => journal.moveFile(batch, { file_id: 'f', to: at('New/b 1.cbr') }),
  },
  {
    name: 'moved to another disk',
    disk: 'other',
    to: 'New/b 1.cbr',
    bytes: OLD,
    act: (journal, batch) => journal.moveFile(batch, { file_id: 'f', to: at('New/b 1.cbr') }),
  },
  {
    name: 'given another case',
    to: 'Old/A 1.cbr',
    bytes: OLD,
    act: (journal, batch) => journal.moveFile(batch, { file_id: 'f', to: at('Old/A 1.cbr') }),
  },
  {
    name: 'replaced under its name',
    to: FROM,
    bytes: NEW,
    act: (journal, batch) =>
      journal.replaceFile(batch, { file_id: 'f', make: make(NEW, () => current), verify, facts }),
  },
  {
    name: 'replaced under another name',
    to: 'Old/a 1.cbz',
    bytes: NEW,
    act: (journal, batch) =>
      journal.replaceFile(batch, {
        file_id: 'f',
        to: at('Old/a 1.cbz'),
        make: make(NEW, () => current),
        verify,
        facts,
      }),
  },
  {
    name: 'given other notes',
    to: FROM,
    bytes: NEW,
    act: (journal, batch) =>
      journal.writeMetadata(batch, { file_id: 'f', make: make(NEW, () => current), verify, before_notes: note }),
  },
]

function diskOf({ disk }: Case): Files {
  return disk === 'other' ? otherDisk(systemFiles, (path) => path.includes('New')) : systemFiles
}

/** The state after a kill at any point. */
async function crashesOf(it: Case, direction: 'apply' | 'undo'): Promise<CrashStates> {
  for (const name of readdirSync(folder)) rmSync(join(folder, name), { recursive: true })
  mkdirSync(at('Old'), { recursive: true })
  mkdirSync(at('Other'))
  writeFileSync(at('Other/z 1.cbz'), 'another comic')
  writeFileSync(at(FROM), OLD)
  const crashes = crashStates(folder, diskOf(it))
  current = crashes.files
  const { journal, db } = journalAt(folder, crashes.files)
  await putComic(db, at(FROM))
  const batch = journal.beginBatch({ kind: 'rename', comic_id: 'a', title: 'One file renamed' })
  if (direction === 'undo') {
    await it.act(journal, batch)
    journal.endBatch(batch)
  }
  crashes.begin()
  if (direction === 'apply') await it.act(journal, batch)
  else await journal.undoBatch(batch, renote)
  crashes.end()
  db.close()
  return crashes
}

async function expectOne(it: Case, where: string, allowed: readonly { path: string; bytes: Buffer }[]): Promise<void> {
  current = diskOf(it)
  const { journal, db } = journalAt(folder, current)
  await journal.recover()
  const row = fileWithId(db.read, 'f')!
  const found = readdirSync(at(), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((path) => !path.includes('Other'))
  const visible = found.filter((path) => !path.includes('.panelkeep'))
  expect(visible, where).toEqual([row.path])
  const bytes = readFileSync(row.path)
  const match = allowed.find((each) => at(each.path) === row.path && each.bytes.equals(bytes))
  expect(match, `${where}: ${row.path}`).toBeDefined()
  const facts = statSync(row.path)
  expect([row.size, row.modified_ms], where).toEqual([facts.size, Math.trunc(facts.mtimeMs)])
  expect(row.content_hash, where).toBe(await fingerprint(row.path, systemFiles))
  expect(row.gone_at, where).toBeNull()
  const hidden = found.filter((path) => path.includes('.panelkeep'))
  // Only an old file that the journal knows may be in the recycle folder.
  const kept = changesOf(db.read, batchIn(db)).flatMap(({ kept_path, state }) =>
    state === 'done' ? (kept_path ?? []) : [],
  )
  expect(hidden, where).toEqual(kept.filter((path) => path !== ''))
  for (const path of kept) expect(readFileSync(path).equals(OLD), where).toBe(true)
  db.close()
}

function batchIn(db: ReturnType<typeof journalAt>['db']): string {
  return batchesOf(db.read, undefined, 1, 0)[0]?.batch_id ?? ''
}

const TRIED = CASES.flatMap((it) => (['apply', 'undo'] as const).map((direction) => [it.name, direction, it] as const))

test.each(TRIED)(
  'killed while a file is %s (%s), at any access to the disk: it is whole at one place',
  async (_name, direction, it) => {
    const { states, count } = await crashesOf(it, direction)
    for (const state of states) {
      state.putBack()
      await expectOne(it, state.at, [
        { path: FROM, bytes: OLD },
        { path: it.to, bytes: it.bytes },
      ])
    }
    expect(count()).toBeGreaterThan(4)
  },
  60_000,
)
