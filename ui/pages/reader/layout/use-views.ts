import { call } from '../../../api/client'
import { useEffect, useRef, useState } from '../../../html'
import { showToast } from '../../../state/toasts'
import type { ReadIssue } from '../wire'
import {
  type DeviceView,
  forgetUnsentView,
  isChosen,
  keepDeviceView,
  patchOf,
  readDeviceView,
  type SeriesReadingView,
  seriesViewOf,
  unsentView,
} from './views'

export type Views = {
  series: SeriesReadingView
  /** The newest choice, drawn or not: two keys may come within one frame. */
  latest: () => SeriesReadingView
  device: DeviceView
  setSeries: (change: Partial<SeriesReadingView>) => void
  setDevice: (change: Partial<DeviceView>) => void
  /** Resets to the defaults for the kind of series; absent while no choice was made. */
  resetSeries?: () => void
  /** Shows the issue as a strip for now, unless the user chose a mode. */
  assumeStrip: () => void
}

/** The view settings. Those of the series are stored on the server, those of the screen on this device. */
export function useViews(issue: ReadIssue): Views {
  const [series, draw] = useState(() => seriesViewOf(issue, localStorage))
  const known = useRef(series)
  const putSeries = (next: SeriesReadingView) => {
    known.current = next
    draw(next)
  }
  const [device, putDevice] = useState(() => readDeviceView(localStorage))
  const { comic_id, issue_id, view } = issue
  const [chosen, setChosen] = useState(() => isChosen(view))
  const chosenMode = useRef(view.layout !== undefined || view.spread !== undefined)
  const sent = useRef<Promise<unknown>>(Promise.resolve())
  // One after the other, or the server might keep the first of two choices.
  const send = (change: Partial<SeriesReadingView>) => {
    const save = async () => {
      await call('PATCH /api/reading/series/:comic_id/view', { params: { comic_id }, body: patchOf(change) })
      setChosen(true)
    }
    const saved = sent.current.then(save, save)
    sent.current = saved
    return saved
  }
  const setSeries = (change: Partial<SeriesReadingView>) => {
    putSeries({ ...known.current, ...change })
    if (change.mode !== undefined) chosenMode.current = true
    if (change.direction !== undefined) forgetUnsentView(issue, localStorage)
    send(change).catch((error: Error) =>
      showToast(`Shown here, but not saved for the series. ${error.message}`, { kind: 'error' }),
    )
  }
  const setDevice = (change: Partial<DeviceView>) => {
    const next = { ...device, ...change }
    putDevice(next)
    keepDeviceView(localStorage, next)
  }
  const resetSeries = async () => {
    try {
      await sent.current.catch(() => undefined)
      await call('DELETE /api/reading/series/:comic_id/view', { params: { comic_id } })
      const found = await call('GET /api/reading/issues/:issue_id', { params: { issue_id } })
      forgetUnsentView(issue, localStorage)
      chosenMode.current = false
      setChosen(isChosen(found.view))
      putSeries(seriesViewOf(found, localStorage))
    } catch (error) {
      showToast(`The settings of the series were not reset. ${(error as Error).message}`, { kind: 'error' })
    }
  }
  const assumeStrip = () => {
    if (!chosenMode.current) putSeries({ ...known.current, mode: 'strip' })
  }
  useEffect(() => {
    const unsent = unsentView(issue, localStorage)
    if (!unsent) return
    const done = () => forgetUnsentView(issue, localStorage)
    if (view.direction_chosen) return done()
    // Without a connection the choice is sent when the series is opened again.
    send(unsent).then(done, () => undefined)
  }, [])
  return {
    series,
    latest: () => known.current,
    device,
    setSeries,
    setDevice,
    assumeStrip,
    ...(chosen ? { resetSeries } : {}),
  }
}
