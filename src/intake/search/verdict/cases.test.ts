import { expect, test } from 'bun:test'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { isPresent } from '../../../testing/harness/programs'
import type { ReleaseVerdict } from './judge'
import { judgeLine } from './lines'

/** Releases with the verdict they must get, kept outside the repository. */
const CASES = join(import.meta.dir, '../../../../../shared/data/releases.jsonl')

interface Case {
  id: string
  release: { title: string }
  expect: 'accept' | 'reject'
  reason_code: string
  reason_alt: string[]
  satisfies: string[]
  certainty: 'clear' | 'policy'
}

if (isPresent(existsSync(CASES), 'the labelled releases are not on this machine')) {
  const lines = readFileSync(CASES, 'utf8').trim().split('\n')
  const judged = lines.map((line) => ({
    row: JSON.parse(line) as Case,
    verdict: JSON.parse(judgeLine(line, 2026)) as ReleaseVerdict & { id: string },
  }))
  const share = (right: (each: (typeof judged)[number]) => boolean) => {
    const misses = judged.filter((each) => !right(each)).map(({ row }) => `  ${row.id} ${row.release.title}`)
    if (misses.length > 0) console.log(`${misses.length} of ${judged.length} otherwise:\n${misses.join('\n')}`)
    return 1 - misses.length / judged.length
  }

  test('answers stay with their questions', () => {
    expect(judged.map(({ verdict }) => verdict.id)).toEqual(judged.map(({ row }) => row.id))
  })

  test('97 of 100 labelled releases are accepted or rejected correctly', () => {
    expect(share(({ row, verdict }) => verdict.accepted === (row.expect === 'accept'))).toBeGreaterThanOrEqual(0.97)
  })

  test('95 of 100 for the right reason, and with the right issues', () => {
    expect(share(({ row, verdict }) => verdict.reason_code === row.reason_code)).toBeGreaterThanOrEqual(0.95)
    expect(share(({ row, verdict }) => String(verdict.satisfies) === String(row.satisfies))).toBeGreaterThanOrEqual(
      0.97,
    )
  })

  test('no release is accepted that is clearly something else', () => {
    const wrong = judged.filter(
      ({ row, verdict }) => verdict.accepted && row.expect === 'reject' && row.certainty === 'clear',
    )
    expect(wrong.map(({ row }) => row.release.title)).toEqual([])
  })
} else {
  test.skip('97 of 100 labelled releases are accepted or rejected correctly', () => {})
}
