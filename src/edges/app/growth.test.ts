import { expect, test } from 'bun:test'
import { soak } from '../../../soak/growth'

// The long form is `bun run soak growth`.
test.skipIf(Bun.which('sqlite3') === null)(
  'a page of a list takes no more steps of SQLite in a library with ten times the rows',
  async () => {
    const lines: string[] = []
    await soak.run(2500, (line) => lines.push(line))
    expect(lines.length).toBeGreaterThan(0)
  },
  120_000,
)
