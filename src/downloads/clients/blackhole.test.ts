import { afterEach, beforeEach, expect, test } from 'bun:test'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { systemFiles } from '../../platform/files'
import type { Fetched } from '../../search/indexers/indexer'
import { magnetOf, torrentOf } from '../../testing/fakes/indexer'
import { Blackhole } from './blackhole'
import { clientName } from './names'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'panelkeep-hole-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

const hole = (at = folder) =>
  new Blackhole({ name: 'hole', label: 'Hole', files: systemFiles, folder: () => at, what: 'torrents' })
const torrent: Fetched = { kind: 'torrent', name: 'x', bytes: torrentOf('x'), info_hash: 'f'.repeat(40) }
const magnet: Fetched = { kind: 'magnet', name: 'x', link: magnetOf('x'), info_hash: 'f'.repeat(40) }

test('a torrent and a magnet link become files of their kind', async () => {
  await hole().send('One', torrent)
  await hole().send('Two', magnet)
  expect(readFileSync(join(folder, 'One.torrent'))).toEqual(Buffer.from(torrentOf('x')))
  expect(readFileSync(join(folder, 'Two.magnet'), 'utf8')).toBe(magnetOf('x'))
})

test('what was given is found by name until that is written down, also when its client took it', async () => {
  const sent = await hole().send('One', torrent)
  rmSync(join(folder, 'One.torrent'))
  expect(await hole().find('One')).toEqual(sent)
  expect(await hole().find('Two')).toEqual({ ok: null })
  await hole().settle('One')
  expect(await hole().find('One')).toEqual({ ok: null })
  expect(existsSync(join(folder, '.panelkeep'))).toBe(false)
})

test('what was given can be taken back', async () => {
  const sent = await hole().send('One', torrent)
  expect(await hole().remove((sent as { ok: string }).ok, { files: true })).toEqual({ ok: true })
  expect(existsSync(join(folder, 'One.torrent'))).toBe(false)
})

test.each([
  ['', 'No folder is set for torrents'],
  ['/no/such/folder', 'is not there'],
  [import.meta.path, 'is not a folder'],
])('a folder %p takes nothing and says why', async (at, sentence) => {
  const refused = { failure: 'unreachable', detail: expect.stringContaining(sentence) }
  expect(await hole(at).test()).toEqual(refused as never)
  expect(await hole(at).send('One', torrent)).toEqual(refused as never)
})

test('names hold what every disk takes, have room for endings, and are of one grab', () => {
  const name = clientName('AC/DC: "Live"? 001 (2015)', '301|a/b', 'item-1')
  expect(name).toMatch(/^AC-DC - 'Live' 001 \(2015\) \[[\da-f]{8}\]$/)
  expect(clientName('AC/DC: "Live"? 001 (2015)', '301|a/b', 'item-2')).not.toBe(name)
  expect(Buffer.byteLength(clientName('ヶ'.repeat(300), 'k', 'i'))).toBeLessThanOrEqual(180)
  expect(clientName('???', 'k', 'i')).toStartWith('release [')
})
