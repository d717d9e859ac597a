import { join } from 'node:path'
import { begunBy, plus } from '../../../../base/platform/clock'
import type { Clock, FileEntry, Files, Instant } from '../../../../base/platform/ports'
import type { ClientItem } from '../client'
import { ClientError } from '../client-request'

interface Deps {
  files: Files
  clock: Clock
  folder: () => string
}

/** Sizes and times of an entry in the folder, and since when they are unchanged. */
interface Weighed {
  facts: string
  since: Instant
}

/** An entry unchanged for this long is finished. */
const REST_MS = 10_000
const MOST_FILES = 20_000
const DEEPEST = 8
/** Extensions of files that programs are still writing. */
const UNFINISHED = /\.(?:part|partial|!qb|!ut|!bt|aria2|crdownload|tmp)$/i

/**
 * The folder where the client behind a watched folder puts completed downloads. An entry is finished when it stops
 * changing.
 */
export class DoneFolder {
  private readonly weighed = new Map<string, Weighed>()

  constructor(private readonly deps: Deps) {}

  /** Path of an entry with one of these names, with or without an extension. */
  async find(names: readonly string[]): Promise<string | undefined> {
    const { files, folder } = this.deps
    const at = folder()
    const entries = await files.list(at).catch(() => {
      throw new ClientError('unreachable', `${at} does not exist, or Panelkeep has no permission to read it.`)
    })
    const found = entries.find((entry) => names.some((name) => isOf(entry, name)))
    return found && join(at, found.name)
  }

  /** State of the entry; undefined when the folder has none of these names. */
  async stateOf(names: readonly string[]): Promise<ClientItem | undefined> {
    const { clock } = this.deps
    const path = await this.find(names)
    if (path === undefined) return undefined
    const { size, facts, unfinished } = await this.weigh(path)
    const before = this.weighed.get(path)
    const since = begunBy(before?.facts === facts ? before.since : undefined, clock.now())
    this.weighed.set(path, { facts, since })
    if (unfinished || plus(since, REST_MS) > clock.now()) return { state: 'downloading', done: size }
    return { state: 'done', total: size, done: size, path }
  }

  /** Sizes and times of all files inside: a client that is still writing changes them. */
  private async weigh(path: string): Promise<{ size: number; facts: string; unfinished: boolean }> {
    const { files } = this.deps
    const all: { path: string; depth: number }[] = [{ path, depth: 0 }]
    let [size, newest, unfinished] = [0, 0, false]
    for (let at = 0; at < all.length && at < MOST_FILES; at++) {
      const { path: each, depth } = all[at] as (typeof all)[number]
      const facts = await files.stat(each)
      if (!facts) continue
      newest = Math.max(newest, facts.modifiedMs)
      if (facts.kind === 'file') {
        size += facts.size
        unfinished ||= UNFINISHED.test(each)
      } else if (facts.kind === 'folder' && depth < DEEPEST) {
        for (const { name } of await files.list(each)) all.push({ path: join(each, name), depth: depth + 1 })
      }
    }
    return { size, facts: `${size} ${newest} ${all.length}`, unfinished }
  }
}

const isOf = ({ name }: FileEntry, wanted: string): boolean =>
  name === wanted || (name.startsWith(wanted) && /^\.[a-z\d]{1,5}$/i.test(name.slice(wanted.length)))
