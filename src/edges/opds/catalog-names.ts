import { Refusal } from '../../base/refusal'
import type { Names } from '../../library/credits/service'
import type { NameKind } from '../../library/credits/states'
import * as feeds from './name-feeds'
import type { Feed } from './records'
import type { Catalog } from './service'

interface Deps {
  catalog: Catalog
  names: Pick<Names, 'kinds' | 'shelf' | 'readable'>
}

interface Query {
  role?: string | undefined
  read?: string | undefined
}

/** The feeds of people, characters, genres and the other names of the library. */
export class CatalogNames {
  constructor(private readonly deps: Deps) {}

  async kinds(): Promise<Feed> {
    return feeds.namesFeed(await this.deps.names.kinds(), this.deps.catalog.newestFileAt())
  }

  /** Throws Refusal 'missing' for an unknown kind of names. */
  async names(folder: string, index: number): Promise<Feed> {
    const { catalog, names } = this.deps
    const kind = need(folder)
    const { total } = await names.shelf(kind, { limit: 1, offset: 0 })
    const paging = catalog.paging(total, index)
    const shelf = await names.shelf(kind, { limit: paging.size, offset: paging.index })
    return feeds.kindFeed(kind, shelf.names, paging, catalog.newestFileAt())
  }

  /** The issues of a name that can be read, newest first. Throws Refusal 'missing' for an unknown name. */
  async issues(folder: string, name: string, { role, read }: Query, index: number): Promise<Feed> {
    const { catalog, names } = this.deps
    const kind = need(folder)
    const found = await names.readable({ kind, name, ...(role && { role }) })
    const unread = read === 'unread'
    const which = unread ? 'unread' : 'readable'
    const paging = catalog.paging(found.counts[which], index)
    const ids = await found.ids(which, { limit: paging.size, offset: paging.index })
    return catalog.books(feeds.nameList(kind, found, { ...(role && { role }), unread }, paging), ids)
  }
}

function need(folder: string): NameKind {
  const kind = feeds.kindOfFolder(folder)
  if (!kind) throw new Refusal('missing', `The catalog has no names of the kind ${folder}.`)
  return kind
}
