import { expect, test } from 'bun:test'
import { matchKey, sortName, spacedName } from './titles.ts'

test('names of one series share a key', () => {
  const pairs: [string, string][] = [
    ['Batman & Robin', 'Batman and Robin'],
    ['The Sandman', 'Sandman'],
    ['Sandman, The', 'The Sandman'],
    ['Mister Miracle', 'Mr. Miracle'],
    ['Doctor Strange', 'Dr Strange'],
    ['DC vs. Vampires', 'DC versus Vampires'],
    ['Spider-Man', 'Spider Man'],
    ['S.H.I.E.L.D.', 'SHIELD'],
    ['Pokémon Adventures', 'Pokemon Adventures'],
    ['Spy×Family', 'Spy x Family'],
    ["Anda's Game", 'Andas Game'],
    ['Ｂｌｅａｃｈ', 'Bleach'],
    ['Blade of the Immortal', 'Blade of Immortal'],
  ]
  for (const [a, b] of pairs) expect(matchKey(a)).toBe(matchKey(b))
})

test('different series keep different keys', () => {
  const pairs: [string, string][] = [
    ['Batman', 'Batman Beyond'],
    ['Batman', 'Batgirl'],
    ['が', 'か'],
    ['Legacy', 'Legacy II'],
    ['2000 AD', '2001 AD'],
  ]
  for (const [a, b] of pairs) expect(matchKey(a)).not.toBe(matchKey(b))
})

test('a name with accents and its plain spelling have one key', () => {
  for (const [a, b] of [
    ["The Élan & the Cat's Eye", 'elan and cats eye'],
    ['Pokémon + Friends', 'Pokemon and Friends'],
  ] as const) {
    expect(matchKey(a)).toBe(matchKey(b))
  }
})

test('a name that is only articles or symbols still has a key', () => {
  for (const name of ['A', 'The', '!!!', '+', '×']) expect(matchKey(name)).not.toBe('')
  expect(matchKey('   ')).toBe('')
})

test('sort names ignore articles, case and accents and order numbers by value', () => {
  const shelf = [
    '2 Guns',
    '100 Bullets',
    'The Amazing Spider-Man',
    "'Bad Weather",
    'Élan',
    'Fables',
    'X-Men 2',
    'X-Men 10',
    'Zot!',
  ]
  const keys = shelf.map(sortName)
  expect([...keys].sort()).toEqual(keys)
  expect(sortName('The The')).toBe('the')
  expect(sortName('A')).toBe('a')
})

test('a name without blanks is split where its words begin, and has the same key', () => {
  expect(spacedName('GhostFreight')).toBe('Ghost Freight')
  expect(spacedName('GhostFreightNine')).toBe('Ghost Freight Nine')
  for (const name of ['Ghost Freight', 'SHIELD', 'McKay', 'XMen', 'ghostfreight', 'iZombie'])
    expect(spacedName(name)).toBe(name)
  expect(matchKey('GhostFreight')).toBe(matchKey('Ghost Freight'))
  expect(matchKey('Ghost Freight 2')).not.toBe(matchKey('Ghost Freight'))
})
