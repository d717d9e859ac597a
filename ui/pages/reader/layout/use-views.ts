import { call } from '../../../api/client'
import { useRef, useState } from '../../../html'
import { say } from '../../../state/toasts'
import type { ReadIssue } from '../wire'
import {
  type DeviceView,
  keepDeviceView,
  keepDown,
  patchOf,
  readDeviceView,
  type SeriesView,
  seriesViewOf,
} from './views'

export type Views = {
  series: SeriesView
  device: DeviceView
  setSeries: (change: Partial<SeriesView>) => void
  setDevice: (change: Partial<DeviceView>) => void
  /** Shows the issue as a strip for now, unless the user chose a mode. */
  assumeStrip: () => void
}

/** The view settings. Those of the series are stored on the server, those of the screen on this device. */
export function useViews(issue: ReadIssue): Views {
  const [series, putSeries] = useState(() => seriesViewOf(issue, localStorage))
  const [device, putDevice] = useState(() => readDeviceView(localStorage))
  const { comic_id, view } = issue
  const chosen = useRef(view.layout !== undefined || view.spread !== undefined)
  const setSeries = (change: Partial<SeriesView>) => {
    putSeries((known) => ({ ...known, ...change }))
    if (change.mode !== undefined) chosen.current = true
    if (change.direction !== undefined) keepDown(localStorage, comic_id, change.direction === 'down')
    const body = patchOf(change)
    if (Object.keys(body).length === 0) return
    call('PATCH /api/reading/series/:comic_id/view', { params: { comic_id }, body }).catch((error: Error) =>
      say(`It is shown so here, but was not kept for the series. ${error.message}`, { kind: 'error' }),
    )
  }
  const setDevice = (change: Partial<DeviceView>) => {
    const next = { ...device, ...change }
    putDevice(next)
    keepDeviceView(localStorage, next)
  }
  const assumeStrip = () => {
    if (!chosen.current) putSeries((known) => ({ ...known, mode: 'strip' }))
  }
  return { series, device, setSeries, setDevice, assumeStrip }
}
