import { join } from 'node:path'
import { type JudgedGroup, judge } from '../src/testing/libraries/judge'
import { makeLibrary } from '../src/testing/libraries/make'
import { inventedSeries, listedSeries, realNames } from '../src/testing/libraries/pools'
import { messier } from '../src/testing/libraries/truth'
import { fit, printWeights } from './fit'

/**
 * How reliable the confidence of import proposals is: libraries with known content are matched, and the confidence is
 * compared with the share of completely right proposals. `--fit` fits the weights of src/library/recognition/weights.ts on the other half
 * of the libraries and prints them. `--wrong 90` prints what is wrong with proposals of at least 90.
 */

const DATA = join(import.meta.dir, '../../shared/data')
const LIBRARIES = 400
const BINS = [0, 50, 70, 80, 90, 95, 101]

type Half = 'fitted' | 'held out'

/** The halves share no series, names or seeds, and the mess of the test half varies more. */
async function judged(half: Half): Promise<JudgedGroup[]> {
  const at = half === 'fitted' ? 0 : 1
  const everyOther = <T>(list: readonly T[]) => list.filter((_, index) => index % 2 === at)
  const listed = [...Map.groupBy(listedSeries(join(DATA, 'cbl')), ({ name }) => name).values()]
  const names = everyOther(realNames(DATA))
  const comics = [...inventedSeries(11 + at, 250, 'comic'), ...everyOther(listed).flat()]
  const manga = inventedSeries(21 + at, 200, 'manga')
  const all: JudgedGroup[] = []
  for (let n = 0; n < LIBRARIES; n++) {
    const mess = messier(half === 'fitted' ? [0.6, 1, 1.6][n % 3]! : [0.4, 0.8, 1.3, 2][n % 4]!)
    const kind = n % 5 === 4 ? 'manga' : 'comic'
    const seed = (at + 1) * 100_000 + n
    const library = makeLibrary(seed, { kind, series: kind === 'comic' ? comics : manga, names }, mess)
    all.push(...(await judge(library)))
  }
  return all
}

function printReliability(title: string, all: readonly JudgedGroup[]): void {
  console.log(
    `\n${title}: ${all.length} proposals, ${percent(all.filter(({ right }) => right).length / all.length)} wholly right`,
  )
  console.log('confidence count  mean       right')
  let error = 0
  for (const [at, least] of BINS.slice(0, -1).entries()) {
    const most = BINS[at + 1]!
    const some = all.filter(({ group }) => group.confidence >= least && group.confidence < most)
    if (some.length === 0) continue
    const mean = some.reduce((sum, { group }) => sum + group.confidence, 0) / some.length
    const right = (100 * some.filter((one) => one.right).length) / some.length
    error += (Math.abs(mean - right) * some.length) / all.length
    const bin = `${least}-${Math.min(100, most)}`.padEnd(9)
    console.log(
      `${bin} ${String(some.length).padStart(6)} ${mean.toFixed(1).padStart(10)} ${right.toFixed(1).padStart(6)}`,
    )
  }
  const brier =
    all.reduce((sum, { group, right }) => sum + (group.confidence / 100 - Number(right)) ** 2, 0) / all.length
  console.log(
    `mean distance of confidence and share of right proposals: ${error.toFixed(1)} points; Brier score ${brier.toFixed(4)}`,
  )
}

const percent = (share: number) => `${(100 * share).toFixed(1)} %`

if (process.argv.includes('--fit')) printWeights(fit(await judged('fitted')))
const heldOut = await judged('held out')
printReliability('Held out', heldOut)
const from = process.argv.indexOf('--wrong')
if (from >= 0) {
  const least = Number(process.argv[from + 1])
  for (const { group, wrong } of heldOut.filter((one) => !one.right && one.group.confidence >= least))
    console.log(`${group.confidence} ${group.name} (${group.year}): ${wrong.slice(0, 3).join('; ')}`)
}
