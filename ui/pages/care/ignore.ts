import { call } from '../../api/client'
import type { Input } from '../../api/contract'
import { invalidate } from '../../api/query'
import { runWithToast } from '../../state/run-with-toast'

/** Ignores entries, or lists ignored ones again. Returns whether it succeeded. */
export const setIgnored = (
  body: Input<'POST /api/care/ignored'>['body'],
  done = body.ignored ? 'Ignored' : 'Listed again',
): Promise<boolean> =>
  runWithToast(async () => {
    await call('POST /api/care/ignored', { body })
    invalidate('GET /api/care')
  }, done)
