import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import { existsSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { blocklist } from '../downloads/tables'
import { fileBatches } from '../filing/tables'
import { fileOf } from '../series/file-store'
import { findIssue } from '../series/store'
import type { TestApp } from '../testing/app'
import { makeCbz, makePages } from '../testing/archives'
import { makeIssues, makeSeries } from '../testing/make'
import { arrive, became, below, putDownload, startProcessing } from '../testing/processing'

const PAGES = makePages(3)
const COMIC = makeCbz(PAGES)
let folder: string
let app: TestApp

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'panelkeep-processing-'))
  app = await startProcessing(folder)
})
afterEach(async () => {
  await app.close()
  rmSync(folder, { recursive: true, force: true })
})

function harbor(numbers: string[] = ['1', '2', '3']): string[] {
  makeSeries(app.db, { year: 2015, location: null })
  return makeIssues(
    app.db,
    'harbor',
    numbers.map((number) => ({ number, intent: 'wanted' as const })),
  )
}

describe('a release of one issue', () => {
  test('that was grabbed lies in the library, called and linked, and its download is empty', async () => {
    harbor()
    const path = putDownload(folder, 'Harbor.Lights.003.2015/abc123.cbz', COMIC)
    const grabbed = { issues: ['harbor-3'], comic_id: 'harbor', content_path: join(path, '..') }
    const item = await arrive(app, grabbed)
    expect(item).toMatchObject({ stage: 'post_processed', reason: null })
    expect(below(folder, 'comics')).toEqual([join('Harbor Lights (2015)', 'Harbor Lights 003 (2015).cbz')])
    expect(below(folder, 'downloads')).toEqual([])
    expect(existsSync(join(path, '..'))).toBe(false)
    const file = fileOf(app.db.read, 'harbor-3')
    expect(file).toMatchObject({ page_count: 3, format: 'cbz' })
    expect(readFileSync(file!.path).equals(Buffer.from(COMIC))).toBe(true)
    expect(findIssue(app.db.read, 'harbor-3')?.fulfillment).toBe('downloaded')
    expect(became(app, item)).toEqual([{ state: 'placed', decision: 'new', detail: null }])
  })
})
void statSync
void blocklist
void fileBatches
