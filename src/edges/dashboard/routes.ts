import { Elysia } from 'elysia'
import * as schema from './schema'
import type { Dashboard } from './service'

/** The four panels of the specification, and the counts for our charts. */
export const dashboardRoutes = ({ dashboard }: { dashboard: Dashboard }) =>
  new Elysia({ tags: ['dashboard'] })
    .get('/api/dashboard/library', () => dashboard.library(), { response: schema.LibraryPanel })
    .get('/api/dashboard/activity', ({ query }) => dashboard.activity(query.limit), {
      query: schema.ActivityQuery,
      response: schema.ActivityPanel,
    })
    .get('/api/dashboard/upcoming', ({ query }) => dashboard.upcoming(query), {
      query: schema.PanelQuery,
      response: schema.UpcomingPanel,
    })
    .get('/api/dashboard/scan-targets', () => dashboard.scanTargets(), { response: schema.ScanTargets })
    .get('/api/dashboard/collection', () => dashboard.collection(), { response: schema.CollectionCharts })
