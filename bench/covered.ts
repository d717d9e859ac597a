import { Database } from 'bun:sqlite'
import { createHash } from 'node:crypto'
import { linkSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { type Panelkeep, start } from '../e2e/panelkeep'
import { copyFolder, keptFolder, largeDataDir, SHAPE } from './library'
import { grainyPage } from './real-pages'

/** Below the folder of comics in the settings, so that covers which were made before are sent without the file. */
const COMICS = '/library'
const PICTURES = 12
/** The series of which every issue has its cover too. */
export const COVERED_SERIES = 's5'

/** The large library in which every file that gives a series its cover has been opened before. */
function coveredDataDir(): Promise<string> {
  return keptFolder(`covered-2-${SHAPE}`, async (folder) => {
    await Bun.$`cp -r ${await largeDataDir()}/. ${folder}`.quiet()
    const covers = join(folder, 'cache', 'covers')
    const pages = await Promise.all(Array.from({ length: PICTURES }, (_, at) => grainyPage(at + 1)))
    const made = new Map<string, string>()
    for (const [at, page] of pages.entries())
      for (const width of [300, 600]) {
        const path = join(folder, `cover-${at}-${width}`)
        writeFileSync(path, await new Bun.Image(page).resize(width).webp({ quality: 78 }).bytes())
        made.set(`${at} ${width}`, path)
      }
    for (const [at, { file_id, size, modified_ms }] of firstFiles(folder).entries()) {
      const version = `${size.toString(36)}-${modified_ms.toString(36)}`
      for (const width of [300, 600]) {
        const inside = createHash('sha256').update(file_id).digest('hex').slice(0, 2)
        const path = join(covers, inside, `${encodeURIComponent(file_id)}-${version}-${width}.webp`)
        mkdirSync(dirname(path), { recursive: true })
        linkSync(made.get(`${at % PICTURES} ${width}`)!, path)
      }
    }
    for (const path of made.values()) rmSync(path)
  })
}

type FirstFile = { file_id: string; size: number; modified_ms: number }

/** Those that covers of series are made of, all of one series for its page, and all that were added last. */
function firstFiles(folder: string): FirstFile[] {
  const db = new Database(join(folder, 'panelkeep.db'), { readonly: true })
  try {
    return db
      .query<FirstFile, [string]>(
        `select file_id, size, modified_ms from files join issue_files using (file_id) join issues using (issue_id)
         where number = '1' or comic_id in (?, 's4999')`,
      )
      .all(COVERED_SERIES)
  } finally {
    db.close()
  }
}

/** Starts the program on a copy of it. Replies are packed as for another machine when requests name one. */
export async function startCovered(): Promise<{ panelkeep: Panelkeep; remove: () => void }> {
  const { path, remove } = await copyFolder(await coveredDataDir())
  const env = { PANELKEEP_COMIC_DIRS: COMICS, PANELKEEP_MANAGE_REMOTE: 'true' }
  return { panelkeep: await start({ dataDir: path, env }), remove }
}
