import { Elysia } from 'elysia'
import { IssuesQuery, ReviewedSeriesList, ReviewIssues, ReviewQuery, SeriesParams } from './schema'
import type { SearchReview } from './service'

/** What would be searched for automatically, for the review before the gate opens. */
export const searchReviewRoutes = ({ review }: { review: SearchReview }) =>
  new Elysia({ tags: ['search'] })
    .get('/api/system/acquisition/reconciliation', ({ query }) => review.list(query), {
      query: ReviewQuery,
      response: ReviewedSeriesList,
    })
    .get(
      '/api/system/acquisition/reconciliation/:comic_id',
      ({ params, query }) => review.issues(params.comic_id, query),
      {
        params: SeriesParams,
        query: IssuesQuery,
        response: ReviewIssues,
      },
    )
