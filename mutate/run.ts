import { statSync } from 'node:fs'
import { relative, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { figures, isCaught } from './figures'
import { mutate } from './mutate'

/**
 * `bun run mutate src/auth` plants the faults that people make in a folder, one at a time in a copy of the project, and
 * prints those that no test notices. `--sample 60 --seed 7` tries that many, drawn by the seed; `--file session.ts` one
 * file of the folder alone. Ctrl C ends it with the figures so far.
 * The code runs with the fault as it would without: one that follows folders too far changes or removes what is outside
 * of the copy, so run it as a user who may not.
 */
const { values, positionals } = parseArgs({
  args: process.argv.slice(2),
  options: {
    sample: { type: 'string' },
    seed: { type: 'string', default: '1' },
    file: { type: 'string', default: '' },
    workers: { type: 'string', default: '2' },
  },
  allowPositionals: true,
})
const root = resolve(import.meta.dir, '..')
const of = relative(root, resolve(root, positionals[0] ?? '', values.file)).replaceAll('\\', '/')
const [sample, seed, workers] = [values.sample ?? Number.POSITIVE_INFINITY, values.seed, values.workers].map(Number)
const wrong = wrongWith()
if (wrong !== undefined) {
  console.error(wrong)
  process.exit(2)
}
/** The first signal ends the run with the figures so far, the second at once. */
const stopping = new AbortController()
for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
  process.on(name, () => (stopping.signal.aborted ? process.exit(130) : stopping.abort()))

const options = { root, of, sample, seed: seed!, workers: workers!, signal: stopping.signal }
const outcome = await mutate(options, (each) => {
  const { fault, verdict } = each
  if (!isCaught(each) && verdict !== 'refused')
    console.log(`${fault.file}:${fault.line} ${fault.what}${verdict === 'not reached' ? ' (no test runs it)' : ''}`)
})
console.log(`\n${figures(outcome).join('\n')}, seed ${seed}${stopping.signal.aborted ? ', stopped early' : ''}`)
if (stopping.signal.aborted) process.exit(130)

function wrongWith(): string | undefined {
  if (positionals.length !== 1) return 'Name one folder, such as src/auth.'
  if (of.startsWith('..') || statSync(resolve(root, of), { throwIfNoEntry: false }) === undefined)
    return `The folder has no ${of}.`
  if (![seed, workers].every((number) => Number.isInteger(number)) || !(sample! > 0) || !(workers! > 0))
    return '--sample, --seed and --workers are numbers above 0.'
}
