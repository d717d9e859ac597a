import { threadCpuMs } from './loop-watch'

const TRIES = 3
/** What the clock, a collection of garbage and a first compilation may add to a short run. */
const NOISE_MS = 20

/**
 * Whether four times the text takes about four times the work: at most eight times, where a reader that looks again at
 * all it has read takes sixteen. Processor time of this thread, the quickest of three.
 */
export function worksInProportion(work: (length: number) => void, { quarter }: { quarter: number }): boolean {
  const [few, many] = [quickestMs(() => work(quarter)), quickestMs(() => work(4 * quarter))]
  return many < 8 * few + NOISE_MS
}

/** `piece` again and again, cut at `length` characters. */
export const filledWith = (piece: string, length: number): string =>
  piece.repeat(Math.ceil(length / piece.length)).slice(0, length)

/** Processor time of this thread in milliseconds, the quickest of three. */
export function quickestMs(work: () => void): number {
  return Math.min(...Array.from({ length: TRIES }, () => onceMs(work)))
}

function onceMs(work: () => void): number {
  const begun = threadCpuMs()
  work()
  return threadCpuMs() - begun
}
