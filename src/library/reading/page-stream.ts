import type { Devices } from '../../base/auth/devices'
import { isHead } from '../../base/http/head'
import type { ReadingProgress } from './progress'

/** Called for every page that an app fetched. */
export type PageStreamListener = (request: Request, issueId: string, page: number) => void

/** Counts pages that are fetched one by one as read, unless counting is off for the device. */
export const makePageStreamListener =
  ({ devices, progress }: { devices: Devices; progress: ReadingProgress }): PageStreamListener =>
  (request, issueId, page) => {
    const device = devices.of(request)
    // HEAD shows no page.
    if (isHead(request) || device?.counts_streaming === false) return
    progress.pageFetched(issueId, page, { name: device?.name ?? null, id: device?.device_id ?? null })
  }
