import { setDefaultTimeout, test } from 'bun:test'
import { killMoves } from '../soak/moving-killed'

setDefaultTimeout(300_000)

// The long form is `bun run soak moving-killed`.
test('a migration that is killed repeatedly ends with the same rows as an undisturbed one', () =>
  killMoves({ kills: 5, seed: 20_261_121, report: () => {}, series: 40 }))
