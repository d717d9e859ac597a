import { sep } from 'node:path'
import { foldCase } from './paths'
import type { Files } from './ports'

type Yield = () => Promise<void>

/**
 * Files whose `open` accepts `giveWay`: before a path changes, this process closes the files it has open there. On
 * Windows an open file cannot be renamed, replaced or removed, even by the process that opened it.
 */
export function withOwnHandles(files: Files): Files {
  const held = new Map<string, Set<Yield>>()

  const freed = async (path: string): Promise<void> => {
    const below = path.endsWith(sep) ? path : path + sep
    const holders = [...held].filter(([at]) => at === keyOf(path) || at.startsWith(keyOf(below)))
    await Promise.all(holders.flatMap(([, yields]) => [...yields].map((giveWay) => giveWay())))
  }
  const before =
    <Args extends [string, ...unknown[]], T>(change: (...args: Args) => Promise<T>, paths: 1 | 2 = 1) =>
    async (...args: Args): Promise<T> => {
      if (held.size > 0) for (const path of args.slice(0, paths)) await freed(path as string)
      return change(...args)
    }

  return {
    ...files,
    async open(path, giveWay) {
      const file = await files.open(path)
      if (!giveWay) return file
      const key = keyOf(path)
      held.set(key, (held.get(key) ?? new Set()).add(giveWay))
      return {
        size: file.size,
        read: (offset, length) => file.read(offset, length),
        async close() {
          const others = held.get(key)
          others?.delete(giveWay)
          if (others?.size === 0) held.delete(key)
          await file.close()
        },
      }
    },
    write: before(files.write),
    copy: async (from, to) => {
      await freed(to)
      return files.copy(from, to)
    },
    create: before(files.create),
    extend: before(files.extend),
    place: before(files.place, 2),
    rename: before(files.rename, 2),
    remove: before(files.remove),
    removeFolder: before(files.removeFolder),
  }
}

/** Case is ignored on every disk: closing one file too many costs only opening it again. */
const keyOf = foldCase
