import { call } from '../../api/client'
import { useState } from '../../html'
import { useBusy } from '../../state/use-busy'
import type { Proposal } from './review/proposals'
import { forgetAccepted } from './review/use-accepted'
import type { Scan } from './scan/use-scan'
import type { ConfirmBody, ImportKind } from './wire'

/** An import that this page started: its proposals, and its id once the server has replied. */
type StartedImport = { chosen: readonly Proposal[]; operation?: string }

/** The actions of the page: start and cancel a scan or an import. */
export function useImport(kind: ImportKind, { reload, expect }: Pick<Scan, 'reload' | 'expect'>) {
  const { busy, run: runOnce } = useBusy()
  const [started, setAsked] = useState<StartedImport | undefined>(undefined)
  /** Shows the list although no proposal can be accepted. */
  const [looking, setLooking] = useState(false)
  const run = async (work: () => Promise<unknown>) => {
    await runOnce(work)
    reload()
  }
  return {
    busy,
    started,
    looking,
    openReview: () => {
      setAsked(undefined)
      setLooking(true)
    },
    scanNow: () => {
      setAsked(undefined)
      setLooking(false)
      expect('scanning')
      return run(() => call(`POST /api/import/${kind}/scan`))
    },
    pack: (scan_id: string, paths?: readonly string[]) =>
      run(() => call(`POST /api/import/${kind}/pack`, { body: { scan_id, ...(paths ? { paths: [...paths] } : {}) } })),
    cancel: () => run(() => call(`POST /api/import/${kind}/cancel`)),
    confirm: (chosen: readonly Proposal[], body: ConfirmBody) => {
      expect('importing')
      setAsked({ chosen })
      return run(async () => {
        try {
          const { operation_id } = await call(`POST /api/import/${kind}/confirm`, { body })
          forgetAccepted(kind)
          setAsked({ chosen, operation: operation_id })
        } catch (cause) {
          setAsked(undefined) // nothing was imported, or the import was cancelled: the list shows the rest
          throw cause
        }
      })
    },
  }
}
