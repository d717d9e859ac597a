import { countWords } from './format'

const STEPS = [
  { word: 'second', seconds: 1, until: 60 },
  { word: 'minute', seconds: 60, until: 60 * 60 },
  { word: 'hour', seconds: 60 * 60, until: 48 * 60 * 60 },
  { word: 'day', seconds: 24 * 60 * 60, until: Number.POSITIVE_INFINITY },
] as const

/** A rough duration in words: 130 → "2 minutes". */
export function spanWords(seconds: number): string {
  const whole = Math.max(0, Math.round(seconds))
  if (whole === 0) return 'less than a second'
  const step = STEPS.find(({ until }) => whole < until) ?? STEPS[3]
  return countWords(Math.round(whole / step.seconds), step.word)
}
