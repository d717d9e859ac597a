import { expect, test } from 'bun:test'
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import type { Program } from '../harness/programs'
import { until } from '../harness/until'
import { okOf } from '../torrents/replies'
import type { usenetBench } from './bench'

const FILE = 'Harbor Lights 001 (2015).cbz'
export const BOOK = crypto.getRandomValues(new Uint8Array(60_000))
export const THE_BOOK = { [FILE]: BOOK }

type Bench = ReturnType<typeof usenetBench<Program & { complete: string }>>

/** Tests a usenet client with a complete release. */
export function proveJobs({ program, news, client, seen, ended, sent, dropped }: Bench): void {
  test('pauses and resumes one job, and moves another before it', async () => {
    // The articles are sent after the pause, so that the job cannot end before it.
    const release = news().hold()
    const slow = crypto.getRandomValues(new Uint8Array(40_000))
    const first = await sent('Harbor Lights 006 (2015) [6badcafe]', { 'Harbor Lights 006.cbz': slow }, { part: 1000 })
    expect(okOf(await client().control!(first, 'pause'))).toBe(true)
    release()
    expect(
      await until(
        () => seen(first),
        (each) => each?.state === 'paused',
      ),
    ).toMatchObject({ state: 'paused' })
    const second = await sent('Harbor Lights 007 (2015) [7badcafe]', THE_BOOK)
    expect((await ended(second))?.state).toBe('done')
    expect((await seen(first))?.state).toBe('paused')
    expect(okOf(await client().control!(first, 'last'))).toBe(true)
    expect(okOf(await client().control!(first, 'first'))).toBe(true)
    // A paused job stays paused at another place and with another priority.
    const again = news().hold()
    expect(okOf(await client().control!(first, 'down'))).toBe(true)
    again()
    expect((await seen(first))?.state).toBe('paused')
    expect(okOf(await client().control!(first, 'resume'))).toBe(true)
    expect((await ended(first))?.state).toBe('done')
    expect(await client().control!(first, 'pause')).toMatchObject({
      failure: 'rejected',
      detail: expect.stringContaining('no longer in the queue of') as never,
    })
    await dropped(first, true)
    await dropped(second, true)
  }, 60_000)

  test('downloads a file exactly, finds it by our name, and removes it', async () => {
    const name = 'Harbor Lights 001 (2015) [0badcafe]'
    const id = await sent(name, THE_BOOK)
    expect(await client().find(name)).toEqual({ ok: { id, added: true } })
    const { state, total, path = '' } = (await ended(id)) ?? {}
    expect([state, total]).toEqual(['done', expect.any(Number) as never])
    expect(readFileSync(statSync(path).isFile() ? path : join(path, FILE))).toEqual(Buffer.from(BOOK))
    expect(await client().find(name)).toEqual({ ok: { id, added: true } })
    expect(await client().find('Harbor Lights 001 (2015) [0badbabe]')).toEqual({ ok: null })
    await dropped(id, false)
    expect(await seen(id)).toBeUndefined()
    expect(existsSync(path)).toBe(true)
    await dropped(id, true)
  }, 40_000)

  test('loses a finished job when its folder is deleted', async () => {
    const name = 'Harbor Lights 005 (2015) [5badcafe]'
    const id = await sent(name, THE_BOOK)
    const done = await ended(id)
    await dropped(id, true)
    expect(existsSync(done?.path ?? '')).toBe(false)
    expect(readdirSync(join(program().complete, 'comics'))).not.toContain(name)
  }, 40_000)
}
