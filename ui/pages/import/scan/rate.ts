/** The progress of a scan at a time, in milliseconds. */
export type Sample = { at: number; done: number }

const WINDOW_MS = 4_000
const LEAST_MS = 600

/** Adds a sample and drops those that are too old for the current speed. */
export function addSample(samples: readonly Sample[], sample: Sample): Sample[] {
  const begun = samples.length > 0 && sample.done < (samples.at(-1) as Sample).done
  return [...(begun ? [] : samples.filter(({ at }) => sample.at - at <= WINDOW_MS)), sample]
}

/** Files per second over the last moments; undefined until there are enough samples. */
export function rateOf(samples: readonly Sample[]): number | undefined {
  const [first, last] = [samples[0], samples.at(-1)]
  if (!first || !last || last.at - first.at < LEAST_MS) return undefined
  return Math.round(((last.done - first.done) * 1000) / (last.at - first.at))
}
