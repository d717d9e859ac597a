import { afterEach, beforeEach, expect, test } from 'bun:test'
import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { openZip } from '../../base/formats/zip/zip'
import { asGet } from '../../base/http/head'
import { type TestApp, testApp } from '../../testing/app'
import { memoryFiles } from '../../testing/archives/archive-helper'
import { makeCbz, makePages } from '../../testing/archives/archives'
import { addFile } from '../../testing/archives/comics'
import { makeIssues, makeSeries } from '../../testing/make'
import { wholeReply } from './whole-reply'
import { seriesFiles, WholeSeries, wholeSize } from './whole-series'

let open: TestApp
let whole: WholeSeries
let paths: string[]

beforeEach(async () => {
  open = await testApp({ library: true })
  const { db, ports } = open
  whole = new WholeSeries({ db, files: ports.files, log: ports.log })
  makeSeries(db, { name: 'Harbor: Lights' })
  makeIssues(db, 'harbor', [1, 2, 3, 4])
  paths = [
    addFile(open, ['harbor-1'], 'one.cbz', makeCbz(makePages(3))),
    addFile(open, ['harbor-2', 'harbor-3'], 'two and three.cbz', makeCbz(makePages(2))),
  ]
})
afterEach(() => open.close())

const ask = async (headers: Record<string, string> = {}, method = 'GET') =>
  wholeReply(asGet(new Request('http://x/all.zip', { method, headers })), await whole.of('harbor'))

async function collected(from: number, to: number): Promise<Buffer> {
  const chunks: Uint8Array[] = []
  for await (const chunk of (await whole.of('harbor')).bytes(from, to)) chunks.push(chunk)
  return Buffer.concat(chunks)
}

test('every file is in it once, in reading order', async () => {
  const reply = await ask()
  const bytes = Buffer.from(await reply.arrayBuffer())
  expect(reply.headers.get('content-length')).toBe(String(bytes.length))
  expect(reply.headers.get('content-type')).toBe('application/zip')
  expect(reply.headers.get('content-disposition')).toContain('filename="Harbor_ Lights.zip"')
  expect(bytes.length).toBe(wholeSize(seriesFiles(open.db.read, 'harbor')))
  const zip = await openZip(await memoryFiles({ 'all.zip': bytes }).open('all.zip'))
  expect(zip?.entries.map(({ name }) => name)).toEqual(['one.cbz', 'two and three.cbz'])
  for (const [at, entry] of zip!.entries.entries()) {
    expect(Buffer.from(await zip!.read(entry))).toEqual(readFileSync(paths[at]!))
  }
})

test('any range of it equals that part of the whole', async () => {
  const bytes = Buffer.from(await (await ask()).arrayBuffer())
  for (const [from, to] of [
    [0, 10],
    [5, 200],
    [bytes.length - 30, bytes.length],
    [100, bytes.length],
  ] as const) {
    // As after a restart, when no checksum is known.
    whole = new WholeSeries({ db: open.db, files: open.ports.files, log: open.ports.log })
    expect(await collected(from, to)).toEqual(bytes.subarray(from, to))
  }
})

test('ranges are requested with Range and If-Range', async () => {
  const bytes = Buffer.from(await (await ask()).arrayBuffer())
  const etag = (await ask()).headers.get('etag')!
  const piece = await ask({ Range: 'bytes=10-19' })
  expect([piece.status, piece.headers.get('content-range')]).toEqual([206, `bytes 10-19/${bytes.length}`])
  expect(Buffer.from(await piece.arrayBuffer())).toEqual(bytes.subarray(10, 20))
  expect(Buffer.from(await (await ask({ Range: 'bytes=-5' })).arrayBuffer())).toEqual(bytes.subarray(-5))
  const rest = await ask({ Range: `bytes=${bytes.length - 3}-`, 'If-Range': etag })
  expect(rest.status).toBe(206)
  expect((await ask({ Range: 'bytes=0-3', 'If-Range': '"another"' })).status).toBe(200)
  const beyond = await ask({ Range: `bytes=${bytes.length}-` })
  expect([beyond.status, beyond.headers.get('content-range')]).toEqual([416, `bytes */${bytes.length}`])
  for (const odd of ['bytes=5-3', 'bytes=0-1,4-5', 'pages=1-2', 'bytes=-']) {
    expect([odd, (await ask({ Range: odd })).status]).toEqual([odd, 200])
  }
  const head = await ask({}, 'HEAD')
  expect([head.status, head.headers.get('content-length')]).toEqual([200, String(bytes.length)])
  expect((await ask({ 'If-None-Match': etag })).status).toBe(304)
})

test('another file changes the ETag', async () => {
  const before = (await whole.of('harbor')).etag
  addFile(open, ['harbor-4'], 'four.cbz', makeCbz(makePages(1)))
  expect((await whole.of('harbor')).etag).not.toBe(before)
})

test('a file that disappears during the transfer breaks it, and the log says so', async () => {
  const file = await whole.of('harbor')
  const bytes = file.bytes(0, file.size)
  await bytes.next()
  rmSync(paths[1]!)
  const read = async () => {
    for await (const _ of bytes);
  }
  expect(read()).rejects.toThrow()
  await read().catch(() => undefined)
  expect(open.log.some((line) => line.includes('whole series download interrupted'))).toBe(true)
})

test('a file that was replaced by one of the same size breaks it too', async () => {
  const file = await whole.of('harbor')
  const bytes = file.bytes(0, file.size)
  await bytes.next() // the header with the checksum of the first file
  const { size } = open.ports.files.blob(paths[0]!)
  writeFileSync(paths[0]!, new Uint8Array(size).fill(7))
  const read = async () => {
    for await (const _ of bytes);
  }
  expect(read()).rejects.toThrow('changed while it was sent')
})

test('without a file there is nothing to send', async () => {
  expect(whole.of('none')).rejects.toThrow('There is no series none.')
  makeSeries(open.db, { comic_id: 'empty', name: 'Nothing' })
  expect(whole.of('empty')).rejects.toThrow('No file of Nothing is in the library.')
  rmSync(paths[0]!)
  expect(whole.of('harbor')).rejects.toThrow('one.cbz is no longer in its folder.')
})

test('reading stops when the client disconnects, and files are closed', async () => {
  addFile(open, ['harbor-4'], 'large.cbz', makeCbz({ 'a.bin': new Uint8Array(20 * 1024 * 1024) }))
  const reply = await ask()
  const reader = reply.body!.getReader()
  await reader.read()
  await reader.cancel()
  expect((await ask({ Range: 'bytes=0-3' })).status).toBe(206)
})
