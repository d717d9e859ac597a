import type { ChartColumn } from '../../parts/charts/columns'
import { countWords, dayWords, numberWords } from '../../parts/text/format'

/** The most columns of a chart. With more months, the columns are years. */
const MOST = 24
/** The fewest months to show, so that the chart of a new library starts at zero. */
const FEWEST = 6

/** The size of the collection at the end of each month, or of each year with many months. */
export function growthOf(growth: readonly { month: string; files: number }[], now = new Date()): ChartColumn[] {
  const [first] = growth
  if (!first) return []
  const added = new Map(growth.map(({ month, files }) => [month, files]))
  let total = 0
  const begin = [first.month, monthsBefore(now, FEWEST - 1)].sort()[0] as string
  const months = monthsBetween(begin, now.toISOString().slice(0, 7)).map((month) => {
    total += added.get(month) ?? 0
    return { month, total }
  })
  const byYear = months.length > MOST
  const shown = byYear ? months.filter(({ month }, at) => month.endsWith('-12') || at === months.length - 1) : months
  return shown.map(({ month, total }, at) => {
    const fresh = total - (shown[at - 1]?.total ?? 0)
    return {
      label: byYear ? month.slice(0, 4) : dayWords(month),
      value: total,
      words: `${countWords(total, 'file')}${fresh > 0 ? `, ${numberWords(fresh)} new` : ''}`,
    }
  })
}

function monthsBefore(now: Date, count: number): string {
  return new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - count, 1)).toISOString().slice(0, 7)
}

function monthsBetween(first: string, last: string): string[] {
  const all: string[] = []
  let [year, month] = first.split('-').map(Number) as [number, number]
  for (let now = first; now <= last || all.length === 0; ) {
    all.push(now)
    month += 1
    if (month > 12) [year, month] = [year + 1, 1]
    now = `${year}-${String(month).padStart(2, '0')}`
  }
  return all
}
