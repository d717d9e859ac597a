import { expect, test } from 'bun:test'
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import type { Program } from '../programs'
import type { usenetBench } from './bench'

const FILE = 'Harbor Lights 001 (2015).cbz'
export const BOOK = crypto.getRandomValues(new Uint8Array(60_000))
export const THE_BOOK = { [FILE]: BOOK }

type Bench = ReturnType<typeof usenetBench<Program & { complete: string }>>

/** What each usenet client has to do with a complete release. */
export function proveJobs({ program, client, seen, ended, sent, dropped }: Bench): void {
  test('downloads a file exactly, finds it by our name, and removes it', async () => {
    const name = 'Harbor Lights 001 (2015) [0badcafe]'
    const id = await sent(name, THE_BOOK)
    expect(await client().find(name)).toEqual({ ok: id })
    const { state, total, path = '' } = (await ended(id)) ?? {}
    expect([state, total]).toEqual(['done', expect.any(Number) as never])
    expect(readFileSync(statSync(path).isFile() ? path : join(path, FILE))).toEqual(Buffer.from(BOOK))
    expect(await client().find(name)).toEqual({ ok: id })
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
