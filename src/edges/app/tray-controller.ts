import { contentTypes } from '../../library/series/states'
import { TrayController } from '../system/tray-controller'
import type { Composition } from './composition'
import type { Dependencies } from './dependencies'

/** State and commands of the tray icon. */
export function makeTrayController(
  { config }: Dependencies,
  { attention, operations, search, importing }: Composition,
): TrayController {
  return new TrayController({
    config,
    counts: () => attention.activeWork.counts(),
    isScanning: () => operations.active('import_scan').length > 0,
    holdReason() {
      const allowed = search.acquisition.allowed()
      return allowed.allowed ? undefined : allowed.reason
    },
    scan() {
      for (const kind of contentTypes) importing.watch.scheduleScan(kind)
    },
  })
}
