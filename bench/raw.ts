import { Database } from 'bun:sqlite'
import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { mb, ms, p50p99, perSecond, timeCalls } from './measure'

/** The best result of the machine in the same run, as the limit beside a figure. */

const TIMES = 300

/** The rows of one page, as SQLite gives them: 50 series of a large library by name. */
export async function rawPage(database: string): Promise<string> {
  const raw = new Database(database, { readonly: true })
  const page = raw.query('SELECT * FROM series ORDER BY sort_name, comic_id LIMIT 50 OFFSET ?')
  const times = await timeCalls(TIMES, async (n) => page.all((n * 50) % 5000))
  raw.close()
  return `raw SQLite, 50 rows: ${p50p99(times)}`
}

/** All rows of a query, without mapping to our own objects. */
export function rawRows(database: string, query: string): string {
  const raw = new Database(database, { readonly: true })
  const since = performance.now()
  let rows = 0
  for (const _ of raw.query(query).iterate()) rows += 1
  raw.close()
  return `raw SQLite, ${rows.toLocaleString('en')} rows: ${ms(performance.now() - since)}`
}

/** Every byte of the files below `folder`, one after the other. */
export function rawBytes(folder: string): string {
  const paths = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
  const since = performance.now()
  for (const path of paths) readFileSync(path)
  return `raw bytes: ${perSecond(paths.length, performance.now() - since, 'files')}`
}

/** Reads files of a cache a number of times. */
export async function rawFiles(folder: string): Promise<string> {
  const paths = readdirSync(folder, { recursive: true })
    .map((name) => join(folder, String(name)))
    .filter((path) => statSync(path).isFile())
  if (paths.length === 0) return ''
  const times = await timeCalls(TIMES, (n) => Bun.file(paths[n % paths.length]!).bytes())
  return `raw file: ${p50p99(times)}`
}

/** One picture resized by the runtime, without any other work. */
export async function rawResize(picture: Uint8Array, width: number): Promise<string> {
  const times = await timeCalls(30, () =>
    new Bun.Image(picture).resize(width, undefined, { filter: 'bilinear' }).jpeg().bytes(),
  )
  return `raw resize: ${p50p99(times)}`
}

/** The same lines through a pipe to a program that does not parse them. */
export async function rawPipe(file: string, lines: number): Promise<string> {
  const since = performance.now()
  await Bun.spawn(['sh', '-c', `cat "${file}" | cat > /dev/null`]).exited
  return `raw pipe of ${mb(statSync(file).size)}: ${perSecond(lines, performance.now() - since, 'lines')}`
}
