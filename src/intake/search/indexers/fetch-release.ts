import { NzbError, readNzb } from '../../../base/formats/downloads/nzb'
import { magnetHash, plainMagnet, readTorrent, TorrentError } from '../../../base/formats/downloads/torrent'
import { ServiceError } from '../../../base/outbound/service-error'
import type { Clock } from '../../../base/platform/ports'
import { parseXml } from '../../../base/platform/xml'
import type { ReleasePayload } from '../../downloads/payload'
import type { Offer } from '../offer'
import { refuseError } from './feed-parser'
import type { FollowedReply } from './follow'
import { withKey } from './hidden-key'
import type { FetchRelease } from './indexer'
import type { IndexerClient } from './indexer-client'
import { jsonErrorOf } from './json-error'
import { ofJson, readFileReply } from './reply'

/**
 * Fetches the content for the download client, an NZB, a torrent file or a magnet link, and checks it. A client that
 * gets a URL accepts any content there, and fails without a report.
 */
export function makeFetchRelease({
  indexerClient,
  clock,
}: {
  indexerClient: IndexerClient
  clock: Clock
}): FetchRelease {
  return async (indexerId, offer, asking) => {
    if (isMagnet(offer.link)) {
      const hash = magnetHash(plainMagnet(offer.link))
      if (hash) return { ok: { kind: 'magnet', name: offer.title, link: plainMagnet(offer.link), info_hash: hash } }
      return { failure: 'unreadable', detail: `The magnet link of ${offer.title} contains no torrent hash.` }
    }
    const link = (key: string) => linkOf(offer, key)
    return indexerClient.fetchFile(indexerId, link, (reached) => fetched(reached, offer, clock.now()), asking)
  }
}

function linkOf({ link }: Offer, key: string): URL {
  const whole = withKey(link, key)
  const url = whole === undefined ? undefined : URL.parse(whole)
  if (whole === undefined) throw new ServiceError('refused', 'the API key changed since the search; search again')
  if (!url || !/^https?:$/.test(url.protocol)) throw new ServiceError('refused', 'the link is not a web address')
  return url
}

function fetched(reached: FollowedReply, offer: Offer, now: string): ReleasePayload {
  if ('magnet' in reached) return magnet(reached.magnet, offer)
  try {
    return readFileReply(reached.sent, (bytes) => contentOf(bytes, offer, now), now)
  } catch (error) {
    if (!(error instanceof ServiceError) || (error.kind !== 'unreadable' && error.kind !== 'banned')) throw error
    const what = error.kind === 'banned' ? `it returned a web page, ${error.what}` : error.what
    throw new ServiceError('unreadable', what, { release: offer.title })
  }
}

/** Decides by the content: a torrent indexer may send a magnet link as text. */
function contentOf(bytes: Uint8Array, offer: Offer, now: string): ReleasePayload {
  const head = new TextDecoder().decode(bytes.subarray(0, 4000)).trim()
  if (isMagnet(head)) return magnet(head.split(/\s/)[0]!, offer)
  if (/<error\b/i.test(head)) refuseError(parseXml(bytes))
  const said = jsonErrorOf(bytes)
  if (said) throw ofJson(said, { status: 200, now })
  try {
    if (offer.protocol === 'usenet') {
      const { password } = readNzb(bytes)
      return { kind: 'nzb', name: offer.title, bytes, ...(password === undefined ? {} : { password }) }
    }
    const { info_hash } = readTorrent(bytes)
    return { kind: 'torrent', name: offer.title, bytes, info_hash }
  } catch (error) {
    if (error instanceof NzbError || error instanceof TorrentError)
      throw new ServiceError('unreadable', error.message.replace(/\.$/, ''), { release: offer.title })
    throw error
  }
}

function magnet(link: string, { title }: Offer): ReleasePayload {
  const info_hash = magnetHash(plainMagnet(link))
  if (info_hash === undefined) throw new ServiceError('unreadable', 'its magnet link names no torrent')
  return { kind: 'magnet', name: title, link: plainMagnet(link), info_hash }
}

const isMagnet = (text: string) => /^magnet:\?/i.test(text)
