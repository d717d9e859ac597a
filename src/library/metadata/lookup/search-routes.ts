import { Elysia } from 'elysia'
import { Refusal } from '../../../base/refusal'
import { chosenFolder } from '../add/chosen-folder'
import type { SeriesAdder } from '../add/series-adder'
import * as schema from '../schema'
import type { ArcSearch } from './arc-search'
import type { Lookup } from './lookup'

interface Deps {
  lookup: Lookup
  arcSearch: ArcSearch
  adding: SeriesAdder
  /** The library folders of all kinds. */
  roots: () => string[]
}

/** Finding series at providers and adding them. The older routes exist twice, under two families of names. */
export const metadataSearchRoutes = ({ lookup, arcSearch, adding, roots }: Deps) =>
  new Elysia({ tags: ['search'] })
    .post('/api/search/comics', ({ body }) => finderOf(body, { lookup, arcSearch }).search(body), FOUND)
    .post('/api/search/manga', ({ body }) => lookup.search(body, 'manga'), FOUND_MANGA)
    .post('/api/metadata/search', ({ body }) => finderOf(body, { lookup, arcSearch }).search(body), FOUND)
    .post('/api/metadata/search/manga', ({ body }) => lookup.search(body, 'manga'), FOUND_MANGA)
    .post('/api/series', ({ body }) => adding.add(idIn(body), choicesIn(body, roots())), ADDED)
    .post('/api/search/add', ({ body }) => adding.add(idIn(body), choicesIn(body, roots())), ADDED)
    .post(
      '/api/search/add-manga',
      ({ body }) => ({
        ...adding.add(mangaIdIn(body), choicesIn({ ...body, content_type: 'manga' }, roots())),
        content_type: 'manga' as const,
      }),
      { body: schema.AddMangaBody, response: schema.AddMangaReply },
    )

const FOUND = { body: schema.SearchBody, response: schema.SearchReply }
const FOUND_MANGA = { body: schema.SearchMangaBody, response: schema.SearchReply }
const ADDED = { body: schema.AddSeriesBody, response: schema.AddSeriesReply }

const finderOf = ({ type }: schema.SearchBody, { lookup, arcSearch }: Pick<Deps, 'lookup' | 'arcSearch'>) =>
  type === 'story_arc' ? arcSearch : lookup

function idIn({ id, comic_id, manga_id }: schema.AddSeriesBody): string {
  const reference = id ?? comic_id ?? manga_id
  if (reference === undefined) throw new Refusal('invalid', 'Say which series to add: id is missing.')
  return String(reference)
}

/** An id without a prefix is MangaDex's. */
function mangaIdIn({ manga_id, ...body }: schema.AddSeriesBody): string {
  const id = idIn({ id: manga_id ?? body.id ?? body.comic_id })
  return /^[0-9a-f]{8}-[0-9a-f-]{27}$/i.test(id) ? `md-${id}` : id
}

function choicesIn({ folder, content_type, monitor, allow_packs }: schema.AddSeriesBody, roots: string[]) {
  return {
    ...chosenFolder(folder, roots),
    ...(content_type === undefined ? {} : { content_type }),
    ...(monitor === undefined ? {} : { monitor }),
    ...(allow_packs === undefined ? {} : { allow_packs }),
  }
}
