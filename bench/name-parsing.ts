import { writeFileSync } from 'node:fs'
import { tempFolder } from '../e2e/folders'
import { EXE, run } from '../e2e/panelkeep'
import { readName } from '../src/base/names/read-name'
import { percentile, perSecond } from './measure'
import { rawPipe } from './raw'
import type { Row } from './table'

const COUNT = 1_000_000
const SERIES = ['Harbor Lights', 'The Copper Orchard', 'Quiet Signal Deluxe', 'Dr. Amber & Son', 'X-9', '2099 Divers']
const FORMS: ((series: string, n: number) => string)[] = [
  (series, n) => `${series} ${String(n % 300).padStart(3, '0')} (${1990 + (n % 35)}) (Digital) (Some-Group).cbz`,
  (series, n) => `${series} v${1 + (n % 4)} #${n % 90}.cbr`,
  (series, n) => `${series} Annual ${1 + (n % 9)} (${1990 + (n % 35)}).cbz`,
  (series, n) => `${series} v${String(n % 40).padStart(2, '0')} c${String(n % 400).padStart(3, '0')} [Group] (en).cbz`,
  (series, n) => `${series.replaceAll(' ', '_')}_${n % 200}_of_240_(${1990 + (n % 35)})_(c2c).cbr`,
  (series, n) => `[Group] ${series} - ${n % 500} [1080p].cbz`,
  (series, n) => `${series} Vol. ${1 + (n % 12)} - The Long Way Home (${2001 + (n % 20)}) (Digital TPB).cbz`,
  (series, n) => `${String(n % 99).padStart(2, '0')} ${series} ½ (of 6) (${1990 + (n % 35)}).cbz`,
]

/** Names per second: by the executable in a pipe, including its start, and in this process on one thread. */
export async function nameReading(): Promise<Row[]> {
  const names = Array.from({ length: COUNT }, (_, n) => FORMS[n % FORMS.length]!(SERIES[n % SERIES.length]!, n))
  const folder = tempFolder()
  await run(['names'], { home: folder.path, stdin: `${names[0]}\n` })
  // A run takes 0.6 s, and one run in ten takes a tenth longer.
  const shorts = []
  for (let run = 0; run < 5; run++) shorts.push(await piped(folder.in('short'), names.slice(0, 100_000)))
  const short = percentile(shorts, 0.5)
  const long = await piped(folder.in('long'), names)
  const limits = [await rawPipe(folder.in('short'), 100_000), await rawPipe(folder.in('long'), COUNT)]
  folder.remove()

  for (const name of names.slice(0, 20_000)) readName(name, { year: 2026 })
  const since = performance.now()
  for (const name of names) readName(name, { year: 2026 })
  const alone = performance.now() - since
  const [budget, what] = ['150,000 a second', 'names read through a pipe']
  return [
    { what: 'names parsed, one thread', budget: '250,000 a second', measured: perSecond(COUNT, alone, 'names') },
    { what: `${what}, 100,000 with the start`, budget, measured: perSecond(100_000, short, 'names'), limit: limits[0] },
    { what: `${what}, 1,000,000 with the start`, budget, measured: perSecond(COUNT, long, 'names'), limit: limits[1] },
  ]
}

/** Milliseconds of `cat file | panelkeep names > /dev/null`. */
async function piped(file: string, names: string[]): Promise<number> {
  writeFileSync(file, `${names.join('\n')}\n`)
  const since = performance.now()
  const shell = Bun.spawn(['sh', '-c', `cat "${file}" | "${EXE}" names > /dev/null`], { env: { HOME: file } })
  if ((await shell.exited) !== 0) throw new Error('panelkeep names failed')
  return performance.now() - since
}
