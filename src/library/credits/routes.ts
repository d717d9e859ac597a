import { Elysia } from 'elysia'
import * as schema from './schema'
import type { Names } from './service'
import type { Spellings } from './spellings'

interface Deps {
  names: Names
  spellings: Spellings
}

export const nameRoutes = ({ names, spellings }: Deps) =>
  new Elysia({ tags: ['names'] })
    .get('/api/names', ({ query }) => names.list(query), { query: schema.NamesQuery, response: schema.NameList })
    .get('/api/names/find', ({ query }) => names.find(query.q, query.limit), {
      query: schema.FindNamesQuery,
      response: schema.FoundNames,
    })
    .get('/api/names/one', ({ query }) => names.one(query), { query: schema.NameQuery, response: schema.NameDetail })
    .get('/api/names/of-series', ({ query }) => names.ofSeries(query.comic_id), {
      query: schema.NamesOfSeriesQuery,
      response: schema.NamesOfSeries,
    })
    .get('/api/names/series', ({ query }) => names.series(query), {
      query: schema.NameSeriesQuery,
      response: schema.NameSeriesList,
    })
    .get('/api/names/issues', ({ query }) => names.issuesOf(query), {
      query: schema.NameIssuesQuery,
      response: schema.NameIssueList,
    })
    .put('/api/names/spellings', ({ body }) => spellings.set(body), {
      body: schema.SpellingsBody,
      response: schema.SpellingsReply,
    })
