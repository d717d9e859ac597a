import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { testApp } from '../src/testing/app'
import { type OddRequest, oddRequests } from '../src/testing/odd-requests'
import { komgaApp, makeBooks } from '../src/testing/reading-apps'
import { withBuiltLibrary } from './built-library'
import type { Soak } from './soak'

const SEED = 7
/** Komga's own document, with addresses that Panelkeep does not serve. */
const DOCUMENT = join(import.meta.dir, '../../shared/data/komga/openapi.json')

/** Undefined when the document is not on this machine: then the addresses that apps ask for. */
function documented(): string[] | undefined {
  if (!existsSync(DOCUMENT)) return undefined
  const { paths } = JSON.parse(readFileSync(DOCUMENT, 'utf8')) as { paths: Record<string, Record<string, unknown>> }
  return Object.entries(paths).flatMap(([path, methods]) => {
    const pattern = path
      .replace('{bookId}', ':book')
      .replace('{pageNumber}', ':page')
      .replace(/\{\w+\}/, ':id')
    return Object.keys(methods).map((method) => `${method.toUpperCase()} ${pattern}`)
  })
}

type Send = (request: OddRequest) => Promise<Response>

/** Throws for the first reply that no app expects. */
export async function sendOddRequests(send: Send, amount: number, report: (line: string) => void): Promise<void> {
  let count = 0
  for (const addresses of [undefined, documented()])
    for (const request of oddRequests(amount / 2, SEED, addresses)) {
      const { method, path, body } = request
      const reply = await send(request)
      const text = await reply.text()
      const type = reply.headers.get('content-type') ?? ''
      const isRefused = reply.status >= 400
      if (reply.status >= 500 || type.includes('html') || (isRefused && !text.includes('"timestamp"')))
        throw new Error(`Seed ${SEED}: ${method} ${path} ${body ?? ''} got ${reply.status} ${text.slice(0, 500)}`)
      if (++count % 5000 === 0) report(`${count.toLocaleString('en')} requests`)
    }
}

export const soak: Soak = {
  name: 'reading-apps',
  about: 'odd requests of reading apps are answered in 4xx at most, always as JSON or a picture',
  full: 20_000,
  async run(amount, report) {
    const app = await testApp({ library: true, settings: { opds_enable: 'true' } })
    try {
      makeBooks(app)
      const komga = komgaApp(app)
      const send: Send = ({ method, path, body, headers }) => komga.request(method, path, body, headers)
      await sendOddRequests(send, amount, report)
    } finally {
      await app.close()
    }
  },
}

/** The same with the built program, whose listener reads the requests. */
export const builtSoak: Soak = {
  name: 'reading-apps-built',
  about: `${soak.about}, by the built program`,
  full: 20_000,
  async run(amount, report) {
    await withBuiltLibrary(async ({ panelkeep, app, ids }) => {
      const named = (path: string) =>
        path
          .replace(/\/harbor-1\b/, `/${ids.get('Harbor Lights 1')}`)
          .replace(/\/harbor\b/, `/${ids.get('Harbor Lights')}`)
      await sendOddRequests(({ method, path, body, headers }) => app.send(method, named(path), body, headers), amount, report) // biome-ignore format: one call
      if (panelkeep.log.includes('request failed')) throw new Error(panelkeep.log.slice(-2000))
    })
  },
}
