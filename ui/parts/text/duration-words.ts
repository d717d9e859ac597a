import { countWords } from './format'

const STEPS = [
  { name: 'year', minutes: 525_600 },
  { name: 'month', minutes: 43_800 },
  { name: 'week', minutes: 10_080 },
  { name: 'day', minutes: 1440 },
  { name: 'hour', minutes: 60 },
  { name: 'minute', minutes: 1 },
]

/** 720 → "12 hours", in the largest unit without a remainder; parts of a minute in seconds. */
export function durationWords(minutes: number): string {
  const step = STEPS.find((one) => minutes % one.minutes === 0)
  return step ? countWords(minutes / step.minutes, step.name) : countWords(Math.round(minutes * 60), 'second')
}
