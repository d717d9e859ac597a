import { contentTypes } from '../series/states'
import { TrayController } from '../system/desk'
import type { Composition } from './house'
import type { Dependencies } from './parts'

/** What the icon in the tray shows and does. */
export function makeTrayController(
  { config }: Dependencies,
  { attention, operations, search, importing }: Composition,
): TrayController {
  return new TrayController({
    config,
    counts: () => attention.onItsWay.counts(),
    isScanning: () => operations.active('import_scan').length > 0,
    held() {
      const allowed = search.acquisition.allowed()
      return allowed.allowed ? undefined : allowed.reason
    },
    scan() {
      for (const kind of contentTypes) importing.watch.nudge(kind)
    },
  })
}
