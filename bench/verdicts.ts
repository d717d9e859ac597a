import { judgeRelease } from '../src/intake/search/verdict/judge'
import { judgeLine } from '../src/intake/search/verdict/lines'
import { targetOf, type WantedFacts } from '../src/intake/search/verdict/wanted'
import { FeedIndex } from '../src/intake/search/wanted/feed-index'
import { ms, perSecond } from './measure'
import type { Row } from './table'

const COUNT = 300_000
const wanted: WantedFacts = {
  kind: 'comic',
  series: 'Harbor Lights',
  year: 2015,
  volume: 2,
  publisher: 'Northgate',
  issue: '7',
  issue_date: '2016-02-10',
  allow_packs: true,
  missing: ['5', '6', '7', '8'],
}
const TITLES: ((n: number) => string)[] = [
  (n) => `Harbor Lights ${String(n % 60).padStart(3, '0')} (2016) (Digital) (Tern-Empire)`,
  (n) => `Harbor.Lights.${n % 60}.2016.Digital-Group`,
  (n) => `Harbor Lights - Night Tide ${n % 12} (2016)`,
  (n) => `Harbor Lights 001-0${10 + (n % 80)} (2015-2018) (digital)`,
  (n) => `Harbor Lights v0${n % 9} - Low Tide (2017) (Digital TPB)`,
  (n) => `Quiet Signal ${n % 300} (2016) (French)`,
  (n) => `Harbor Lights Annual 00${n % 9} (2016)`,
  (n) => `2016.02.${10 + (n % 18)} Weekly Pack`,
]

/** Releases judged for one wanted issue, and complete inputs of `panelkeep judge`, on one thread. */
export async function verdicts(): Promise<Row[]> {
  const releases = Array.from({ length: COUNT }, (_, n) => ({ title: TITLES[n % TITLES.length]!(n), size_mb: 40 }))
  const target = targetOf(wanted, { min_size_mb: 2 })
  for (const release of releases.slice(0, 20_000)) judgeRelease(target, release, 2026)
  let since = performance.now()
  for (const release of releases) judgeRelease(target, release, 2026)
  const judged = performance.now() - since

  const lines = releases.slice(0, 100_000).map((release, id) => JSON.stringify({ id, wanted, release, config: {} }))
  since = performance.now()
  for (const line of lines) judgeLine(line, 2026)
  const answered = performance.now() - since
  const budget = '50,000 a second'
  return [
    { what: 'verdicts, one thread', budget, measured: perSecond(COUNT, judged, 'verdicts') },
    { what: 'lines of panelkeep judge, one thread', budget, measured: perSecond(lines.length, answered, 'lines') },
  ]
}

const WANTED = 10_000
const PASSES = 20

/** A feed of a hundred releases against all wanted issues. */
export async function feedPass(): Promise<Row[]> {
  const seriesName = (n: number) => `Series ${n % 500} of the ${['Lamp', 'Harbor', 'Stone', 'River'][n % 4]}`
  const entries = Array.from({ length: WANTED }, (_, n) => {
    const each: WantedFacts = {
      ...wanted,
      series: seriesName(n),
      issue: String(1 + Math.floor(n / 500)),
      missing: null,
    }
    return { item: n, target: targetOf(each, {}) }
  })
  let since = performance.now()
  const index = new FeedIndex(entries)
  const built = performance.now() - since
  const feed = Array.from({ length: 100 }, (_, n) => ({
    title: `${seriesName(n * 7)} 00${1 + (n % 9)} (2016) (Digital)`,
  }))
  const pass = () => feed.reduce((hits, release) => hits + index.match(release, 2026).length, 0)
  pass()
  since = performance.now()
  for (let nth = 0; nth < PASSES; nth++) pass()
  const each = (performance.now() - since) / PASSES
  const what = `a feed of 100 releases against ${WANTED} wanted`
  return [{ what, budget: '50 ms', measured: `${ms(each)} (the index: ${ms(built)})` }]
}
