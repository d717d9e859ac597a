import { availableParallelism, loadavg } from 'node:os'
import { parseArgs } from 'node:util'
import { besideCalibre } from './beside-calibre'
import { browsing } from './browsing'
import { care } from './care'
import { coverAndPage } from './covers-and-pages'
import { credits } from './credits'
import { edits } from './edits'
import { feedPage } from './feed'
import { fullScan } from './full-scan'
import { importing } from './importing'
import { largeArchive } from './large-archive'
import { lists } from './lists'
import { memory } from './memory'
import { moving } from './moving'
import { nameReading } from './name-parsing'
import { panels } from './panels'
import { readingInBrowser } from './reader'
import { readingApps } from './reading-apps'
import { readingList } from './reading-list'
import { requests } from './requests'
import { rescan } from './rescan'
import { rounds } from './rounds'
import { scan } from './scan'
import { startTimes } from './start'
import { type Bench, printTable, type Row, unmeasuredRow } from './table'
import { unwantedPages } from './unwanted-pages'
import { feedPass, verdicts } from './verdicts'

/**
 * `bun run bench` measures the built executable against its budgets and prints a table; `bun run bench names scan` only
 * measures those, `--list` lists them. The numbers are for comparing runs on one machine. It ends with 1 when a
 * row whose budget counts, of processor time alone, is over it.
 */
const benches: Record<string, Bench> = {
  start: startTimes,
  memory,
  lists,
  credits,
  edits,
  requests,
  cbl: readingList,
  feed: feedPage,
  apps: readingApps,
  pages: coverAndPage,
  large: largeArchive,
  reader: readingInBrowser,
  panels,
  browsing,
  scan,
  full: fullScan,
  rescan,
  importing,
  rounds,
  moving,
  names: nameReading,
  verdicts,
  rss: feedPass,
  care,
  calibre: besideCalibre,
  unwanted: unwantedPages,
}

const { values, positionals } = parseArgs({
  args: process.argv.slice(2),
  options: { list: { type: 'boolean' } },
  allowPositionals: true,
})
const unknown = positionals.filter((name) => !(name in benches))
if (values.list || unknown.length > 0) {
  if (unknown.length > 0) console.error(`There is no benchmark ${unknown.join(', ')}.`)
  console.log(Object.keys(benches).join('\n'))
  process.exit(unknown.length > 0 ? 2 : 0)
}

const busy = `The machine's load before: ${loadavg()[0]!.toFixed(1)} on ${availableParallelism()} cores.`
const rows: Row[] = []
for (const [name, bench] of Object.entries(benches)) {
  if (positionals.length > 0 && !positionals.includes(name)) continue
  console.error(`measuring ${name} …`)
  rows.push(...(await bench().catch((error: unknown) => [unmeasuredRow(name, '', error)])))
}
printTable(rows)
console.log(busy)
if (rows.some(({ isOver }) => isOver)) process.exitCode = 1
