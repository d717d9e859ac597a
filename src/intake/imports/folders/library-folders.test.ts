import { expect, test } from 'bun:test'
import type { DiskSpace, FileEntry, FileFacts, Files } from '../../../base/platform/ports'
import { isBelow } from '../../../library/filing/folders'
import { fakeClock } from '../../../testing/fakes/clock'
import { DiskProbes } from './disk-probe'
import { Disks } from './disks'
import { hasContent, LibraryFolders } from './library-folders'

/** A simulated disk: folders with their entries, and devices. Other paths do not exist. */
function disk(folders: Record<string, string[]>, more: { devices?: Record<string, number>; faults?: string[] } = {}) {
  const { devices = {}, faults = [] } = more
  let probes = 0
  const answer = (path: string) => {
    probes += 1
    if (faults.includes(path)) throw Object.assign(new Error('it broke'), { code: 'EIO' })
  }
  const isFile = (path: string) =>
    Object.entries(folders).some(([folder, names]) => names.some((name) => `${folder}/${name}` === path))
  const files = {
    list: async (path: string) => {
      answer(path)
      if (!folders[path]) throw Object.assign(new Error(), { code: 'ENOENT' })
      return folders[path].map((name) => ({ name, kind: 'file' }) as FileEntry)
    },
    real: async (path: string) => (folders[path] ? path : undefined),
    stat: async (path: string) => {
      answer(path)
      if (folders[path]) return { kind: 'folder', device: devices[path] ?? 1 } as FileFacts
      return isFile(path) ? ({ kind: 'file', device: 1 } as FileFacts) : undefined
    },
    freeSpace: async () => ({ free: 5, total: 9 }) as DiskSpace,
  } as unknown as Files
  return { files, probes: () => probes }
}

test('a path is below a folder, and not below one with a similar name', () => {
  expect(isBelow('/c/a', '/c')).toBe(true)
  expect(isBelow('/c/a', '/c/')).toBe(true)
  expect(isBelow('/a', '/')).toBe(true)
  expect(isBelow('/cd', '/c')).toBe(false)
  expect(isBelow('/c', '/c')).toBe(false)
})

test('the nearest library folder is found for a file of either kind', () => {
  const folders = new LibraryFolders(disk({}).files, { roots: ['/c', '/c/'], others: ['/c/manga', '/m'] })
  expect(['/c/1', '/c/manga/1', '/m/1', '/x/1'].map((path) => folders.above(path))).toEqual([
    '/c',
    '/c/manga',
    '/m',
    undefined,
  ])
  expect(folders.walked).toEqual(['/c'])
})

test('a folder has content when it has more than system files', async () => {
  const { files } = disk({ '/a': ['1.cbz'], '/b': [], '/c': ['.DS_Store', 'LOST+FOUND'] })
  expect(await Promise.all(['/a', '/b', '/c', '/none'].map((path) => hasContent(files, path)))).toEqual([
    true,
    false,
    false,
    false,
  ])
})

test('a file is gone when its folder exists without it', async () => {
  const { files, probes } = disk({ '/c': ['1.cbz'], '/empty': [] }, { faults: ['/c/silent.cbz'] })
  const folders = new LibraryFolders(files, { roots: ['/c', '/empty', '/away'], others: [] })
  const areGone = (...paths: string[]) => Promise.all(paths.map((path) => folders.isGone(path)))
  expect(await areGone('/c/1.cbz', '/c/2.cbz', '/c/silent.cbz')).toEqual([false, true, false])
  expect(await areGone('/empty/1.cbz', '/away/1.cbz')).toEqual([false, false])
  expect(await areGone('/nowhere/1.cbz')).toEqual([true])
  const before = probes()
  await areGone('/c/3.cbz')
  // The library folder is not listed again for each file.
  expect(probes() - before).toBe(1)
})

test('a folder on another device than its parent is a separate disk', async () => {
  const there = { '/': [], '/c': [], '/c/a': [], '/c/a/b': [], '/m': [] }
  const { files } = disk(there, { devices: { '/c/a': 2, '/c/a/b': 2, '/m': 3 } })
  const disks = new Disks(files)
  expect(await Promise.all(['/c', '/c/a', '/c/a/b', '/c/none', '/none/x'].map((path) => disks.isMounted(path)))).toEqual([
    false, true, false, false, false,
  ]) // biome-ignore format: a row
  expect(await disks.mounted(['/c'])).toEqual([])
  await disks.addDevice({ root: '/c', path: '/c/a/b', parts: ['a', 'b'] }, 2)
  expect(await disks.mounted(['/c'])).toEqual(['/c/a'])
  expect(await disks.mounted(['/c', '/m'])).toEqual(['/m', '/c/a'])
})

test('a disk reports the content of a folder, and the free space', async () => {
  const { files } = disk({ '/a': ['1.cbz'], '/b': [], '/closed': [] }, { faults: ['/closed'] })
  const looks = new DiskProbes({ files, clock: fakeClock() })
  const space = { free: 5, total: 9 } as DiskSpace
  expect(await looks.ask('/a')).toEqual({ is: 'there', space })
  expect(await looks.ask('/b')).toEqual({ is: 'empty', space })
  expect(await looks.ask('/closed')).toEqual({ is: 'closed' })
  expect(await looks.ask('/none')).toEqual({ is: 'missing' })
  expect(await looks.ask('/a/1.cbz')).toEqual({ is: 'missing' })
  const spaceless = { ...files, freeSpace: async () => Promise.reject(new Error()) } as unknown as Files
  expect(await new DiskProbes({ files: spaceless, clock: fakeClock() }).ask('/a')).toEqual({
    is: 'there',
    space: undefined,
  })
})

test('a disk that is silent for three seconds is not queried again until it answers', async () => {
  const clock = fakeClock()
  const { files } = disk({ '/a': ['1.cbz'] })
  let probes = 0
  let answer = () => {}
  const real = () => {
    probes += 1
    return new Promise<string>((resolve) => {
      answer = () => resolve('/a')
    })
  }
  const looks = new DiskProbes({ files: { ...files, real } as unknown as Files, clock })
  const first = looks.ask('/a')
  await clock.advance('3 s')
  expect(await first).toEqual({ is: 'silent' })
  const second = looks.ask('/a')
  expect(probes).toBe(1)
  answer()
  expect((await second).is).toBe('there')
  const third = looks.ask('/a')
  expect(probes).toBe(2)
  answer()
  expect((await third).is).toBe('there')
})
