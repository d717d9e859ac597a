import { afterAll, describe, expect, test } from 'bun:test'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { systemClock } from './clock'
import { sameSecret } from './digest'
import { systemFiles } from './files'
import { systemHttp } from './http'
import { holdLock } from './lock'
import { levelName, lineLog } from './log'
import { systemPasswords, verifyPassword } from './passwords'

const folder = mkdtempSync(join(tmpdir(), 'panelkeep-platform-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

describe('files', () => {
  test('a write replaces the whole file or nothing, and leaves nothing beside it', async () => {
    const path = join(folder, 'a.txt')
    await systemFiles.write(path, 'one')
    await systemFiles.write(path, 'two')
    expect(readFileSync(path, 'utf8')).toBe('two')
    mkdirSync(join(folder, 'b.txt'))
    expect(systemFiles.write(join(folder, 'b.txt'), 'x')).rejects.toThrow()
    await systemFiles.write(join(folder, 'b.txt'), 'x').catch(() => undefined)
    expect(readdirSync(folder).sort()).toEqual(['a.txt', 'b.txt'])
  })

  test('reading piece by piece is short only at the end', async () => {
    const path = join(folder, 'c.bin')
    writeFileSync(path, '0123456789')
    const open = await systemFiles.open(path)
    expect(open.size).toBe(10)
    expect(Buffer.from(await open.read(2, 3)).toString()).toBe('234')
    expect(Buffer.from(await open.read(8, 100)).toString()).toBe('89')
    expect((await open.read(20, 5)).length).toBe(0)
    await open.close()
  })

  test('a missing path is undefined, and a link is a link', async () => {
    symlinkSync(folder, join(folder, 'link'))
    expect(await systemFiles.stat(join(folder, 'nowhere', 'deep'))).toBeUndefined()
    expect((await systemFiles.stat(join(folder, 'link')))?.kind).toBe('link')
    expect(await systemFiles.real(join(folder, 'nowhere'))).toBeUndefined()
    await systemFiles.remove(join(folder, 'nowhere'))
  })

  test('removing a folder removes links in it and not their targets', async () => {
    const kept = join(folder, 'kept')
    const other = join(folder, 'gone')
    for (const each of [kept, other]) mkdirSync(each)
    writeFileSync(join(kept, 'x'), '')
    symlinkSync(kept, join(other, 'link'))
    await systemFiles.removeFolder(other)
    expect(readdirSync(kept)).toEqual(['x'])
  })

  test('only an empty folder is removed as an empty one', async () => {
    const [full, empty] = [join(folder, 'full'), join(folder, 'empty')]
    for (const each of [full, empty]) mkdirSync(each)
    writeFileSync(join(full, 'x'), '')
    expect(await systemFiles.removeEmptyFolder(full)).toBe(false)
    expect(await systemFiles.removeEmptyFolder(join(full, 'x'))).toBe(false)
    expect(await systemFiles.removeEmptyFolder(join(folder, 'nowhere'))).toBe(false)
    expect(await systemFiles.removeEmptyFolder(empty)).toBe(true)
    expect(readdirSync(full)).toEqual(['x'])
  })

  test('a disk reports its free space', async () => {
    const { free, total, remote } = await systemFiles.freeSpace(folder)
    expect(free).toBeGreaterThan(0)
    expect(total).toBeGreaterThanOrEqual(free)
    expect(remote).toBeBoolean()
    await expect(systemFiles.freeSpace(join(folder, 'nowhere'))).rejects.toThrow()
  })
})

test('a lock is held by one, and free again when released', () => {
  const path = join(folder, 'lock')
  const first = holdLock(path)
  expect(first).toBeDefined()
  expect(holdLock(path)).toBeUndefined()
  first?.release()
  const again = holdLock(path)
  expect(again).toBeDefined()
  again?.release()
})

test('waiting ends at once when its signal aborts', async () => {
  const stop = new AbortController()
  const waited = systemClock.after(1_000_000, stop.signal)
  stop.abort()
  await waited
  await systemClock.after(1_000_000, stop.signal)
})

test('a password verifies against its own hash alone', async () => {
  const hash = await systemPasswords.hash('long enough')
  expect(hash).toStartWith('$argon2id$')
  expect(await verifyPassword('long enough', hash)).toBe(true)
  expect(await verifyPassword('another', hash)).toBe(false)
  expect(await verifyPassword('long enough', 'edited by hand')).toBe(false)
})

test('secrets are compared by content', () => {
  expect(sameSecret('a', 'a')).toBe(true)
  expect(sameSecret('a', 'b')).toBe(false)
  expect(sameSecret('', 'a')).toBe(false)
})

describe('the log', () => {
  test('writes one fact a line, with its fields', () => {
    const lines: string[] = []
    const log = lineLog(
      () => '2026-11-21T08:00:00.000Z',
      (line) => lines.push(line),
    )
    log.info('storage', 'opened', { path: '/a b', took_ms: 3, left_out: undefined })
    log.debug('storage', 'not written')
    expect(lines).toEqual(['2026-11-21T08:00:00.000Z info  storage opened path="/a b" took_ms=3'])
  })

  test('keeps an error on its line, causes included', () => {
    const lines: string[] = []
    const log = lineLog(
      () => 'now',
      (line) => lines.push(line),
    )
    log.error('main', 'failed', { error: new Error('outer', { cause: new Error('inner') }) })
    expect(lines[0]).toContain('outer')
    expect(lines[0]).toContain('inner')
    expect(lines[0]).not.toContain('\n')
  })

  test.each([
    ['warning', 'warning'],
    ['INFO', 'info'],
    ['2', 'debug'],
    [0, 'warning'],
    ['loud', undefined],
    [3, undefined],
  ] as const)('level %p is %p', (input, name) => {
    expect(levelName(input)).toBe(name)
  })
})

describe('http', () => {
  test('follows no redirect and accepts no more than allowed', async () => {
    const server = Bun.serve({
      port: 0,
      hostname: '127.0.0.1',
      fetch: (request) =>
        request.url.endsWith('/big') ? new Response('x'.repeat(5000)) : Response.redirect('http://127.0.0.1:1/', 302),
    })
    const at = `http://127.0.0.1:${server.port}`
    const limits = { timeoutMs: 5000, maxBytes: 1000 }
    expect((await systemHttp.fetch(new Request(`${at}/moved`), limits)).status).toBe(302)
    expect(systemHttp.fetch(new Request(`${at}/big`), limits)).rejects.toThrow('more than 1000 bytes')
    await systemHttp.fetch(new Request(`${at}/big`), limits).catch(() => undefined)
    await server.stop(true)
  })
})
