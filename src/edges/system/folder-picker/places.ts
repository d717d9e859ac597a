import { basename, dirname, join, resolve } from 'node:path'
import { compareNatural } from '../../../base/formats/natural'
import type { Clock, Files } from '../../../base/platform/ports'

export const placeKinds = ['home', 'library', 'recent', 'drive'] as const

export interface PickerPlace {
  kind: (typeof placeKinds)[number]
  name: string
  path: string
}

export interface PlaceSources {
  platform: string
  home: string
  /** Library folders and the import folder. */
  used: readonly string[]
  /** Folders chosen in a picker, the newest first. */
  chosen: readonly string[]
}

type Disk = Pick<Files, 'list' | 'stat' | 'real'>

/** A disconnected network drive may never respond. */
const PATIENCE_MS = 1_500

/** Folders to start from: home, those in use, those chosen before, and the drives of this computer. */
export async function listPlaces(
  files: Disk,
  clock: Pick<Clock, 'after'>,
  { platform, home, used, chosen }: PlaceSources,
): Promise<PickerPlace[]> {
  const folder = (kind: PickerPlace['kind'], path: string): PickerPlace => ({
    kind,
    name: basename(path) || path,
    path,
  })
  const known = [
    { kind: 'home' as const, name: 'Home', path: home },
    ...used.map((path) => folder('library', resolve(path))),
    ...chosen.map((path) => folder('recent', path)),
  ]
  const there = await Promise.all(known.map(({ path }) => isFolder(files, clock, path)))
  const drives = await (platform === 'win32' ? windowsDrives(files, clock) : mounts(files, clock, platform))
  const all = [...known.filter((_, at) => there[at]), ...drives]
  return all.filter(({ path }, at) => all.findIndex((place) => place.path === path) === at)
}

/** Whether the path is a folder. Its entries are not listed, since a library may have thousands in one folder. */
function isFolder(files: Disk, clock: Pick<Clock, 'after'>, path: string): Promise<boolean> {
  const kind = async () => {
    const real = await files.real(path)
    return real !== undefined && (await files.stat(real))?.kind === 'folder'
  }
  return inTime(clock, kind(), false)
}

/** The result of `work`, or `otherwise` when it fails or is late. */
async function inTime<T>(clock: Pick<Clock, 'after'>, work: Promise<T>, otherwise: T): Promise<T> {
  const done = new AbortController()
  const late = clock.after(PATIENCE_MS, done.signal).then(() => otherwise)
  const result = await Promise.race([work.catch(() => otherwise), late])
  done.abort()
  return result
}

const LETTERS = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ']

async function windowsDrives(files: Disk, clock: Pick<Clock, 'after'>): Promise<PickerPlace[]> {
  const drives = LETTERS.map((letter) => ({ kind: 'drive' as const, name: `${letter}:`, path: `${letter}:\\` }))
  const there = await Promise.all(drives.map(({ path }) => isFolder(files, clock, path)))
  return drives.filter((_, at) => there[at])
}

/** Folders where disks are mounted: in the first, each folder; in the others, those of each user. */
const MOUNTS = {
  darwin: { flat: ['/Volumes'], byUser: [] },
  linux: { flat: ['/mnt', '/media'], byUser: ['/media', '/run/media'] },
}

async function mounts(files: Disk, clock: Pick<Clock, 'after'>, platform: string): Promise<PickerPlace[]> {
  const { flat, byUser } = MOUNTS[platform === 'darwin' ? 'darwin' : 'linux']
  const inside = async (folder: string) => {
    const entries = await inTime(clock, files.list(folder), [])
    const folders = entries.filter(({ name, kind }) => kind === 'folder' && !name.startsWith('.'))
    return folders.map(({ name }) => join(folder, name)).sort(compareNatural)
  }
  const users = (await Promise.all(byUser.map(inside))).flat()
  const ofUsers = (await Promise.all(users.map(inside))).flat()
  const direct = (await Promise.all(flat.map(inside))).flat()
  // `/media/ana` holds the disks of ana and is not a disk itself.
  const holders = new Set(ofUsers.map((path) => dirname(path)))
  const paths = [...direct.filter((path) => !holders.has(path)), ...ofUsers]
  const drives = [...new Set(paths)].map((path) => ({ kind: 'drive' as const, name: basename(path), path }))
  return [...drives, { kind: 'drive', name: 'This computer', path: '/' }]
}
