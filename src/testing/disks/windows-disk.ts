import { readdirSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { patientFiles } from '../../base/platform/patient-files'
import type { Files } from '../../base/platform/ports'
import { isMisread, realPath } from '../../base/platform/real-path'
import { removeTree } from '../../base/platform/remove-tree'
import { disk } from './disk'

/** How another program has a file open: what other programs may do meanwhile. */
export type Sharing = 'none' | 'read' | 'delete'

export interface WindowsDisk {
  files: Files
  /** Another program opens a file, until the returned function is called. */
  hold(path: string, sharing?: Sharing): () => void
  /** Marks a file read-only, or removes the mark. */
  mark(path: string, isReadOnly: boolean): void
  /** Paths that are open in this process now. */
  open(): string[]
  /** Pauses before retries so far, in milliseconds. */
  waits: number[]
  /** Called at each pause, so that the other program can release the file. */
  onWait: (count: number) => void
}

const LONGEST = 260
const RESERVED = /^(?:con|prn|aux|nul|com[1-9¹²³]|lpt[1-9¹²³])(?:\.|$)/i
const FORBIDDEN = /[<>:"|?*]/

const fault = (code: string, call: string, path: string) =>
  Object.assign(new Error(`${code}: ${WORDS[code] ?? 'failed'}, ${call} '${path}'`), { code, syscall: call, path })
const WORDS: Record<string, string> = {
  EBUSY: 'resource busy or locked',
  EPERM: 'operation not permitted',
  ENOENT: 'no such file or directory',
  EINVAL: 'invalid argument',
}

/**
 * A disk of this machine with the rules of Windows: an open file cannot be removed, replaced or renamed, case is
 * ignored, some names are invalid, `realpath` fails from 260 letters on and at names that end with a dot or a space,
 * and only empty folders are removed. Paths are those of this machine; absolute Windows paths (`D:\x`, `\ as\x`,
 * `\\?\D:\x`) are in folders of `drives`.
 */
export function windowsDisk(drives?: string): WindowsDisk {
  const held: { key: string; sharing: Sharing }[] = []
  const own = new Map<string, number>()
  const readOnly = new Set<string>()
  const at = (path: string) => actual(local(path, drives))
  const keyOf = (path: string) => fold(at(path))

  const holders = (path: string) => held.filter(({ key }) => key === keyOf(path))
  const isOpen = (path: string) => own.has(keyOf(path)) || holders(path).some(({ sharing }) => sharing !== 'delete')
  const isOpenBelow = (path: string) => {
    const below = `${keyOf(path)}/`
    return [...own.keys(), ...held.map(({ key }) => key)].some((key) => key.startsWith(below))
  }
  const mayRead = (path: string, call: string) => {
    if (holders(path).some(({ sharing }) => sharing === 'none')) throw fault('EBUSY', call, path)
  }
  const mayRemove = (path: string, call: string) => {
    if (isOpen(path)) throw fault('EBUSY', call, path)
    if (isOpenBelow(path)) throw fault('EPERM', call, path)
  }
  const mayReplace = (path: string, call: string) => {
    if (isOpen(path) || readOnly.has(keyOf(path))) throw fault('EPERM', call, path)
  }
  const mayWrite = (path: string, call: string) => {
    if (own.has(keyOf(path)) || holders(path).length > 0) throw fault('EBUSY', call, path)
    if (readOnly.has(keyOf(path))) throw fault('EPERM', call, path)
  }
  /** The path of a new name: Windows drops dots and spaces at its end. */
  const fresh = (path: string, call: string): string => {
    const name = basename(local(path, drives))
    if (FORBIDDEN.test(name)) throw fault('EINVAL', call, path)
    if (RESERVED.test(name)) throw fault('ENOENT', call, path)
    return actual(local(path, drives).replace(/[. ]+$/, ''))
  }
  const whileOpen = async <T>(path: string, work: () => Promise<T>): Promise<T> => {
    const close = opened(path)
    try {
      return await work()
    } finally {
      close()
    }
  }
  const opened = (path: string) => {
    const key = keyOf(path)
    own.set(key, (own.get(key) ?? 0) + 1)
    return () => {
      const left = (own.get(key) ?? 1) - 1
      if (left > 0) own.set(key, left)
      else own.delete(key)
    }
  }
  const rename = async (from: string, to: string, call: string) => {
    mayRemove(from, call)
    await disk.rename(at(from), spelled(fresh(to, call), to))
  }

  const raw: Files = {
    ...disk,
    list: async (folder) => disk.list(at(folder)),
    stat: async (path) => disk.stat(at(path)),
    real: (path) => realPath(path, { resolve: resolved, stat: raw.stat }),
    async open(path) {
      mayRead(path, 'open')
      const file = await disk.open(at(path))
      const close = opened(path)
      let isClosed = false
      return {
        ...file,
        async close() {
          if (!isClosed) close()
          isClosed = true
          await file.close()
        },
      }
    },
    async read(path) {
      mayRead(path, 'open')
      return disk.read(at(path))
    },
    blob: (path) => disk.blob(at(path)),
    async write(path, content, mode) {
      const to = fresh(path, 'open')
      mayReplace(path, 'rename')
      await disk.write(to, content, mode)
    },
    tryRoom: async (folder, bytes) => disk.tryRoom(at(folder), bytes),
    async copy(from, to) {
      mayRead(from, 'open')
      mayWrite(to, 'open')
      const target = fresh(to, 'open')
      return whileOpen(from, () => disk.copy(at(from), target))
    },
    async create(path, make) {
      mayWrite(path, 'open')
      const target = fresh(path, 'open')
      await whileOpen(path, () => disk.create(target, make))
    },
    async extend(path, from, make) {
      mayWrite(path, 'open')
      const target = fresh(path, 'open')
      await whileOpen(path, () => disk.extend(target, from, make))
    },
    async hash(path, by) {
      mayRead(path, 'open')
      return whileOpen(path, () => disk.hash(at(path), by))
    },
    async place(from, to) {
      if (await isAnother(from, to)) return false
      await rename(from, to, 'rename')
      return true
    },
    async link(from, to) {
      return disk.link(at(from), fresh(to, 'link'))
    },
    async point(_from, to) {
      throw fault('EPERM', 'symlink', to)
    },
    async permit(path, mode) {
      if ((await disk.stat(at(path)))?.kind === 'file') mark(path, (mode & 0o200) === 0)
      await disk.permit(at(path), mode | 0o600)
    },
    async keepAccess(from, to) {
      mark(to, readOnly.has(keyOf(from)))
    },
    async rename(from, to) {
      if (await isAnother(from, to)) mayReplace(to, 'rename')
      await rename(from, to, 'rename')
    },
    same: async (path, other) => disk.same(at(path), at(other)),
    touch: async (path, modifiedMs) => disk.touch(at(path), modifiedMs),
    async makeFolder(folder, mode) {
      return disk.makeFolder(fresh(folder, 'mkdir'), mode)
    },
    async remove(path) {
      const kind = (await disk.stat(at(path)))?.kind
      if (kind === undefined) return
      mayRemove(path, 'unlink')
      if (kind === 'folder' || readOnly.has(keyOf(path))) throw fault('EPERM', 'unlink', path)
      await disk.remove(at(path))
    },
    removeFolder: (folder) => removeTree(raw, folder),
    async removeEmptyFolder(folder) {
      if ((await disk.stat(at(folder)))?.kind === 'folder' && holders(folder).length > 0)
        throw fault('EBUSY', 'rmdir', folder)
      return disk.removeEmptyFolder(at(folder))
    },
    isWritable: async (path) => (await disk.stat(at(path))) !== undefined && !readOnly.has(keyOf(path)),
    freeSpace: async (folder) => disk.freeSpace(at(folder)),
  }
  async function resolved(path: string): Promise<string | undefined> {
    if (path.length >= LONGEST || isMisread(path, 'windows')) return undefined
    return disk.real(at(path))
  }
  async function isAnother(from: string, to: string): Promise<boolean> {
    return (await disk.stat(at(to))) !== undefined && keyOf(from) !== keyOf(to)
  }
  function mark(path: string, isReadOnly: boolean): void {
    if (isReadOnly) readOnly.add(keyOf(path))
    else readOnly.delete(keyOf(path))
  }

  const made: WindowsDisk = {
    files: patientFiles(raw, {
      isWindows: true,
      wait: async (ms) => {
        made.waits.push(ms)
        made.onWait(made.waits.length)
      },
    }),
    hold(path, sharing = 'read') {
      const holder = { key: keyOf(path), sharing }
      held.push(holder)
      return () => void held.splice(held.indexOf(holder), held.includes(holder) ? 1 : 0)
    },
    mark,
    open: () => [...own.keys()],
    waits: [],
    onWait: () => {},
  }
  return made
}

/** NTFS compares letter by letter, without case. */
const fold = (path: string): string => path.toUpperCase()

/** An absolute Windows path, inside the folder that represents its drive or server. */
function local(path: string, drives: string | undefined): string {
  const bare = path.replace(/^\\\\\?\\(UNC\\)?/, (_, unc) => (unc ? '\\\\' : '')).replaceAll('\\', '/')
  const drive = /^([a-z]):\//i.exec(bare)?.[1]
  if (drives === undefined || (drive === undefined && !/^\/\/[^/]/.test(bare))) return path
  return drive ? join(drives, drive.toUpperCase(), bare.slice(3)) : join(drives, 'UNC', bare.slice(2))
}

/** The path in the case of its folders. */
function actual(path: string): string {
  const parent = dirname(path)
  if (parent === path) return path
  const folder = actual(parent)
  const names = entriesOf(folder)
  const name = basename(path)
  if (names.has(name)) return join(folder, name)
  const found = [...names].find((each) => fold(each) === fold(name))
  return join(folder, found ?? name)
}

/** A rename to another spelling of the same name. */
const spelled = (target: string, wanted: string): string =>
  join(dirname(target), basename(wanted).replace(/[. ]+$/, ''))

function entriesOf(folder: string): Set<string> {
  try {
    return new Set(readdirSync(folder))
  } catch {
    return new Set() // the folder does not exist
  }
}
