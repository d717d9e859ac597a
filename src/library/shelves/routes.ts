import { Elysia } from 'elysia'
import { ComicParams, SuccessReply } from '../../base/http/wire'
import type { CollectionOffers } from './collection-offers'
import type { Collections } from './collections'
import type { SeriesMarkings } from './marks'
import type { SavedViews } from './saved-views'
import * as schema from './schema'

interface Deps {
  collections: Collections
  collectionOffers: CollectionOffers
  marks: SeriesMarkings
  savedViews: SavedViews
}

export const shelfRoutes = ({ collections, collectionOffers, marks, savedViews }: Deps) =>
  new Elysia({ tags: ['shelves'] })
    .get('/api/collections', () => collections.all(), { response: schema.CollectionList })
    .post('/api/collections', ({ body }) => collections.make(body.name), {
      body: schema.CollectionNameBody,
      response: schema.CollectionReply,
    })
    .put('/api/collections/order', ({ body }) => collections.order(body.ids), {
      body: schema.CollectionOrder,
      response: schema.CollectionChangeReply,
    })
    .get('/api/collections/offers', () => collectionOffers.list(), { response: schema.CollectionOffers })
    .post('/api/collections/offers/accept', ({ body }) => collectionOffers.accept(body.name), {
      body: schema.CollectionOfferBody,
      response: schema.CollectionReply,
    })
    .put('/api/collections/offers/dismissed', ({ body }) => collectionOffers.dismiss(body.name, body.dismissed), {
      body: schema.CollectionOfferChoice,
      response: SuccessReply,
    })
    .get('/api/collections/:collection_id', ({ params }) => collections.one(params.collection_id), {
      params: schema.CollectionIdParams,
      response: schema.CollectionDetail,
    })
    .patch(
      '/api/collections/:collection_id',
      ({ params, body }) => collections.rename(params.collection_id, body.name),
      {
        params: schema.CollectionIdParams,
        body: schema.CollectionNameBody,
        response: schema.CollectionReply,
      },
    )
    .delete('/api/collections/:collection_id', ({ params }) => collections.delete(params.collection_id), {
      params: schema.CollectionIdParams,
      response: SuccessReply,
    })
    .post('/api/collections/:collection_id/restore', ({ params }) => collections.restore(params.collection_id), {
      params: schema.CollectionIdParams,
      response: schema.CollectionReply,
    })
    .post(
      '/api/collections/:collection_id/series',
      ({ params, body }) => collections.add(params.collection_id, body.ids),
      {
        params: schema.CollectionIdParams,
        body: schema.SeriesBody,
        response: schema.CollectionChangeReply,
      },
    )
    .delete(
      '/api/collections/:collection_id/series',
      ({ params, body }) => collections.remove(params.collection_id, body.ids),
      { params: schema.CollectionIdParams, body: schema.SeriesBody, response: schema.CollectionChangeReply },
    )
    .put(
      '/api/collections/:collection_id/order',
      ({ params, body }) => collections.orderSeries(params.collection_id, body.ids),
      { params: schema.CollectionIdParams, body: schema.SeriesBody, response: schema.CollectionChangeReply },
    )
    .get('/api/series/:comic_id/marks', ({ params }) => marks.of(params.comic_id), {
      params: ComicParams,
      response: schema.MarksReply,
    })
    .patch('/api/series/:comic_id/marks', ({ params, body }) => marks.set(params.comic_id, body), {
      params: ComicParams,
      body: schema.MarksBody,
      response: schema.MarksReply,
    })
    .get('/api/tags', () => marks.tags(), { response: schema.Tags })
    .post('/api/tags/assign', ({ body }) => marks.tagAll(body), { body: schema.TagBody, response: schema.TagReply })
    .get('/api/views', () => savedViews.all(), { response: schema.SavedViewList })
    .post('/api/views', ({ body }) => savedViews.make(body.name, body.query), {
      body: schema.NewView,
      response: schema.SavedViewList,
    })
    .put('/api/views/order', ({ body }) => savedViews.order(body.ids), {
      body: schema.ViewOrder,
      response: schema.SavedViewList,
    })
    .patch('/api/views/:view_id', ({ params, body }) => savedViews.change(params.view_id, body), {
      params: schema.ViewParams,
      body: schema.ViewChange,
      response: schema.SavedViewList,
    })
    .delete('/api/views/:view_id', ({ params }) => savedViews.delete(params.view_id), {
      params: schema.ViewParams,
      response: schema.SavedViewList,
    })
    .post('/api/views/:view_id/restore', ({ params }) => savedViews.restore(params.view_id), {
      params: schema.ViewParams,
      response: schema.SavedViewList,
    })
