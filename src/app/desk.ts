import { contentTypes } from '../series/states'
import { Desk } from '../system/desk'
import type { House } from './house'
import type { Parts } from './parts'

/** What the icon in the tray shows and does. */
export function makeDesk({ config }: Parts, { attention, operations, search, importing }: House): Desk {
  return new Desk({
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
