import { test } from 'bun:test'
import { soak } from '../../../../soak/feeds'

test('mangled replies of indexers are parsed or refused, without a crash or a hang (short form)', async () => {
  await soak.run(2000, () => {})
}, 60_000)
