import type { Input, Reply } from '../../api/contract'

export type SeriesQuery = NonNullable<Input<'GET /api/series'>['query']>
export type Facets = Reply<'GET /api/series/facets'>
export type SeriesAnswer = Reply<'GET /api/series'>
export type WireListSeries = Extract<SeriesAnswer, { comics: unknown }>['comics'][number]
