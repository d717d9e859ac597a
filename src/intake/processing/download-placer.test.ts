import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import { mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Database } from '../../base/storage/database'
import { FileBusy } from '../../library/filing/change-run'
import { addBatch } from '../../library/filing/store'
import { archiveHelper } from '../../testing/archives/archive-helper'
import { makeCbz, makePages } from '../../testing/archives/archives'
import { testDatabase } from '../../testing/database'
import { disk } from '../../testing/disks/disk'
import { itemAt } from '../../testing/downloads/clients'
import { fakeClock } from '../../testing/fakes/clock'
import { makeIssues, makeSeries } from '../../testing/make'
import { addItem, type DownloadItem, findDownload, type NewDownloadItem } from '../downloads/store'
import { DownloadPlacer } from './download-placer'
import type { PlaceRequest } from './place'
import { addPlacements, type NewPlacement, type Placement, placementsOf, setPlacement } from './store'

let folder: string
let db: Database
let clock: ReturnType<typeof fakeClock>
let brought: PlaceRequest[]
let begun: object[]
let reported: number[]
let bringing: (row: Placement) => void
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'panelkeep-ready-'))
  db = testDatabase()
  clock = fakeClock()
  ;[brought, begun, reported] = [[], [], []]
  bringing = () => {}
  makeSeries(db)
  makeIssues(db, 'harbor', ['1', '2'])
})
afterEach(() => {
  db.close()
  rmSync(folder, { recursive: true, force: true })
})

function item(more: Partial<NewDownloadItem> = {}): DownloadItem {
  db.write((tx) => addItem(tx, { ...itemAt('A', clock.now()), ...more } as NewDownloadItem, ['harbor-1', 'harbor-2']))
  return findDownload(db.read, 'i')!
}
/** Files of a download that are ready to be placed. */
function ready(...rows: Partial<Placement>[]): void {
  for (const [position, change] of rows.entries()) {
    const source_path = join(folder, `${position}.cbz`)
    writeFileSync(source_path, makeCbz({ 'in.cbz': makeCbz(makePages(1)) }, { store: true }))
    const { size, mtimeMs } = statSync(source_path)
    const facts = { source_path, inner: '', pictures: false, size, modified_ms: Math.trunc(mtimeMs), updated_at: '' }
    const row = { placement_id: `${position}`, item_id: 'i', position, state: 'ready', ...facts, ...change }
    db.write((tx) => addPlacements(tx, [row as NewPlacement]))
  }
}
function placer() {
  const journal = {
    beginBatch: (batch: { operation_id?: string | null }) => {
      begun.push(batch)
      const row = { batch_id: 'batch', kind: 'arrival', title: '', state: 'running', created_at: clock.now() } as const
      db.write((tx) => addBatch(tx, { ...row, operation_id: batch.operation_id }))
      return 'batch'
    },
  }
  const place = async (row: Placement, how: PlaceRequest) => {
    brought.push(how)
    bringing(row)
    db.write((tx) => setPlacement(tx, row.placement_id, { state: 'placed' }))
  }
  const archives = { files: disk, ...archiveHelper() } as never
  return new DownloadPlacer({ db, ports: { clock }, archives, journal, placer: { place } as never })
}
const how = (signal = new AbortController().signal, certain = false) => {
  const report = (part?: number) => void reported.push(part as number)
  return { folder: join(folder, '.work'), certain, placing: 'copy' as const, signal, operation_id: 'operation', report }
}
const states = () => placementsOf(db.read, 'i').map(({ state }) => state)

describe('one run', () => {
  test.each([
    ['in a series of the library', 'harbor', 'harbor'],
    ['of none', '', null],
  ])('is undone together, under the name of the download %s', async (_, comic_id, known) => {
    ready({}, {})
    await placer().place(item({ comic_id }), how())
    expect(begun).toEqual([{ kind: 'arrival', comic_id: known, title: 'Harbor Lights 001', operation_id: 'operation' }])
    expect(brought.map(({ batch_id }) => batch_id)).toEqual(['batch', 'batch'])
  })

  test('places ready and interrupted files, and reports progress', async () => {
    ready({ state: 'unmatched' }, {}, { state: 'placing' }, { state: 'kept' })
    await placer().place(item(), how())
    expect(states()).toEqual(['unmatched', 'placed', 'placed', 'kept'])
    expect(reported).toEqual([0.5, 0.75])
    expect(brought[0]?.expected).toEqual(new Set(['harbor-1', 'harbor-2']))
  })

  test('moves a copy of ours, and places a file of the download by the settings', async () => {
    ready({}, { inner: 'in.cbz' })
    await placer().place(item(), how())
    expect(brought.map(({ placing }) => placing)).toEqual(['copy', 'move'])
  })

  test('continues with the next file when one cannot be placed', async () => {
    ready({ size: 1 }, {}, {})
    bringing = ({ position }) => {
      if (position === 1) throw new Error('a fault')
    }
    await placer().place(item(), how())
    expect(states()).toEqual(['failed', 'failed', 'placed'])
  })

  test('that is stopped leaves the rest unchanged, without a sentence', async () => {
    ready({}, {}, {})
    const stop = new AbortController()
    let waits = 0
    clock.after = async () => void waits++
    bringing = ({ position }) => {
      if (position === 0) return
      stop.abort()
      throw new Error('stopped')
    }
    await placer().place(item(), how(stop.signal))
    expect([states(), waits]).toEqual([['placed', 'ready', 'ready'], 0])
  })
})

describe('a file', () => {
  test.each([
    [1, true, true],
    [1, false, false],
    [2, true, false],
  ])('of %d that are certain (%p) is certain itself: %p', async (count, certain, is) => {
    ready(...Array.from({ length: count }, () => ({})))
    await placer().place(item(), how(undefined, certain))
    expect(brought.map((each) => each.certain)).toEqual(Array(count).fill(is))
  })

  test.each([
    ['a grab', 1, {}, false],
    ['a grab of several files', 2, {}, true],
    ['a pack of one file', 1, { pack: true }, true],
    ['a pack that the user named', 2, { pack: true, origin: 'request' as const }, false],
  ])('of %s (%d) replaces something of the library or not', async (_, count, more, onlyMissing) => {
    ready(...Array.from({ length: count }, () => ({})))
    await placer().place(item(more), how())
    expect(brought.map((each) => each.onlyMissing)).toEqual(Array(count).fill(onlyMissing))
  })
})

describe('a library file that is being changed', () => {
  test('is waited for, while the other files of the download are placed', async () => {
    ready({}, {})
    let busy = true
    bringing = ({ position }) => {
      if (position === 0 && busy) throw new FileBusy()
    }
    const done = placer().place(item(), how())
    await clock.advance('1 s')
    expect(states()).toEqual(['ready', 'placed'])
    busy = false
    await clock.advance('1 s')
    await done
    expect([states(), begun.length]).toEqual([['placed', 'placed'], 1])
  })

  test('is waited for half an hour, and then the file is not imported', async () => {
    ready({})
    bringing = () => {
      throw new FileBusy()
    }
    const done = placer().place(item(), how())
    await clock.advance('1797 s')
    expect(states()).toEqual(['ready'])
    await clock.advance('1 s')
    await done
    expect([states(), brought.length]).toEqual([['failed'], 900])
  })

  test('does not delay a stopped run', async () => {
    ready({})
    const stop = new AbortController()
    bringing = () => {
      throw new FileBusy()
    }
    const done = placer().place(item(), how(stop.signal))
    await clock.advance('1 s')
    stop.abort()
    await done
    expect([states(), brought.length]).toEqual([['ready'], 1])
  })
})
