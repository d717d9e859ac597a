import { Elysia } from 'elysia'
import type { Timetable } from '../../../base/work/timetable'
import type { HealthChecks } from './health'
import { HEALTH_JOB } from './job-name'
import * as schema from './schema'

interface Deps {
  healthChecks: HealthChecks
  timetable: Timetable
}

/** Health problems and remedies. */
export const checkRoutes = ({ healthChecks, timetable }: Deps) =>
  new Elysia({ tags: ['system'] })
    .get('/api/system/health', () => healthChecks.read(), { response: schema.HealthReply })
    .post('/api/system/health/run', () => timetable.run(HEALTH_JOB).then(() => healthChecks.read()), {
      response: schema.HealthReply,
    })
    .post(
      '/api/system/health/:check_id/dismiss',
      ({ params, body }) => healthChecks.dismiss(params.check_id, body ?? {}),
      {
        params: schema.CheckPath,
        body: schema.DismissBody,
        response: schema.HealthReply,
      },
    )
