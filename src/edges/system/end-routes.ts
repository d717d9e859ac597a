import { Elysia, t } from 'elysia'
import type { Log } from '../../base/platform/ports'

interface Deps {
  endRun: (how: 'stop' | 'restart') => void
  /** Checks whether a restart would work. Throws Refusal. */
  checkRestart: () => Promise<void>
  log: Log
}

const Said = t.Object({ success: t.Literal(true), message: t.String() })

/** Ends this run: unfinished work stays as rows, and the next start resumes it. */
export const endRoutes = ({ endRun, checkRestart, log }: Deps) => {
  const leaving = (how: 'stop' | 'restart', message: string) => {
    log.info('system', 'shutdown requested', { how })
    endRun(how)
    return { success: true as const, message }
  }
  return new Elysia({ tags: ['system'] })
    .post('/api/system/shutdown', () => leaving('stop', 'Panelkeep is stopping.'), { response: Said })
    .post(
      '/api/system/restart',
      async () => {
        await checkRestart()
        return leaving('restart', 'Panelkeep is restarting.')
      },
      { response: Said },
    )
}
