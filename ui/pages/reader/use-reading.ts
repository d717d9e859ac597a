import { call, send } from '../../api/client'
import { useEffect, useLayoutEffect, useMemo, useRef, useState } from '../../html'
import { sendUnsentBookmarks } from '../../kept/unsent-bookmarks'
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
import { pagesToHave, preloadRange, stripPagesToHave } from './pictures/preload'
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
    (signal) => send('GET /api/reading/issues/:issue_id', { params: { issue_id } }, signal),
    () => {
      pictures.retryAll()
      void progress().flush()
      void sendUnsentBookmarks()
    },
  )
  // The layout of a cover does not depend on the sizes of other pages, so its picture is loaded first.
  const begun = reading.place.on !== 'page' || reading.place.page > 0
  const isChecking = useRef(false)
  /** After a picture failed. Another version means that the file was replaced. */
  const checkFile = () => {
    if (isChecking.current) return
    isChecking.current = true
    void call('GET /api/reading/issues/:issue_id', { params: { issue_id } })
      .then((now) => now.version !== version && move({ do: 'replace', count }))
      .catch(() => undefined)
      .finally(() => {
        isChecking.current = false
      })
  }
  const pictures = usePictures(issue, strip || (double && begun), { onSilence: line.suspect, onRefused: checkFile })
  useEffect(() => {
    if (line.lost) void pictures.continueFromCopy()
  }, [line.lost])
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
  // A page that failed shows why, which panels would cut.
  const failed = pictures.at(alone)?.state === 'failed'
  const isAlone = !strip && spread.length === 1
  const measuring = guided && isAlone && place.on === 'page' && !failed && !layouts.has(alone)
  // No halves while measuring: panels that take their place would begin at the half in view.
  const isWhole = !isAlone || failed || measuring
  const stops = useMemo(
    () =>
      isWhole
        ? undefined
        : stopsOf({ size: sizes[alone], layout: layouts.get(alone), direction, guided, crop, split, view }),
    [isWhole, sizes[alone], layouts.get(alone), direction, guided, crop, split, view],
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
      ? stripPagesToHave({ near, page, forwards, count })
      : pagesToHave({ spreads, page, forwards, reach: preloadRange(known, touch), sizes })
    const requests = wanted.map((own) => ({ page: own, url: urlOf(own), alt: pageWords([own], count) }))
    pictures.want(requests, strip ? Math.min(2, requests.length) : spread.length)
  }, [page, forwards, strip, near, spreads, fit, view, zoom, views.device.quality])
  const read = place.on === 'end' ? count - 1 : (spread.at(-1) ?? page)
  const { scrolled, shareAt, stopped, finish, isAtCard } = useProgress({
    issue,
    page: read,
    spread,
    strip,
    ready: pictures.at(read)?.state === 'ready' && !measuring,
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
    checkFile,
    pictures,
    sizes,
    spreads,
    stops,
    measuring,
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
    isAtCard,
  }
}

export type ReadingNow = ReturnType<typeof useReading>

function pick(connection: Network | undefined): Network {
  return { saveData: connection?.saveData, effectiveType: connection?.effectiveType }
}
