import { describe, expect, test } from 'bun:test'
import { searchSpellings, unlike } from './spellings'

describe('a name is spelled', () => {
  test.each([
    ['Harbor Lights', 'Harbor Lights', [], []],
    ['The Fall of the House', 'Fall of House', [], []],
    ["Kid's Harbor", 'Kids Harbor', ["Kid's Harbor"], []],
    ['Kid’s Harbor', 'Kids Harbor', ["Kid's Harbor"], []],
    ["Kids' Harbor", 'Kids Harbor', [], []],
    ['Spider-Crab', 'Spider Crab', ['Spider-Crab'], []],
    ['Spider–Crab - Deep', 'Spider Crab Deep', ['Spider-Crab Deep'], []],
    ['The T.I.D.E.: Rising', 'TIDE Rising', ['T.I.D.E. Rising'], []],
    ['A.X.E.', 'AXE', ['A.X.E.'], []],
    ['T.I.D.E.-Crab', 'TIDE Crab', ['T.I.D.E Crab'], []],
    ['X.O Harbor', 'XO Harbor', ['X.O Harbor'], []],
    ['Tide 2.0', 'Tide 2 0', ['Tide 2.0'], []],
    ['Dr. Tide', 'Dr Tide', [], []],
    ['The Salt & the Tide', 'Salt Tide', [], ['Salt and the Tide', 'Salt & the Tide']],
    ['Salt and Tide', 'Salt Tide', [], ['Salt and Tide', 'Salt & Tide']],
    ['A+X', 'A X', [], ['A and X', 'A & X']],
    ["Kid's & Tide", 'Kids Tide', ["Kid's & Tide"], ['Kids and Tide', 'Kids & Tide']],
    ['Les Légendes', 'Les Légendes', ['Les Legendes'], []],
    ['がくえん', 'がくえん', [], []],
    ['The', 'The', [], []],
    ['!!!', '', [], []],
  ])('%s as %s, %j and %j', (name, plain, marked, joined) => {
    expect(searchSpellings(name)).toEqual({ plain, marked, joined })
  })
})

test('known, empty or repeated spellings are left out, in any case', () => {
  expect(unlike(['Tide'], ['', 'TIDE', 'Salt', 'salt', 'Crab'])).toEqual(['Salt', 'Crab'])
})
