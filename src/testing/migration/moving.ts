import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { MigrationPreview } from '../../collecting/migration/preview'
import type { MigrationProgress } from '../../collecting/migration/progress'
import { type TestApp, type TestOptions, testApp } from '../app'
import { makeCbz, makePages } from '../archives/archives'
import { type MylarTables, makeMylar } from './mylar'

export const PREVIEW = '/api/system/migration/preview'
export const START = '/api/system/migration/start'
export const PROGRESS = '/api/system/migration/progress'

/** The app, a folder of comics, and a Mylar beside it whose `/comics` is that folder. */
export async function movingHarness(ports: TestOptions['ports'] = {}) {
  const app: TestApp = await testApp({ ports })
  const comics = join(app.folder, 'comics')
  mkdirSync(comics)
  const source = (tables: MylarTables, settings?: string) => makeMylar(join(app.folder, 'mylar'), tables, settings)
  const mapped = (path: string) => ({ path, path_mappings: [{ from: '/comics', to: comics }] })
  const progress = () => app.reader.json<MigrationProgress>(200, app.reader.get(PROGRESS))
  return {
    app,
    comics,
    source,
    mapped,
    progress,
    async move(tables: MylarTables, settings?: string): Promise<MigrationProgress> {
      await app.reader.json(200, app.reader.post(START, mapped(source(tables, settings))))
      await app.idle()
      return progress()
    },
    preview: (tables: MylarTables, settings?: string) =>
      app.reader.json<MigrationPreview>(200, app.reader.post(PREVIEW, mapped(source(tables, settings)))),
    /** Writes a comic of three pages below the folder of comics. */
    putComic(path: string): string {
      const whole = join(comics, path)
      mkdirSync(dirname(whole), { recursive: true })
      writeFileSync(whole, makeCbz(makePages(3)))
      return whole
    },
  }
}

export const HARBOR = { ComicID: '91273', ComicName: 'Harbor Lights', ComicYear: '2016', Status: 'Active' }

/** An issue of HARBOR with the id `10<number>`. */
export const harborIssue = (number: string, more: Record<string, string | number | null> = {}) => ({
  IssueID: `10${number}`,
  ComicID: '91273',
  ComicName: 'Harbor Lights',
  Issue_Number: number,
  Status: 'Skipped',
  ...more,
})

/** Counts of the moved rows of a table. */
export const movedTable = ({ tables }: MigrationProgress, name: string) => tables.find((each) => each.name === name)!
