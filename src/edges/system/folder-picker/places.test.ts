import { describe, expect, test } from 'bun:test'
import type { FileEntry, FileFacts } from '../../../base/platform/ports'
import { listPlaces } from './places'

const folders = (...names: string[]): FileEntry[] => names.map((name) => ({ name, kind: 'folder' }))
const patient = { after: () => new Promise<void>(() => {}) }
const hasty = { after: async () => {} }
const nobody = { home: '/home/ana', used: [], chosen: [] }

/** A disk with these folders and their entries. */
function disk(tree: Record<string, FileEntry[]>) {
  return {
    list: async (path: string) => tree[path] ?? Promise.reject(new Error(`no folder ${path}`)),
    real: async (path: string) => (path in tree ? path : undefined),
    stat: async () => ({ kind: 'folder' }) as FileFacts,
  }
}

describe('places of the folder picker', () => {
  test('are the letters of drives on Windows', async () => {
    const files = disk({ 'C:\\': [], 'E:\\': [], 'C:\\Users\\ana': [] })
    const places = await listPlaces(files, patient, { ...nobody, platform: 'win32', home: 'C:\\Users\\ana' })
    expect(places.map(({ name, path }) => `${name} ${path}`)).toEqual(['Home C:\\Users\\ana', 'C: C:\\', 'E: E:\\'])
  })

  test('are mounted disks on Linux, including those of a user, without the folder that contains them', async () => {
    const files = disk({
      '/home/ana': [],
      '/mnt': [...folders('nas'), { name: 'note.txt', kind: 'file' }],
      '/media': folders('ana', 'usb'),
      '/media/ana': folders('Stick'),
      '/media/usb': [],
    })
    const places = await listPlaces(files, patient, { ...nobody, platform: 'linux' })
    expect(places.map(({ path }) => path)).toEqual(['/home/ana', '/mnt/nas', '/media/usb', '/media/ana/Stick', '/'])
  })

  test('do not wait for a drive that never responds', async () => {
    const silent = () => new Promise<never>(() => {})
    const files = { list: silent, real: silent, stat: silent }
    expect(await listPlaces(files, hasty, { ...nobody, platform: 'linux' })).toEqual([
      { kind: 'drive', name: 'This computer', path: '/' },
    ])
  })
})
