import { useLocation } from 'preact-iso'
import { ApiError, call } from '../../api/client'
import { useState } from '../../html'
import { setupStep } from '../../state/setup-step'
import { useBusy } from '../../state/use-busy'
import type { SetupChoices } from './setup'

/** Scans the chosen folders, which ends the setup. */
export function useScan({ comics, manga }: SetupChoices) {
  const { route } = useLocation()
  const { busy, run } = useBusy()
  const [wrong, setWrong] = useState<string | undefined>(undefined)
  const leave = () => {
    setupStep.finish()
    route('/import')
  }
  const scan = async () => {
    if (comics.length > 0) await call('POST /api/import/comic/scan')
    if (manga.length > 0) await call('POST /api/import/manga/scan')
    leave()
  }
  const onFailure = (sentence: string, cause: unknown) => {
    const isRunning = cause instanceof ApiError && cause.status === 409
    if (isRunning) leave()
    else setWrong(sentence)
  }
  return { busy, wrong, start: () => run(scan, { onFailure }) }
}
