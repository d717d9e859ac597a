import { beforeEach, expect, test } from 'bun:test'
import { Elysia } from 'elysia'
import { errors } from '../../base/http/handler-errors'
import { lineLog } from '../../base/platform/log'
import { systemRandom } from '../../base/platform/random'
import { legacy, Refusal } from '../../base/refusal'
import type { ProcessRequest } from './requests'
import { processingRoutes } from './routes'

/** The meaning of the fields that older scripts send. */

let requests: object[]
let kept: Request[]
let missing: Error
beforeEach(() => {
  ;[requests, kept] = [[], []]
})

const SUCCESS = { success: true as const, message: 'Processing of Harbor Lights 003 has begun.' }
const ISSUE = { success: true, data: { item_id: 'i', stage: 'post_processed', reason: null, files: [] } }
const log = lineLog(
  () => '',
  () => {},
)
const own = processingRoutes({
  offers: undefined as never,
  requests: {
    process: async (request: ProcessRequest) => {
      requests.push(request)
      return SUCCESS
    },
    issue: async (request: object) => {
      requests.push(request)
      return ISSUE
    },
  } as never,
  pages: { source: () => Promise.reject(missing) },
  files: {} as never,
  keepOpen: (request) => void kept.push(request),
})
const routes = new Elysia().use(errors({ random: systemRandom, log })).use(own)
const post = async (path: string, body: object) => {
  const request = new Request(`http://localhost/api/downloads/${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  const reply = await routes.handle(request)
  return { request, reply: await reply.json() }
}

const NAMED = { nzb_name: 'Harbor Lights 003', nzb_folder: '/done/hl' }
const PLAIN = { ...NAMED, failed: false, direct: false, waits: false }

test.each<[string, object, object]>([
  ['nothing else', {}, PLAIN],
  ['a number for an id', { issueid: 77, comicid: 5 }, { ...PLAIN, issueid: '77', comicid: '5' }],
  ['ids with spaces', { issueid: ' 77 ' }, { ...PLAIN, issueid: '77' }],
  ["Python's words for nothing", { issueid: 'None', comicid: 'null', apc_version: 'None', failed: 'None' }, PLAIN],
  ['nothing in place of an id', { issueid: null, comicid: '' }, PLAIN],
  ['that it failed', { failed: '1' }, { ...PLAIN, failed: true }],
  ['that it was a direct download', { ddl: 'true' }, { ...PLAIN, direct: true }],
  ['its version, and so waits', { apc_version: '2.04' }, { ...PLAIN, waits: true }],
  ['its version by the other name', { comicrn_version: 1.01 }, { ...PLAIN, waits: true }],
])('a script says %s', async (_, more, means) => {
  const { request, reply } = await post('process', { ...NAMED, ...more })
  expect(reply).toEqual(SUCCESS)
  expect(requests).toEqual([means])
  expect(kept).toEqual([request])
}) // biome-ignore format: a table

test('a caller that names one issue waits as long as the disk needs', async () => {
  const { request, reply } = await post('process/issue', { comicid: 5, folder: '/done/hl', issueid: 'None' })
  expect(reply).toEqual(ISSUE)
  expect(requests).toEqual([{ comicid: '5', folder: '/done/hl' }])
  expect(kept).toEqual([request])
})

test.each([
  ['gone from the disk', new Refusal('gone', 'The file of issue 3 is gone.'), 404],
  ['out of bounds', legacy('forbidden', 'The file leads out of the library.'), 403],
])('a file that is %s is refused with the reason', async (_, refusal, status) => {
  missing = refusal
  const reply = await routes.handle(new Request('http://localhost/api/downloads/file/harbor-3'))
  expect([reply.status, await reply.json()]).toEqual([status, expect.objectContaining({ detail: refusal.detail })])
})
