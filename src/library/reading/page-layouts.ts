import { imageFacts } from '../../base/formats/images/images'
import {
  type Box,
  type GreyPicture,
  inReadingOrder,
  panelSteps,
  withoutMargins,
} from '../../base/formats/images/panels'
import { inTurns } from '../../base/platform/event-loop'
import { greyPixels, ImageError } from '../../base/platform/images'
import type { Database } from '../../base/storage/database'
import { layoutOf, saveLayout } from './page-layout-store'
import type { Pages } from './pages'
import type { PageLayout, PagePart } from './tables'

/** Part of the version of a layout: increase it when pages are measured in another way. */
const MEASURED = 'l2'
/** Gutters are still two pixels wide at this width. */
const WIDTH = 400
/** A smaller picture shows too little of its gutters. */
const LEAST_WIDTH = 200
/** A page this many times higher than wide is a piece of a strip, which is read by scrolling. */
const STRIP = 2.2
const NOTHING: PageLayout = { crop: null, panels: null }

interface Deps {
  db: Database
  pages: Pick<Pages, 'source' | 'page'>
}

/** Panels and margins of pages, for reading panel by panel and for cropping. */
export class PageLayouts {
  private readonly underWay = new Map<string, Promise<PageLayout>>()

  constructor(private readonly deps: Deps) {}

  /** Measured once. Refuses like `Pages.page`; a page that cannot be decoded has no layout. */
  async of(issueId: string, page: number): Promise<PageLayout> {
    const { db, pages } = this.deps
    const { file, version: ofFile } = await pages.source(issueId)
    const version = `${MEASURED} ${ofFile}`
    const known = layoutOf(db.read, file.file_id, page, version)
    if (known) return known
    const key = `${file.file_id} ${page} ${version}`
    const measuring = this.underWay.get(key) ?? this.measure(issueId, page).finally(() => this.underWay.delete(key))
    this.underWay.set(key, measuring)
    const layout = await measuring
    db.write((tx) => saveLayout(tx, { file_id: file.file_id, page, version, layout }))
    return layout
  }

  private async measure(issueId: string, page: number): Promise<PageLayout> {
    const offer = await this.deps.pages.page(issueId, page, { width: WIDTH, jpeg: true })
    const { bytes } = await offer.make()
    const facts = imageFacts(bytes)
    if (!facts || facts.width < LEAST_WIDTH || facts.height > facts.width * STRIP) return NOTHING
    const width = Math.min(WIDTH, facts.width)
    const height = Math.max(1, Math.round((facts.height * width) / facts.width))
    try {
      return await layoutIn({ width, height, pixels: await greyPixels(bytes, width, height) })
    } catch (error) {
      if (error instanceof ImageError) return NOTHING
      throw error
    }
  }
}

async function layoutIn(picture: GreyPicture): Promise<PageLayout> {
  const part = (box: Box) => partOf(box, picture)
  const crop = withoutMargins(picture)
  // The search on a page without gutters takes too long for one turn of the event loop.
  const found = (await inTurns(panelSteps(picture))) ?? []
  const [ltr, rtl] = [inReadingOrder(found, 'ltr'), inReadingOrder(found, 'rtl')]
  const isSure = ltr !== undefined && rtl !== undefined && ltr.length > 1
  // A balloon in the margin has fewer pixels than dust and a page number may have.
  const kept = crop && isSure ? around([crop, ...ltr]) : crop
  return { crop: kept ? part(kept) : null, panels: isSure ? { ltr: ltr.map(part), rtl: rtl.map(part) } : null }
}

/** The smallest box with all of these. */
function around(boxes: readonly Box[]): Box {
  const x = Math.min(...boxes.map((box) => box.x))
  const y = Math.min(...boxes.map((box) => box.y))
  const right = Math.max(...boxes.map((box) => box.x + box.width))
  const bottom = Math.max(...boxes.map((box) => box.y + box.height))
  return { x, y, width: right - x, height: bottom - y }
}

/** With four digits: a fifth of a pixel on a page of 2,000. */
function partOf({ x, y, width, height }: Box, page: GreyPicture): PagePart {
  const share = (length: number, whole: number) => Math.round((length / whole) * 10_000) / 10_000
  return {
    x: share(x, page.width),
    y: share(y, page.height),
    width: share(width, page.width),
    height: share(height, page.height),
  }
}
