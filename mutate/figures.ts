import type { FaultResult, MutationResult } from './mutate'

export const isCaught = ({ verdict }: FaultResult) => verdict === 'caught' || verdict === 'caught by time'

/** Caught and planted faults by file (the worst first), the skipped tests, and the total. */
export function figures({ tried, leftOut }: MutationResult): string[] {
  const counted = tried.filter(({ verdict }) => verdict !== 'refused')
  const refused = tried.length - counted.length
  const slow = counted.filter(({ verdict }) => verdict === 'caught by time').length
  const files = [...new Set(counted.map(({ fault }) => fault.file))].sort()
  const rows = files.map((file) => ({ file, of: counted.filter(({ fault }) => fault.file === file) }))
  const missed = (of: FaultResult[]) => of.filter((each) => !isCaught(each)).length
  rows.sort((a, b) => missed(b.of) - missed(a.of))
  const lines = rows.map(({ file, of }) => `${share(of).padStart(7)}  ${file}`)
  const asides = [
    ...(slow > 0 ? [`${slow} by running too long`] : []),
    ...(refused > 0 ? [`${refused} refused by the compiler are not counted`] : []),
    ...(leftOut.length > 0
      ? [`${leftOut.length === 1 ? '1 test file' : `${leftOut.length} test files`} left out`]
      : []),
  ]
  const caught = counted.filter(isCaught).length
  const rate = counted.length > 0 ? Math.round((caught / counted.length) * 1000) / 10 : 100
  const failing = leftOut.map((test) => `Left out, since it fails without a fault: ${test}`)
  return [...lines, ...failing, [`${caught} of ${counted.length} caught (${rate} %)`, ...asides].join(', ')]
}

const share = (of: FaultResult[]) => `${of.filter(isCaught).length}/${of.length}`
