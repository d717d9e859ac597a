import { type ImageType, isCutOff, sniffImage } from '../../../base/formats/images/images'
import { isBlockedUntil, plus } from '../../../base/platform/clock'
import type { Instant, Ports } from '../../../base/platform/ports'
import { Refusal } from '../../../base/refusal'
import { VERSION } from '../../../base/version'
import type { Picture } from '../../reading/pictures'
import { type AllowedPicture, checkHost, upstream } from './picture-hosts'

const LIMITS = { timeoutMs: 10_000, maxBytes: 20_000_000 } as const
const TYPES: readonly ImageType[] = ['jpeg', 'png', 'webp', 'gif', 'avif']
const MINUTE = 60_000
/** A missing or invalid picture is unlikely to appear within a minute. */
const LASTING_FAULT = 60 * MINUTE
const PASSING_FAULT = 2 * MINUTE
const LONGEST_WAIT = 60 * MINUTE
const MOST_FAILURES = 2000

type Deps = Pick<Ports, 'http' | 'names' | 'clock' | 'log'>

interface Failed {
  refusal: Refusal
  until: Instant
}

/** Fetches pictures from services, and remembers for a while which ones failed. */
export class PictureFetch {
  private readonly failed = new Map<string, Failed>()

  constructor(private readonly deps: Deps) {}

  /** Throws Refusal: 'forbidden' for a host inside this network, 'upstream' when there is no picture. */
  async get(allowed: AllowedPicture): Promise<Picture> {
    const { href } = allowed.url
    const known = this.failed.get(href)
    if (known && isBlockedUntil(known.until, this.deps.clock.now(), LONGEST_WAIT)) throw known.refusal
    try {
      return await this.fetchOnce(allowed.url, await checkHost(allowed, this.deps.names))
    } catch (error) {
      if (error instanceof Refusal) this.remember(href, error)
      throw error
    }
  }

  private async fetchOnce(url: URL, address: string | undefined): Promise<Picture> {
    const headers = { Accept: 'image/jpeg,image/png,image/webp,image/*;q=0.5', 'User-Agent': `Panelkeep/${VERSION}` }
    try {
      const reply = await this.deps.http.fetch(new Request(url, { headers, redirect: 'manual' }), {
        ...LIMITS,
        address,
      })
      if (reply.status !== 200) throw notGiven(url, reply)
      return pictureOf(url, new Uint8Array(await reply.arrayBuffer()))
    } catch (error) {
      throw error instanceof Refusal ? error : unreached(url, error)
    }
  }

  private remember(href: string, refusal: Refusal): void {
    const { clock, log } = this.deps
    const { wait_ms } = refusal.cause instanceof Settled ? refusal.cause : { wait_ms: PASSING_FAULT }
    if (this.failed.size >= MOST_FAILURES) this.failed.clear()
    this.failed.set(href, { refusal, until: plus(clock.now(), wait_ms) })
    log.info('metadata', 'picture not fetched', { url: href, reason: refusal.detail })
  }
}

/** Why there is no picture, and for how long that answer is reused. */
class Settled extends Error {
  override readonly name = 'Settled'

  constructor(readonly wait_ms: number) {
    super()
  }
}

function pictureOf(url: URL, bytes: Uint8Array<ArrayBuffer>): Picture {
  const type = sniffImage(bytes)
  if (!type || !TYPES.includes(type)) {
    throw fault(`${url.host} did not send a picture.`, LASTING_FAULT)
  }
  if (isCutOff(bytes, type))
    throw fault(`${url.host} sent an incomplete picture. Panelkeep tries again in a few minutes.`)
  return { bytes, type: `image/${type}` }
}

function notGiven({ host }: URL, { status, headers }: Response): Refusal {
  if (status >= 300 && status < 400) {
    return fault(`${host} sends on to another address, and pictures are taken from it alone.`, LASTING_FAULT)
  }
  if (status === 429 || status >= 500) {
    const seconds = Number(headers.get('retry-after') ?? Number.NaN)
    const wait = seconds > 0 ? Math.min(seconds * 1000, LONGEST_WAIT) : PASSING_FAULT
    return fault(`${host} is overloaded (${status}). Panelkeep tries again in a few minutes.`, wait)
  }
  return fault(`${host} has no such picture (${status}).`, LASTING_FAULT)
}

function unreached({ host }: URL, error: unknown): Refusal {
  if (error instanceof Error && error.name === 'TimeoutError') {
    return fault(`${host} did not send the picture within ${LIMITS.timeoutMs / 1000} seconds.`)
  }
  const reason = error instanceof Error ? error.message : String(error)
  return fault(`The picture could not be fetched: ${reason.replace(/\.$/, '')}.`)
}

const fault = (sentence: string, waitMs = PASSING_FAULT) => upstream(sentence, { cause: new Settled(waitMs) })
