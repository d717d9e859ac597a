import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { systemFiles } from '../../../../base/platform/files'
import type { Files } from '../../../../base/platform/ports'
import { fakeClock } from '../../../../testing/fakes/clock'
import { magnetOf, torrentOf } from '../../../../testing/fakes/indexer'
import { okOf } from '../../../../testing/torrents/replies'
import type { ReleasePayload } from '../../payload'
import { releaseNameInClient } from '../release-name'
import { Blackhole } from './blackhole'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'panelkeep-hole-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

const clock = fakeClock()
const hole = (at = folder, done = '', files: Partial<Files> = {}) =>
  new Blackhole({
    name: 'hole',
    label: 'Hole',
    files: { ...systemFiles, ...files },
    clock,
    what: 'torrents',
    folder: () => at,
    done: () => done,
  })
const torrent: ReleasePayload = { kind: 'torrent', name: 'x', bytes: torrentOf('x'), info_hash: 'f'.repeat(40) }
const magnet: ReleasePayload = { kind: 'magnet', name: 'x', link: magnetOf('x'), info_hash: 'f'.repeat(40) }

test('a torrent and a magnet link become files of their type', async () => {
  await hole().send('One', torrent)
  await hole().send('Two', magnet)
  expect(readFileSync(join(folder, 'One.torrent'))).toEqual(Buffer.from(torrentOf('x')))
  expect(readFileSync(join(folder, 'Two.magnet'), 'utf8')).toBe(magnetOf('x'))
})

test('a sent release is found by name until that is recorded, also after its client took the file', async () => {
  const sent = await hole().send('One', torrent)
  rmSync(join(folder, 'One.torrent'))
  expect(await hole().find('One')).toEqual(sent)
  expect(await hole().find('Two')).toEqual({ ok: null })
  await hole().acknowledge('One')
  expect(await hole().find('One')).toEqual({ ok: null })
  expect(existsSync(join(folder, '.panelkeep'))).toBe(false)
})

test('a sent release can be removed', async () => {
  const sent = await hole().send('One', torrent)
  expect(await hole().remove(okOf(sent).id, { files: true })).toEqual({ ok: true })
  expect(existsSync(join(folder, 'One.torrent'))).toBe(false)
})

test.each([
  ['', 'No folder is set for torrents'],
  ['/no/such/folder', 'does not exist'],
  [import.meta.path, 'is not a folder'],
])('a folder %p accepts nothing and says why', async (at, sentence) => {
  const refused = { failure: 'unreachable', detail: expect.stringContaining(sentence) }
  expect(await hole(at).test()).toEqual(refused as never)
  expect(await hole(at).send('One', torrent)).toEqual(refused as never)
})

describe('a disk that fails during a hand-over', () => {
  const full = () => Object.assign(new Error('full'), { code: 'ENOSPC' })

  test('has not accepted a file without its final name, and no partial file stays', async () => {
    const rename = () => Promise.reject(full())
    const sent = await hole(folder, '', { rename }).send('One', torrent)
    expect(sent).toEqual({ failure: 'rejected', detail: expect.stringContaining('is full') as never })
    expect(readdirSync(folder)).toEqual([])
  })

  test('may have accepted a file with its final name, which is found later', async () => {
    const rename: Files['rename'] = async (from, to) => {
      await systemFiles.rename(from, to)
      throw full()
    }
    expect(await hole(folder, '', { rename }).send('One', torrent)).toMatchObject({ failure: 'ambiguous' })
    expect(existsSync(join(folder, 'One.torrent'))).toBe(true)
    expect(await hole().find('One')).toMatchObject({ ok: { id: expect.stringContaining('One.torrent') } })
  })

  test('may have accepted the file when its state cannot be read', async () => {
    let fails = false
    const rename = () => {
      fails = true
      return Promise.reject(full())
    }
    const stat: Files['stat'] = async (path) => {
      if (fails) throw full()
      return systemFiles.stat(path)
    }
    expect(await hole(folder, '', { rename, stat }).send('One', torrent)).toMatchObject({ failure: 'ambiguous' })
  })
})

describe('a folder of completed downloads', () => {
  let done: string
  let client: Blackhole
  beforeEach(() => {
    done = join(folder, 'done')
    mkdirSync(done)
    client = hole(folder, done)
  })
  const idOf = async (name: string, release: ReleasePayload) => {
    return okOf(await client.send(name, release)).id
  }
  const seen = async (id: string) => {
    const looked = await client.inspect([id])
    if (!('ok' in looked)) throw new Error(looked.detail)
    return looked.ok.get(id)
  }

  test('reports an unchanged entry with our name as done', async () => {
    const id = await idOf('One [1]', magnet)
    expect(await seen(id)).toEqual({ state: 'queued' })
    mkdirSync(join(done, 'One [1]'))
    writeFileSync(join(done, 'One [1]', 'One.cbz'), 'half')
    expect(await seen(id)).toEqual({ state: 'downloading', done: 4 })
    await clock.advance('20 s')
    writeFileSync(join(done, 'One [1]', 'One.cbz'), 'the whole')
    expect(await seen(id)).toEqual({ state: 'downloading', done: 9 })
    await clock.advance('20 s')
    expect(await seen(id)).toEqual({ state: 'done', total: 9, done: 9, path: join(done, 'One [1]') })
  })

  test('finds a file with an extension too, and waits while part of it is unfinished', async () => {
    const id = await idOf('One [1]', magnet)
    writeFileSync(join(done, 'One [1].cbz'), 'x')
    await seen(id)
    await clock.advance('20 s')
    expect(await seen(id)).toMatchObject({ state: 'done', path: join(done, 'One [1].cbz') })
    const other = await idOf('Two [2]', magnet)
    mkdirSync(join(done, 'Two [2]'))
    writeFileSync(join(done, 'Two [2]', 'Two.cbz.part'), 'x')
    await seen(other)
    await clock.advance('20 s')
    expect(await seen(other)).toMatchObject({ state: 'downloading' })
  })

  test('finds a torrent by the name inside it, and keeps that entry when it is removed', async () => {
    const id = await idOf('One [1]', torrent)
    writeFileSync(join(done, 'x'), 'the comic')
    await seen(id)
    await clock.advance('20 s')
    expect(await seen(id)).toMatchObject({ state: 'done', path: join(done, 'x') })
    expect(okOf(await client.find('One [1]'))?.id).toBe(id)
    expect(await client.remove(id, { files: true })).toEqual({ ok: true })
    expect(readdirSync(folder).sort()).toEqual(['.panelkeep', 'done'])
    expect(existsSync(join(done, 'x'))).toBe(true)
  })

  test('loses the entry with our name when the item is removed with its files', async () => {
    const id = await idOf('One [1]', magnet)
    mkdirSync(join(done, 'One [1]'))
    writeFileSync(join(done, 'One [1]', 'One.cbz'), 'x')
    await seen(id)
    await clock.advance('20 s')
    await client.remove(id, { files: false })
    expect(readdirSync(done)).toEqual(['One [1]'])
    await client.remove(id, { files: true })
    expect(readdirSync(done)).toEqual([])
  })

  test('is reported when it is missing, and nothing is sent', async () => {
    rmSync(done, { recursive: true })
    const refused = { failure: 'unreachable', detail: expect.stringContaining(done) as never } as const
    expect(await client.test()).toEqual(refused)
    expect(await client.send('One [1]', magnet)).toEqual(refused)
    expect(await client.inspect(['/x/One [1].magnet'])).toEqual(refused)
  })
})

test('names are safe for every disk, leave room for extensions, and belong to one grab', () => {
  const name = releaseNameInClient('AC/DC: "Live"? 001 (2015)', '301|a/b', 'item-1')
  expect(name).toMatch(/^AC-DC - 'Live' 001 \(2015\) \[[\da-f]{8}\]$/)
  expect(releaseNameInClient('AC/DC: "Live"? 001 (2015)', '301|a/b', 'item-2')).not.toBe(name)
  expect(Buffer.byteLength(releaseNameInClient('ヶ'.repeat(300), 'k', 'i'))).toBeLessThanOrEqual(180)
  expect(releaseNameInClient('One {{hush}} 002 {{', 'k', 'i')).toMatch(/^One +002 \[[\da-f]{8}\]$/)
  expect(releaseNameInClient('One password=hush', 'k', 'i')).toStartWith('One password hush [')
  expect(releaseNameInClient('???', 'k', 'i')).toStartWith('release [')
})
