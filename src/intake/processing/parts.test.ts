import { expect, test } from 'bun:test'
import { otherParts } from './parts'

test.each<[string, string[], string[]]>([
  ['x.rar', ['x.rar', 'x.r00', 'x.R01', 'x.s00', 'y.r00', 'x.nfo'], ['x.r00', 'x.R01', 'x.s00']],
  ['x.part1.rar', ['x.part1.rar', 'x.part2.rar', 'x.part10.rar', 'x.r00', 'y.part2.rar'], ['x.part2.rar', 'x.part10.rar']],
  ['x.part01.rar', ['x.part01.rar', 'x.part02.rar', 'x.part02.rar.txt'], ['x.part02.rar']],
  ['x.part2.rar', ['x.part1.rar', 'x.part2.rar', 'x.part2.r00'], []],
  ['x.part11.rar', ['x.part11.rar', 'x.part12.rar'], []],
  ['x.cbr', ['x.cbr', 'x.r00'], []],
  ['x.rar', ['x.rar', 'x.q00', 'x.r0', 'x.r000', 'a x.r00'], []],
])('%s continues only in its own volumes', (name, beside, parts) => {
  expect(otherParts(`/d/${name}`, beside)).toEqual(parts.map((each) => `/d/${each}`))
}) // biome-ignore format: a table
