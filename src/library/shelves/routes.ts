import { Elysia } from 'elysia'
import { ComicParams, SuccessReply } from '../../base/http/wire'
import type { Collections } from './collections'
import type { Marks } from './marks'
import type { SavedViews } from './saved-views'
import * as schema from './schema'

interface Deps {
  collections: Collections
  marks: Marks
  savedViews: SavedViews
}

export const shelfRoutes = ({ collections, marks, savedViews }: Deps) =>
  new Elysia({ tags: ['shelves'] })
    .get('/api/collections', () => collections.all(), { response: schema.Collections })
    .post('/api/collections', ({ body }) => collections.make(body.name), {
      body: schema.NameBody,
      response: schema.CollectionReply,
    })
    .put('/api/collections/order', ({ body }) => collections.order(body.ids), {
      body: schema.CollectionOrder,
      response: schema.ChangeReply,
    })
    .get('/api/collections/:collection_id', ({ params }) => collections.one(params.collection_id), {
      params: schema.CollectionParams,
      response: schema.CollectionDetail,
    })
    .patch(
      '/api/collections/:collection_id',
      ({ params, body }) => collections.rename(params.collection_id, body.name),
      {
        params: schema.CollectionParams,
        body: schema.NameBody,
        response: schema.CollectionReply,
      },
    )
    .delete('/api/collections/:collection_id', ({ params }) => collections.delete(params.collection_id), {
      params: schema.CollectionParams,
      response: SuccessReply,
    })
    .post('/api/collections/:collection_id/restore', ({ params }) => collections.restore(params.collection_id), {
      params: schema.CollectionParams,
      response: schema.CollectionReply,
    })
    .post(
      '/api/collections/:collection_id/series',
      ({ params, body }) => collections.add(params.collection_id, body.ids),
      {
        params: schema.CollectionParams,
        body: schema.SeriesBody,
        response: schema.ChangeReply,
      },
    )
    .delete(
      '/api/collections/:collection_id/series',
      ({ params, body }) => collections.remove(params.collection_id, body.ids),
      { params: schema.CollectionParams, body: schema.SeriesBody, response: schema.ChangeReply },
    )
    .put(
      '/api/collections/:collection_id/order',
      ({ params, body }) => collections.orderSeries(params.collection_id, body.ids),
      { params: schema.CollectionParams, body: schema.SeriesBody, response: schema.ChangeReply },
    )
    .get('/api/series/:comic_id/marks', ({ params }) => marks.of(params.comic_id), {
      params: ComicParams,
      response: schema.Marks,
    })
    .patch('/api/series/:comic_id/marks', ({ params, body }) => marks.set(params.comic_id, body), {
      params: ComicParams,
      body: schema.MarksBody,
      response: schema.Marks,
    })
    .get('/api/tags', () => marks.tags(), { response: schema.Tags })
    .post('/api/tags/assign', ({ body }) => marks.tagAll(body), { body: schema.TagBody, response: schema.TagReply })
    .get('/api/views', () => savedViews.all(), { response: schema.Views })
    .post('/api/views', ({ body }) => savedViews.make(body.name, body.query), {
      body: schema.NewView,
      response: schema.Views,
    })
    .put('/api/views/order', ({ body }) => savedViews.order(body.ids), {
      body: schema.ViewOrder,
      response: schema.Views,
    })
    .patch('/api/views/:view_id', ({ params, body }) => savedViews.change(params.view_id, body), {
      params: schema.ViewParams,
      body: schema.ViewChange,
      response: schema.Views,
    })
    .delete('/api/views/:view_id', ({ params }) => savedViews.delete(params.view_id), {
      params: schema.ViewParams,
      response: schema.Views,
    })
    .post('/api/views/:view_id/restore', ({ params }) => savedViews.restore(params.view_id), {
      params: schema.ViewParams,
      response: schema.Views,
    })
