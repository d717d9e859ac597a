import { expect, test } from 'bun:test'
import { compareNatural, comparePaths } from './natural'

/** Every list is written in its expected order. */
const names = [
  ['p1', 'p2', 'p9', 'p10', 'p100'],
  ['Page 2', 'page 10'],
  ['!cover', '00', '1', 'a'],
  ['7', '007', '8'],
  ['Chapter 10', 'Chapter 10.5', 'Chapter 11'],
  ['v1', 'v1 extra', 'v1a'],
  ['x99999999999999999998', 'x99999999999999999999', 'x100000000000000000000'],
  ['', '0', 'A', 'a'],
]

const paths = [
  ['001.jpg', '001-002.jpg', '001a.jpg', '002.jpg'],
  ['cover.jpg', 'cover.png'],
  ['v1/c2/p1.jpg', 'v1/c10/p1.jpg', 'v2/c1/p1.jpg', 'v10/c1/p1.jpg'],
  ['a/z.jpg', 'b/a.jpg', 'c.jpg'],
  ['10/p000.jpg', '10/p001.jpg', 'Akame p200.jpg'],
  ['Book 1/p1.jpg', 'Book 1 Extra/p1.jpg', 'Book 1.5/p1.jpg', 'Book 2/p1.jpg'],
]

for (const list of names)
  test(`names are read as ${list.slice(0, 3).join(', ')} …`, () => {
    expect(list.toReversed().sort(compareNatural)).toEqual(list)
  })

for (const list of paths)
  test(`paths are read as ${list.slice(0, 3).join(', ')} …`, () => {
    expect(list.toReversed().sort(comparePaths)).toEqual(list)
  })

test('any two texts have a fixed order, whichever comes first', () => {
  const all = [...new Set([...names.flat(), ...paths.flat()])]
  for (const compare of [compareNatural, comparePaths])
    for (const a of all) for (const b of all) expect(Math.sign(compare(a, b)) + Math.sign(compare(b, a))).toBe(0)
})
