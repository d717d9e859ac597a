import type { Size } from '../layout/spreads'

/** A page's picture. The loaded element itself is drawn, so that a decoded picture is shown at once. */
export type Picture = {
  page: number
  url: string
  state: 'waiting' | 'loading' | 'ready' | 'failed'
  image: HTMLImageElement | undefined
  /** The size of the loaded picture, which may be smaller than the page in the file. */
  natural: Size | undefined
  /** A sharper picture that is loading while this one is shown. */
  better: HTMLImageElement | undefined
}
export type PictureRequest = { page: number; url: string; alt: string }

/** Parallel requests while preloading. */
const ABREAST = 2
/** A visible picture that takes longer may never come: the server can be silent without refusing. */
const SLOW_MS = 8_000

/** The loaded pictures, requested in the order of `wishes`. */
export class Pictures {
  private readonly kept = new Map<number, Picture>()
  private requests: readonly PictureRequest[] = []
  private urgent = 0
  private closed = false

  constructor(
    private readonly listener: { changed: () => void; failed: (page: number, url: string) => void; slow: () => void },
  ) {}

  /** The first `urgent` wishes are visible: they are fetched at once, and the rest afterwards. */
  want(requests: readonly PictureRequest[], urgent: number): void {
    this.requests = requests
    this.urgent = urgent
    const pages = new Set(requests.map((request) => request.page))
    for (const [page, picture] of this.kept) if (!pages.has(page)) this.forget(picture)
    for (const request of requests) this.keep(request)
    this.start()
  }

  at(page: number): Picture | undefined {
    return this.kept.get(page)
  }

  /** Requests failed pictures again: one page, or all. */
  retry(only?: number): void {
    for (const picture of this.kept.values()) {
      if (picture.state !== 'failed' || (only !== undefined && picture.page !== only)) continue
      picture.state = 'waiting'
      picture.image = undefined
    }
    this.start()
    this.listener.changed()
  }

  /** Requests all pages that are not loaded from other addresses. */
  moveTo(addressOf: (page: number) => string): void {
    for (const picture of this.kept.values()) {
      if (picture.state === 'ready') continue
      picture.url = addressOf(picture.page)
      picture.state = 'waiting'
      picture.image = undefined
    }
    this.start()
    this.listener.changed()
  }

  close(): void {
    this.closed = true
    for (const picture of this.kept.values()) this.forget(picture)
  }

  private keep({ page, url }: PictureRequest): void {
    const known = this.kept.get(page)
    if (!known) {
      this.kept.set(page, {
        page,
        url,
        state: 'waiting',
        image: undefined,
        natural: undefined,
        better: undefined,
      })
    } else if (known.state === 'waiting') {
      known.url = url
    } else if (known.url !== url && wider(url, known.url)) {
      known.url = url
      if (known.state === 'loading') this.begin(known, true)
    }
  }

  private start(): void {
    if (this.closed) return
    const all = this.requests.map(({ page }) => this.kept.get(page) as Picture)
    const now = all.slice(0, this.urgent)
    for (const picture of now) if (picture.state === 'waiting') this.begin(picture, true)
    if (now.some((picture) => picture.state === 'loading')) return
    for (const picture of now) this.sharpen(picture)
    let free = ABREAST - all.filter((picture) => picture.state === 'loading').length
    for (const picture of all) {
      if (free <= 0) return
      if (picture.state !== 'waiting') continue
      this.begin(picture, false)
      free -= 1
    }
  }

  private begin(picture: Picture, urgent: boolean): void {
    const image = this.element(picture, urgent ? 'high' : 'low')
    picture.state = 'loading'
    picture.image = image
    const slow = urgent ? setTimeout(() => this.isLoading(picture, image) && this.listener.slow(), SLOW_MS) : undefined
    image.onload = () => {
      clearTimeout(slow)
      if (picture.image !== image) return
      picture.state = 'ready'
      picture.natural = sizeOf(image)
      // Decoded in advance, a turned page appears at once.
      if (!urgent) void image.decode?.().catch(() => undefined)
      this.pictureDone(urgent)
    }
    image.onerror = () => {
      clearTimeout(slow)
      if (picture.image !== image) return
      picture.state = 'failed'
      this.listener.failed(picture.page, picture.url)
      this.pictureDone(urgent)
    }
    image.src = picture.url
    // The picture is drawn while loading, line by line on a slow connection.
    this.listener.changed()
  }

  private isLoading(picture: Picture, image: HTMLImageElement): boolean {
    const isKept = !this.closed && this.kept.get(picture.page) === picture
    return isKept && picture.image === image && picture.state === 'loading'
  }

  /** After zooming in or enlarging the window, a larger picture replaces the smaller one once it is loaded. */
  private sharpen(picture: Picture): void {
    const { image, url } = picture
    if (picture.state !== 'ready' || !image || picture.better || image.getAttribute('src') === url) return
    const better = this.element(picture, 'high')
    picture.better = better
    better.onload = () => {
      if (picture.better !== better) return
      picture.image = better
      picture.natural = sizeOf(better)
      picture.better = undefined
      this.pictureDone(true)
    }
    better.onerror = () => {
      picture.better = undefined
    }
    better.src = url
  }

  private element({ page }: Picture, priority: 'high' | 'low'): HTMLImageElement {
    const image = document.createElement('img')
    image.alt = this.requests.find((request) => request.page === page)?.alt ?? ''
    image.draggable = false
    image.decoding = 'sync'
    image.setAttribute('fetchpriority', priority)
    return image
  }

  /**
   * The page that the user waits for is drawn before anything else is fetched: decoding uses the CPU as much as
   * loading.
   */
  private pictureDone(urgent: boolean): void {
    if (this.closed) return
    this.listener.changed()
    if (urgent) requestAnimationFrame(() => requestAnimationFrame(() => this.start()))
    else this.start()
  }

  private forget(picture: Picture): void {
    this.kept.delete(picture.page)
    for (const image of [picture.image, picture.better]) {
      if (!image) continue
      image.onload = null
      image.onerror = null
      // Cancels the request for a page that is no longer needed.
      if (!image.complete) image.removeAttribute('src')
    }
  }
}

/** A vector drawing may have no size of its own. */
function sizeOf({ naturalWidth: width, naturalHeight: height }: HTMLImageElement): Size | undefined {
  return width > 0 && height > 0 ? { width, height } : undefined
}

/** Without a width the picture is the original page of the file, the largest size. */
function wider(next: string, now: string): boolean {
  const widthOf = (url: string) => Number(/[?&]width=(\d+)/.exec(url)?.[1] ?? Number.POSITIVE_INFINITY)
  return widthOf(next) > widthOf(now)
}
