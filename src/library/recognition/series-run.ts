/** Identifies a run of a series: the start year, or the ordinal ("v3"). */
export interface SeriesRun {
  year?: number
  ordinal?: number
}

/** "v3" is an ordinal, "v2016" the start year of the run. */
export function runOf(volume: string | number | undefined, year: string | number | undefined = ''): SeriesRun {
  const [count, began] = [Number(volume), Number(year)]
  const run: SeriesRun = {}
  if (isSeriesYear(began)) run.year = began
  else if (isSeriesYear(count)) run.year = count
  if (Number.isInteger(count) && count > 0 && count < 100) run.ordinal = count
  return run
}

export function isSeriesYear(value: number): boolean {
  return Number.isInteger(value) && value >= 1900 && value < 2100
}
