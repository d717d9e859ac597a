import { call } from '../../api/client'
import { useEffect, useLayoutEffect, useMemo, useState } from '../../html'
import { progress } from '../../state/progress'
import { boxOf, columnOf } from './layout/fit'
import { pageWords, pairsStart, spreadAt, spreadsOf } from './layout/spreads'
import { croppedSize, stopsOf } from './layout/stops'
import { useMovedPairs } from './layout/use-moved-pairs'
import { usePageLayouts } from './layout/use-page-layouts'
import { useWindowView } from './layout/use-size'
import { useViews } from './layout/use-views'
import { isDouble, looksLikeStrip } from './layout/views'
import type { ReaderMove, Reading } from './machine'
import { pagesToHave, preloadRange } from './pictures/preload'
import { type Network, speedOf, widthFor } from './pictures/quality'
import { usePictures } from './pictures/use-pictures'
import { useProgress } from './use-progress'
import { useServerLink } from './use-server-link'
import { pagePicture, type ReadIssue } from './wire'

type Open = Extract<Reading, { is: 'open' }>

/** The derived state of the reader: spreads, sizes, pictures, the connection to the server. */
export function useReading(
  issue: ReadIssue,
  reading: Open,
  move: (move: ReaderMove) => void,
  share: number | undefined,
) {
  const { issue_id, page_count: count, version } = issue
  const views = useViews(issue)
  const view = useWindowView()
  const [zoom, setZoom] = useState(1)
  const [near, setNear] = useState<readonly [number, number]>([0, 0])
  const { mode, direction, fit, firstAlone } = views.series
  const { guided, crop, split } = views.device
  const strip = mode === 'strip'
  // Panels are those of one page, also on a phone that is held on its side.
  const double = !guided && isDouble(mode, view)

  const line = useServerLink(
    () => call('GET /api/reading/issues/:issue_id', { params: { issue_id } }),
    () => {
      pictures.retryAll()
      void progress().flush()
    },
  )
  // The layout of a cover does not depend on the sizes of other pages, so its picture is loaded first.
  const begun = reading.place.on !== 'page' || reading.place.page > 0
  const pictures = usePictures(issue, strip || (double && begun), line.suspect)
  const { place, forwards } = reading
  const page = place.on === 'page' ? place.page : place.on === 'end' ? count - 1 : 0
  const layouts = usePageLayouts(issue, page, (guided || crop) && !strip)
  const crops = (own: number) => (crop && !strip ? layouts.get(own)?.crop : undefined) ?? undefined
  const sizes = useMemo(
    () =>
      pictures.sizes.map((size, own) => {
        const part = crops(own)
        return size && part ? croppedSize(size, part) : size
      }),
    [pictures.sizes, layouts, crop, strip],
  )
  const pieces = looksLikeStrip(pictures.sizes)
  useEffect(() => {
    if (pieces) views.assumeStrip()
  }, [pieces])
  const pairs = useMovedPairs(issue_id)
  const marked = useMemo(() => issue.page_marks.filter((one) => one.double).map(({ page }) => page), [issue])
  const spreads = useMemo(
    () => spreadsOf(count, { sizes, double, firstAlone, moved: pairs.pages, marked }),
    [count, sizes, double, firstAlone, pairs.pages, marked],
  )
  const at = place.on === 'page' ? spreadAt(spreads, page) : place.on === 'end' ? spreads.length : -1
  const spread = strip ? [page] : (spreads[at] ?? [page])
  const [alone = page] = spread
  const stops = useMemo(
    () =>
      strip || spread.length > 1
        ? undefined
        : stopsOf({ size: sizes[alone], layout: layouts.get(alone), direction, guided, crop, split, view }),
    [strip, spread.length, sizes[alone], layouts.get(alone), direction, guided, crop, split, view],
  )

  const network = navigator as { connection?: Network } & Network
  const known: Network = { ...pick(network.connection), deviceMemory: network.deviceMemory }
  const speed = speedOf(known)
  const urlOf = (own: number) => {
    const pages = strip ? [own] : (spreads[spreadAt(spreads, own)] ?? [own])
    const box = boxOf(
      pages.map((one) => sizes[one]),
      { fit, view, double },
    )
    const shown = strip ? columnOf(fit, view, sizes[own]) : (box.pages[pages.indexOf(own)]?.width ?? view.width)
    const closer = strip || spread.includes(own) ? zoom : 1
    const drawn = shown / (crops(own)?.width ?? 1)
    const rule = {
      quality: views.device.quality,
      speed,
      shown: drawn,
      zoom: closer,
      density: view.density,
      size: pictures.sizes[own],
    }
    return pagePicture(issue_id, own, version, widthFor(rule))
  }
  useLayoutEffect(() => {
    const touch = matchMedia('(pointer: coarse)').matches
    const wanted = strip
      ? stripPages(near, page, forwards, count)
      : pagesToHave({ spreads, page, forwards, reach: preloadRange(known, touch), sizes })
    const requests = wanted.map((own) => ({ page: own, url: urlOf(own), alt: pageWords([own], count) }))
    pictures.want(requests, strip ? Math.min(2, requests.length) : spread.length)
  }, [page, forwards, strip, near, spreads, fit, view, zoom, views.device.quality])
  const read = place.on === 'end' ? count - 1 : (spread.at(-1) ?? page)
  const { scrolled, shareAt, stopped, finish } = useProgress({
    issue,
    page: read,
    spread,
    strip,
    share,
    end: place.on === 'end',
  })

  return {
    views,
    view,
    strip,
    double,
    direction,
    fit,
    line,
    pictures,
    sizes,
    spreads,
    stops,
    crops,
    pairs: { ...pairs, start: pairsStart(page, count, { sizes, marked }) },
    at,
    page,
    spread,
    zoom,
    setZoom,
    setNear,
    move,
    scrolled,
    shareAt,
    stopped,
    finish,
  }
}

export type ReadingNow = ReturnType<typeof useReading>

function pick(connection: Network | undefined): Network {
  return { saveData: connection?.saveData, effectiveType: connection?.effectiveType }
}

/** The pages near the window, from the current one on, in reading direction. */
function stripPages(
  [first, last]: readonly [number, number],
  page: number,
  forwards: boolean,
  count: number,
): number[] {
  const near = Array.from({ length: Math.max(0, Math.min(last, count - 1) - first + 1) }, (_, at) => first + at)
  const here = [page, page + 1].filter((own) => own < count)
  const on = near.filter((own) => (forwards ? own > page : own < page))
  const rest = near.filter((own) => !on.includes(own))
  return [...new Set([...here, ...(forwards ? on : on.reverse()), ...rest])]
}
