import { parseArgs } from 'node:util'
import { soak as chats } from './chats'
import { soak as clientsKilled } from './clients-killed'
import { soak as day } from './day'
import { soak as feeds } from './feeds'
import { soak as fullDisk } from './full-disk'
import { soak as grabs } from './grabs'
import { soak as growth } from './growth'
import { soak as loop } from './loop'
import { soak as movingKilled } from './moving-killed'
import { soak as names } from './name-parsing'
import { soak as providerWeek } from './provider-week'
import { soak as readingAppMemory } from './reading-app-memory'
import { soak as readingApps, builtSoak as readingAppsBuilt } from './reading-apps'
import { soak as requests } from './requests'
import { soak as scanKilled } from './scan-killed'
import type { Soak } from './soak'
import { soak as turns } from './turns'

/**
 * `bun run soak` runs the long form of every check; `bun run soak names` only that one, `--amount 5000` changes the
 * amount, `--list` lists them. Ends with 1 when a check failed.
 */
const soaks: Soak[] = [
  names,
  feeds,
  grabs,
  day,
  providerWeek,
  requests,
  readingApps,
  readingAppsBuilt,
  readingAppMemory,
  fullDisk,
  scanKilled,
  movingKilled,
  clientsKilled,
  turns,
  chats,
  loop,
  growth,
]

const { values, positionals } = parseArgs({
  args: process.argv.slice(2),
  options: { list: { type: 'boolean' }, amount: { type: 'string' } },
  allowPositionals: true,
})
const unknown = positionals.filter((name) => !soaks.some((soak) => soak.name === name))
const amount = values.amount === undefined ? undefined : Number(values.amount)
if (unknown.length > 0 || (amount !== undefined && !(amount > 0))) {
  console.error(unknown.length > 0 ? `There is no soak ${unknown.join(', ')}.` : '--amount needs a number above 0.')
  process.exit(2)
}
if (values.list) {
  for (const soak of soaks) console.log(`${soak.name}: ${soak.about} (${soak.full.toLocaleString('en')})`)
  process.exit(0)
}

let failed = 0
for (const soak of soaks) {
  if (positionals.length > 0 && !positionals.includes(soak.name)) continue
  const since = performance.now()
  const took = () => `${((performance.now() - since) / 1000).toFixed(1)} s`
  try {
    await soak.run(amount ?? soak.full, (line) => console.log(`${soak.name}: ${line}`))
    console.log(`${soak.name}: passed in ${took()}`)
  } catch (error) {
    failed++
    console.error(`${soak.name}: failed after ${took()}\n${error instanceof Error ? error.message : String(error)}`)
  }
}
process.exit(failed > 0 ? 1 : 0)
