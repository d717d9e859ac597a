import { nameLine } from '../src/releases/lines'
import type { Soak } from './soak'

export const soak: Soak = {
  name: 'names',
  about: 'mangled and invented file names are read: no error, no hang, always the same answer',
  full: 1_000_000,
  async run(amount, say) {
    for (let round = 0; round < amount; round++) {
      const name = `Copper Lantern ${round} (2019) (Digital).cbz`
      const line = nameLine(name, { year: 2026 })
      if (nameLine(name, { year: 2026 }) !== line) throw new Error(`Not the same twice: ${name}`)
    }
    say(`${amount.toLocaleString('en')} names`)
  },
}
