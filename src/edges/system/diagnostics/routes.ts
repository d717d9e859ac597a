import { Elysia } from 'elysia'
import { RawReply } from '../../../base/http/wire'
import type { SupportBundle } from './bundle'
import { supportBundleReply } from './bundle-reply'
import type { Diagnosis } from './diagnostics'
import * as schema from './schema'

interface Deps {
  diagnosis: Diagnosis
  bundle: SupportBundle
}

/** The diagnostics page and the support bundle. */
export const diagnosticsRoutes = ({ diagnosis, bundle }: Deps) =>
  new Elysia({ tags: ['system'] })
    .get('/api/system/diagnostics', ({ query }) => diagnosis.read(query), {
      query: schema.DiagnosticsQuery,
      response: schema.Diagnostics,
    })
    .post('/api/system/support-bundle', () => supportBundleReply(bundle), {
      response: RawReply(['application/zip']),
    })
