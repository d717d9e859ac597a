import type { Reply } from '../api/contract'
import { type CopyKey, copyKeyOf, copyPath, keptCache } from './names'

export type PageSize = { width: number; height: number } | null

export type PageLayout = Reply<'GET /api/reading/issues/:issue_id/layouts/:page'>

/** An issue on this device. Its pages are beside it in the same cache. */
export type Copy = {
  user_id: string
  issue: Reply<'GET /api/reading/issues/:issue_id'>
  sizes: readonly PageSize[]
  /** By page, for the reader's ways to show a part of it. */
  layouts: Readonly<Record<number, PageLayout>>
  state: 'fetching' | 'whole' | 'failed'
  /** Why it failed. */
  fault?: string
  /** Pages that are here, and their size. */
  pages: number
  bytes: number
  /** Of these, pages that the server cannot show. Its refusals are here in their place. */
  refused?: number
  kept_at: string
}

const keyOf = ({ user_id, issue }: Copy): CopyKey => ({ user_id, issue_id: issue.issue_id })

/** The copies of one base path in the browser's storage. */
export class Copies {
  constructor(
    private readonly storage: CacheStorage,
    private readonly root: string,
  ) {}

  /** All copies, the newest first. A cache without a record is left of a copy that was never begun, and is removed. */
  async all(): Promise<Copy[]> {
    const found: Copy[] = []
    for (const name of await this.storage.keys()) {
      const key = copyKeyOf(this.root, name)
      if (!key) continue
      const copy = await this.find(key)
      if (copy) found.push(copy)
      else await this.storage.delete(name)
    }
    return found.sort((a, b) => (a.kept_at < b.kept_at ? 1 : -1))
  }

  async find(key: CopyKey): Promise<Copy | undefined> {
    // Opening a cache would create it, also one that a logout has just removed.
    const cacheName = keptCache(this.root, key)
    const record = await this.storage.match(copyPath(this.root, key, 'record'), { cacheName })
    return record?.json().catch(() => undefined)
  }

  async save(copy: Copy): Promise<void> {
    const key = keyOf(copy)
    const record = new Response(JSON.stringify(copy), { headers: { 'Content-Type': 'application/json' } })
    await (await this.storage.open(keptCache(this.root, key))).put(copyPath(this.root, key, 'record'), record)
  }

  /** The pages that are here already. */
  async pagesOf(copy: Copy): Promise<Set<number>> {
    const cache = await this.storage.open(keptCache(this.root, keyOf(copy)))
    const numbers = (await cache.keys()).map(({ url }) => Number(url.split('/').at(-1)))
    return new Set(numbers.filter(Number.isInteger))
  }

  /** What the record of a copy says about its pages, from the pages themselves. */
  async measure(copy: Copy): Promise<Required<Pick<Copy, 'pages' | 'bytes' | 'refused'>>> {
    const found = { pages: 0, bytes: 0, refused: 0 }
    const cache = await this.storage.open(keptCache(this.root, keyOf(copy)))
    for (const page of await this.pagesOf(copy)) {
      const picture = await cache.match(copyPath(this.root, keyOf(copy), page))
      if (!picture) continue
      found.pages += 1
      found.bytes += (await picture.clone().blob()).size
      if (!picture.ok) found.refused += 1
    }
    return found
  }

  async savePage(copy: Copy, page: number, picture: Response): Promise<void> {
    const key = keyOf(copy)
    await (await this.storage.open(keptCache(this.root, key))).put(copyPath(this.root, key, page), picture)
  }

  async remove(key: CopyKey): Promise<void> {
    await this.storage.delete(keptCache(this.root, key))
  }
}
