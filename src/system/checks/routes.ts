import { Elysia } from 'elysia'
import type { Timetable } from '../../work/timetable'
import type { Health } from './health'
import { HEALTH_JOB } from './job-name'
import * as schema from './schema'

interface Deps {
  wellbeing: Health
  timetable: Timetable
}

/** Health problems and remedies. */
export const checkRoutes = ({ wellbeing, timetable }: Deps) =>
  new Elysia({ tags: ['system'] })
    .get('/api/system/health', () => wellbeing.look(), { response: schema.Health })
    .post('/api/system/health/run', () => timetable.run(HEALTH_JOB).then(() => wellbeing.look()), {
      response: schema.Health,
    })
    .post(
      '/api/system/health/:check_id/dismiss',
      ({ params, body }) => wellbeing.dismiss(params.check_id, body ?? {}),
      {
        params: schema.CheckPath,
        body: schema.DismissBody,
        response: schema.Health,
      },
    )
