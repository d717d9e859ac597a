import type { Rule } from '../rule'

const KNOWN = /\b(marvel|dc|image|idw|dark horse|boom|dynamite|archie|valiant|oni)\b/i

export const seriesRule: Rule = ({ reading, target }) => {
  if (reading.week) return undefined
  if (reading.kin === 'other') {
    return {
      code: 'rejected.series_mismatch',
      message: `Wrong series: ${reading.series}`,
    }
  }
  const [theirs, ours] = [bigName(reading.publisher), bigName(target.wanted.publisher)]
  if (target.wanted.kind === 'comic' && theirs && ours && theirs !== ours) {
    return {
      code: 'rejected.series_mismatch',
      message: `Wrong publisher: ${reading.publisher} (wanted: ${target.wanted.publisher})`,
    }
  }
  return undefined
}

const bigName = (publisher: string | null | undefined) => KNOWN.exec(publisher ?? '')?.[1]?.toLowerCase()
