import type { Rule } from '../rule'

/** "v3" must be the ordinal of the run, if known, and "v2016" its start year. */
export const volumeRule: Rule = ({ reading, target }) => {
  const { wanted } = target
  if (wanted.kind === 'manga' || target.book || reading.volume === '' || reading.week) return undefined
  if (reading.kin === 'sibling') return undefined
  if (reading.issue === '' && reading.volume_end !== '') return undefined
  const offered = Number(reading.volume)
  const isYear = reading.volume.length === 4
  const ours = isYear ? wanted.year : target.runVolume
  if (ours === null || ours === undefined || Number.isNaN(offered)) return undefined
  const differs = isYear ? Math.abs(offered - ours) > target.tolerance : offered !== ours
  return differs && (reading.issue !== '' || isYear)
    ? { code: 'rejected.volume_mismatch', message: `Wrong volume: ${offered} (wanted: ${ours})` }
    : undefined
}
