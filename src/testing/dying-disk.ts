import { copyFileSync, existsSync, linkSync, truncateSync } from 'node:fs'
import type { Files } from '../platform/ports'

/** Kills a process between two disk accesses, or in the middle of one. */

export const MOMENTS = ['half-way through', 'after'] as const
type Moment = (typeof MOMENTS)[number]

export interface Kill {
  nth: number
  moment: Moment
}

/** Accesses that end only when their caller has fed them, which needs others. */
const UNTIL_FED = new Set(['create', 'extend'])

/** A disk that never responds from its `nth` access on; `begin` starts counting, `dead` resolves at that access. */
export function killingAt({ nth, moment }: Kill, base: Files) {
  const dead = Promise.withResolvers<'dead'>()
  let count = Number.NEGATIVE_INFINITY
  let isFed = false
  const underWay = new Set<Promise<unknown>>()
  // What was asked of the disk before still happens, and the next process must not meet it.
  const die = () => void Promise.allSettled(underWay).then(() => dead.resolve('dead'))
  const halves: Record<string, (from: string, to: string) => void> = {
    // A copy is cut off in the middle; a rename has written the new name and not removed the old one.
    copy: (from, to) => {
      copyFileSync(from, to)
      truncateSync(to, 20)
    },
    place: (from, to) => {
      if (!existsSync(to)) linkSync(from, to)
    },
  }
  const wrap =
    (name: string, real: (...args: never[]) => Promise<unknown>) =>
    async (...args: string[]) => {
      count += 1
      if (count < nth) {
        const access = real(...(args as never[]))
        if (!UNTIL_FED.has(name)) underWay.add(access)
        return access.finally(() => underWay.delete(access))
      }
      const isLast = count === nth
      if (isLast) isFed = UNTIL_FED.has(name)
      if (isLast && moment === 'after' && name !== 'open') await real(...(args as never[])).catch(() => undefined)
      if (isLast && moment === 'half-way through') halves[name]?.(args[0]!, args[1]!)
      // Another access may come while the last one is under way, which the next process must not meet.
      if (isLast || isFed) die()
      return new Promise<never>(() => {})
    }
  const names = Object.keys(base).filter((name) => name !== 'blob' && name !== 'watch') as (keyof Files)[]
  const files = {
    ...base,
    ...Object.fromEntries(names.map((name) => [name, wrap(name, base[name] as never)])),
  } as Files
  return { files, dead: dead.promise, begin: () => (count = 0) }
}
