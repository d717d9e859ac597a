import { expect, test } from 'bun:test'
import { isPresent } from '../../testing/harness/programs'
import { isReadExactly, labelledNames } from '../../testing/imports/labelled-names'

const ENOUGH = 0.97
const cases = labelledNames()

if (isPresent(cases !== undefined, 'the labelled names are not on this machine') && cases) {
  test('97 of 100 labelled names are read exactly', () => {
    const misses = cases.filter((row) => !isReadExactly(row)).map((row) => `  ${row.name}`)
    if (misses.length > 0) console.log(`${misses.length} of ${cases.length} read differently:\n${misses.join('\n')}`)
    expect(1 - misses.length / cases.length).toBeGreaterThanOrEqual(ENOUGH)
  })
} else {
  test.skip('97 of 100 labelled names are read exactly', () => {})
}
