import { setDefaultTimeout, test } from 'bun:test'
import { killScans } from '../soak/scan-killed'

setDefaultTimeout(300_000)

// The long form is `bun run soak scan-killed`.
test('scans and imports that are killed repeatedly end with the same library as undisturbed ones', () =>
  killScans({ kills: 5, seed: 20_261_121, report: () => {} }))
