import type { Offer } from '../offer'
import type { Verdict } from './judge'

/** An offer with its verdict. */
export interface JudgedOffer {
  offer: Offer
  verdict: Verdict
  /** Place of its indexer in the reader's order, from 0. */
  order: number
}

export interface Taste {
  /** The container the reader prefers; nothing is refused for having another. */
  format?: 'cbz' | 'cbr'
}

/** Repairs of what was posted broken before. */
const MENDED = /\b(?:fixed|repaired|proper|repack|f\d)\b/i

/**
 * The accepted offers, the best first. One issue goes before a pack with it, and a pack that fills much before one that
 * fills little; then the preferred container, what was mended, what has more seeders or is fresher, the larger scan
 * within reason, and last the reader's own order of indexers. Equal ones keep their order.
 */
export function best(offers: readonly JudgedOffer[], taste: Taste = {}): JudgedOffer[] {
  return offers
    .filter(({ verdict }) => verdict.accepted)
    .map((each) => ({ each, marks: marksOf(each, taste) }))
    .sort((a, b) => compare(b.marks, a.marks))
    .map(({ each }) => each)
}

/** Larger is better, the first that differs decides. */
function marksOf({ offer, verdict, order }: JudgedOffer, { format }: Taste): number[] {
  const pack = verdict.match_kind === 'pack'
  return [
    pack ? 0 : 1,
    pack ? densityOf(offer, verdict) : 0,
    format !== undefined && new RegExp(`\\b${format}\\b`, 'i').test(offer.title) ? 1 : 0,
    MENDED.test(offer.title) ? 1 : 0,
    aliveness(offer),
    -order,
    stepOf(offer.size),
    -(offer.password ?? 0),
  ]
}

/** Missing issues for each gigabyte: a pack of everything for one issue is the last resort. */
function densityOf({ size }: Offer, { satisfies }: Verdict): number {
  return satisfies.length / Math.max(0.05, (size ?? 1_000_000_000) / 1_000_000_000)
}

/** A torrent without seeders ranks last; beyond twenty seeders more make no difference. */
function aliveness({ protocol, seeders }: Offer): number {
  if (protocol !== 'torrent' || seeders === undefined) return 2
  return seeders === 0 ? 0 : seeders < 3 ? 1 : 2
}

/** Twenty megabytes more is a better scan, two are not. */
const stepOf = (size: number | undefined) => Math.min(10, Math.floor((size ?? 0) / 20_000_000))

function compare(a: number[], b: number[]): number {
  const at = a.findIndex((mark, index) => mark !== b[index])
  return at < 0 ? 0 : a[at]! - b[at]!
}
