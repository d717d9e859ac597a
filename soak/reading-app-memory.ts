import { readFileSync } from 'node:fs'
import type { Client, Panelkeep } from '../e2e/panelkeep'
import { withBuiltLibrary } from './built-library'
import type { Soak } from './soak'

/** Requests that fill the caches, while what an import leaves to do in the background ends. */
const WARM_UP = 3000
/** What stays may exceed the highest of the warm-up by this: a leak grows, whatever the collector does. */
const MOST_GROWTH_MB = 24
const AT = '/komga/api/v1'

export const soak: Soak = {
  name: 'reading-app-memory',
  about: 'the memory of the built program stays flat while reading apps list, read and report progress',
  full: 30_000,
  async run(amount, report) {
    await withBuiltLibrary(async ({ panelkeep, app, ids }) => {
      const requests = requestsOf(app, ids.get('Harbor Lights')!, ids.get('Harbor Lights 1')!)
      const send = async (n: number) => {
        const reply = await requests[n % requests.length]!(n)
        await reply.arrayBuffer()
        if (reply.status >= 400) throw new Error(`request ${n % requests.length} got ${reply.status}`)
      }
      let settled = 0
      for (let n = 1; n <= WARM_UP; n++) {
        await send(n)
        if (n % 50 === 0) settled = Math.max(settled, memoryOf(panelkeep))
      }
      report(`${settled} MB at most in the first ${WARM_UP.toLocaleString('en')} requests`)
      const after: number[] = []
      for (let n = 1; n <= amount; n++) {
        await send(WARM_UP + n)
        if (n % Math.ceil(amount / 20) === 0) after.push(memoryOf(panelkeep))
      }
      report(`then, over ${amount.toLocaleString('en')} more: ${after.join(', ')} MB`)
      // Peaks come and go with the collector; what stays is the lowest of the end.
      const kept = Math.min(...after.slice(-7))
      if (kept - settled > MOST_GROWTH_MB) throw new Error(`The program grew from ${settled} to ${kept} MB.`)
    })
  },
}

/** What an app does while somebody looks around and reads. */
function requestsOf(app: Client, series: string, book: string): ((n: number) => Promise<Response>)[] {
  const under = { condition: { readStatus: { operator: 'is', value: 'IN_PROGRESS' } } }
  const paths = [
    'series?search=&page=0&deleted=false&sort=metadata.titleSort,asc',
    'series/latest',
    `series/${series}`,
    `series/${series}/books?unpaged=true&media_status=READY&deleted=false`,
    'books/ondeck?size=20',
    'books?sort=size,desc',
    `books/${book}`,
    `books/${book}/pages`,
    `books/${book}/thumbnail`,
    `series/${series}/thumbnail`,
    'genres',
    'authors',
  ]
  return [
    ...paths.map((path) => () => app.get(`${AT}/${path}`)),
    // Each search and each page is another one: nothing that is kept may grow with them.
    (n) => app.get(`${AT}/books?search=word${n}`),
    (n) => app.post(`${AT}/books/list?sort=metadata.title,asc`, { condition: { title: { operator: 'contains', value: `t${n}` } } }), // biome-ignore format: one request
    (n) => app.get(`${AT}/books/${book}/pages/${(n % 10) + 1}?convert=jpeg`),
    () => app.post(`${AT}/books/list?sort=readProgress.readDate,desc`, under),
    (n) => app.send('PATCH', `${AT}/books/${book}/read-progress`, { page: (n % 9) + 1 }),
    (n) => app.get('/komga/api/v2/users/me', { 'X-Auth-Token': n % 2 === 0 ? '' : 'old' }),
  ]
}

/** The resident memory, in MB. Linux only. */
function memoryOf({ child }: Panelkeep): number {
  const [, kb] = /^VmRSS:\s+(\d+) kB/m.exec(readFileSync(`/proc/${child.pid}/status`, 'utf8')) ?? []
  return Math.round(Number(kb) / 1024)
}
