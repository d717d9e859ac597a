/** Which run of a series is meant: the year it began, or its ordinal ("v3"). */
export interface SeriesRun {
  year?: number
  ordinal?: number
}

/** "v3" is an ordinal, "v2016" the year that the run began. */
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
