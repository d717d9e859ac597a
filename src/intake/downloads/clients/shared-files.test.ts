import { expect, test } from 'bun:test'
import { sharesFiles } from './shared-files'

const FILES: Record<string, string[]> = {
  own: ['/dl/Pack/1.cbz', '/dl/Pack/2.cbz'],
  cross: ['/dl/Pack/2.cbz'],
  beside: ['/dl/Pack/3.cbz'],
  loose: ['/dl/Pack/1.cbz'],
  far: ['/other/Pack/1.cbz'],
}

test.each<[string, Record<string, string>, boolean, string]>([
  ['has one of its files', { cross: '/dl/Pack/' }, true, 'own cross'],
  ['has other files in the same folder', { beside: '/dl/Pack' }, false, 'own beside'],
  ['is loose in the parent folder', { loose: '/dl' }, true, 'own loose'],
  ['is elsewhere', { far: '/other/Pack', alike: '/dl/Pack 2' }, false, ''],
])('a torrent shares files with another one that %s: %j', async (_, others, shared, asked) => {
  const all = Object.entries({ own: '/dl/Pack', ...others }).map(([id, path]) => ({ id, path }))
  let ids = ''
  const filesOf = async (each: string[]) => {
    ids = each.join(' ')
    return new Map(each.map((id) => [id, FILES[id] ?? []]))
  }
  expect([await sharesFiles('own', all, filesOf), ids]).toEqual([shared, asked])
})

test('a torrent without files, or one that the client does not have, shares none', async () => {
  const filesOf = () => Promise.reject(new Error('not asked'))
  const all = [{ id: 'own', path: '' }, { id: 'other', path: '/dl' }] // biome-ignore format: one row
  expect(await sharesFiles('own', all, filesOf)).toBe(false)
  expect(await sharesFiles('gone', all, filesOf)).toBe(false)
})
