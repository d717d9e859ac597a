import { afterAll, expect, setDefaultTimeout, test } from 'bun:test'
import { existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { makeCbz, makePages } from '../src/testing/archives/archives'
import { comicOf, type DownloadSetup, issueOf, openDownloadSetup, until, waitForAnswer } from './download-setup'
import { canMount, fillDisk, mountDisk, tempFolder } from './folders'

setDefaultTimeout(300_000)

/** Real disks that are full, or fill up, during imports. */
const disks = tempFolder()
const mounts = canMount()
afterAll(() => disks.remove())

const put = (path: string, bytes: Uint8Array) => {
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(path, bytes)
}
const named = (n: number) => `Winter Atlas ${String(n).padStart(3, '0')} (1998).cbz`
/** Whether a path is a temporary copy. */
const isHidden = (path: string) => path.split('/').some((part) => part.startsWith('.'))
const comicsIn = (folder: string) =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((path) => /\.cbz$/.test(path) && !isHidden(path))
const process = (setup: DownloadSetup, folder: string, more: Record<string, string> = {}) =>
  waitForAnswer(setup.reader.post('/api/downloads/process', { nzb_name: 'Manual Run', nzb_folder: folder, ...more }))

interface Waiting extends Record<string, unknown> {
  results: { members?: { release_key: string }[]; release_key?: string }[]
}

test.skipIf(!mounts).each([
  ['a comic', (n: number) => ({ [named(n)]: comicOf(String(n)) })],
  [
    'comics in an archive',
    (n: number) => ({ 'pack.zip': makeCbz({ [named(n)]: comicOf(String(n)) }, { store: true }) }),
  ],
  [
    'loose pages',
    (n: number) =>
      Object.fromEntries(Object.entries(makePages(6)).map(([page, bytes]) => [`Winter Atlas ${n}/${page}`, bytes])),
  ],
])(
  '%s that meets a full library disk waits with a reason, and is imported when there is free space',
  async (_, content) => {
    const setup = await openDownloadSetup()
    const { comics } = setup
    const disk = mountDisk(comics, 'size=64m')!
    try {
      const empty = fillDisk(comics)
      const folder = setup.in('done/in')
      for (const [name, bytes] of Object.entries(content(31))) put(join(folder, name), bytes)
      const before = readdirSync(folder, { recursive: true }).length
      const { id } = await issueOf(setup, '31')
      const { message } = await process(setup, folder, { issueid: id, apc_version: '2.04' })
      expect(message).toMatch(/^in was not taken: The disk of .* is (?:too )?full/)
      expect(comicsIn(comics)).toEqual([])
      expect(readdirSync(folder, { recursive: true })).toHaveLength(before)
      const waiting = JSON.stringify(await setup.reader.json<Waiting>('/api/attention'))
      expect(waiting).toMatch(/The disk of .* is (?:too )?full/)

      empty()
      const key = /"release_key":"([^"]+)"/.exec(waiting)![1]!
      await waitForAnswer(setup.reader.post('/api/attention/resolve', { action: 'import', release_keys: [key] }))
      await until('it to be in the library', async () =>
        (await issueOf(setup, '31')).status === 'Downloaded' ? true : undefined,
      )
      expect(comicsIn(comics)).toHaveLength(1)
      await until('the download to be gone', async () => (existsSync(folder) ? undefined : true))
    } finally {
      disk.unmount()
      await setup.end()
    }
  },
)

test.skipIf(!mounts)(
  'a database disk that fills up in the middle of a pack loses no file, and the import continues automatically',
  async () => {
    const disk = mountDisk(disks.in('data'), 'size=48m')!
    const setup = await openDownloadSetup({}, join(disks.in('data'), 'data'))
    try {
      const numbers = Array.from({ length: 40 }, (_, n) => n + 40)
      const folder = setup.in('done/pack')
      for (const n of numbers) put(join(folder, named(n)), comicOf(String(n)))
      await process(setup, folder)
      await until('the first to be placed', async () => (comicsIn(setup.comics).length > 0 ? true : undefined))
      const empty = fillDisk(disks.in('data'))
      expect((await setup.reader.get('/api/health')).status).toBe(200)
      empty()
      await until(
        'all of them to be there',
        async () => {
          const { issues } = await setup.reader.json<{ issues: { number: string; status: string }[] }>(
            `/api/series/${setup.comicId}`,
          )
          const here = issues.filter(
            ({ number, status }) => numbers.includes(Number(number)) && status === 'Downloaded',
          )
          return here.length === numbers.length ? true : undefined
        },
        { within: 90_000 },
      )
      expect(comicsIn(setup.comics)).toHaveLength(numbers.length)
      await until('the download to be gone', async () => (existsSync(folder) ? undefined : true))
    } finally {
      await setup.end()
      disk.unmount()
    }
  },
)
