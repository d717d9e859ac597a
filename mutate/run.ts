import { statSync } from 'node:fs'
import { relative, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { changedLines } from './changed'
import { figures, isCaught } from './figures'
import { mutate } from './mutate'

/**
 * `bun run mutate src/base/auth` plants the faults that people make in a folder, one at a time in a copy of the project, and
 * prints those that no test notices. `--sample 60 --seed 7` tries that many, drawn by the seed; `--file session.ts` one
 * file of the folder alone. Ctrl C ends it with the figures so far, and so does `--minutes 5`.
 * `--changed main` takes the files that differ from where this branch left `main`, their changed lines first, for five
 * minutes, and only the eight test files nearest to each. `--near 8` considers as few for any folder.
 * Faulty code really runs: code that follows folders too far may change or delete files outside the copy. So run this as
 * a user without access to other files.
 */
const { values, positionals } = parseArgs({
  args: process.argv.slice(2),
  options: {
    sample: { type: 'string' },
    seed: { type: 'string', default: '1' },
    file: { type: 'string', default: '' },
    workers: { type: 'string', default: '2' },
    changed: { type: 'string' },
    minutes: { type: 'string' },
    near: { type: 'string' },
  },
  allowPositionals: true,
})
/** Enough to show the gaps of the tests beside the code, in a few minutes. */
const NEAREST = 8
const root = resolve(import.meta.dir, '..')
const of = relative(root, resolve(root, positionals[0] ?? '', values.file)).replaceAll('\\', '/')
const isShort = values.changed !== undefined
const [sample, seed, workers, minutes] = [
  values.sample ?? Number.POSITIVE_INFINITY,
  values.seed,
  values.workers,
  values.minutes ?? (isShort ? 5 : Number.POSITIVE_INFINITY),
].map(Number)
const near = values.near === undefined ? (isShort ? NEAREST : undefined) : Number(values.near)
const wrong = wrongWith()
if (wrong !== undefined) {
  console.error(wrong)
  process.exit(2)
}
/** The first signal ends the run with the figures so far, the second at once. */
const stopping = new AbortController()
let isAsked = false
for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
  process.on(name, () => {
    if (isAsked) process.exit(130)
    isAsked = true
    stopping.abort()
  })
if (Number.isFinite(minutes)) setTimeout(() => stopping.abort(), minutes! * 60_000).unref()

const changed = isShort ? changedLines(root, values.changed!) : undefined
const options = { root, of, changed, near, sample, seed: seed!, workers: workers!, signal: stopping.signal }
const outcome = await mutate(options, (each) => {
  const { fault, verdict } = each
  if (!isCaught(each) && verdict !== 'refused')
    console.log(`${fault.file}:${fault.line} ${fault.what}${verdict === 'not reached' ? ' (no test runs it)' : ''}`)
})
console.log(`\n${figures(outcome).join('\n')}, seed ${seed}${stopping.signal.aborted ? ', stopped early' : ''}`)
process.exit(isAsked ? 130 : 0)

function wrongWith(): string | undefined {
  if (positionals.length !== 1 && !(isShort && positionals.length === 0))
    return 'Name one folder, such as src/base/auth.'
  if (of.startsWith('..') || statSync(resolve(root, of), { throwIfNoEntry: false }) === undefined)
    return `The folder has no ${of}.`
  if (
    ![seed, workers, near ?? 1].every((number) => Number.isInteger(number)) ||
    ![sample, workers, minutes, near ?? 1].every((number) => number! > 0)
  )
    return '--sample, --seed, --workers, --minutes and --near are numbers above 0.'
}
