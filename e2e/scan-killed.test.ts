import { setDefaultTimeout, test } from 'bun:test'
import { killScans } from '../soak/scan-killed'

setDefaultTimeout(120_000)

// The long form is `bun run soak scan-killed`.
test('scans and confirms that are killed again and again end in the library of those that were left alone', () =>
  killScans({ kills: 5, seed: 20_261_121, say: () => {} }))
