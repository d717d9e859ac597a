import { expect, test } from 'bun:test'
import { STORMS } from '../../soak/mangled-names'
import { soak } from '../../soak/names'
import { nameLine } from './lines.ts'

test('20,000 mangled and invented names are read as promised', async () => {
  await soak.run(20_000, () => {})
}, 60_000)

test('names of 100,000 characters are answered at once', () => {
  for (const unit of STORMS) {
    const started = performance.now()
    nameLine(unit.repeat(100_000 / unit.length), { year: 2026 })
    expect(`${unit} took ${performance.now() - started > 250}`).toBe(`${unit} took false`)
  }
}, 60_000)
