import { describe, expect, test } from 'bun:test'
import { claimed, type Input } from '../testing/claimed'
import { settleFolder } from './settle'

/** `Harbor Lights 3`, in the order of the files. */
function settled(files: Input[], beside = {}): string[] {
  const claims = claimed(files, 'comic', { beside })
  settleFolder(claims)
  return claims.map(({ series, number, run }) => `${series}${run.year ? ` (${run.year})` : ''} ${number}`.trim())
}

const NUMBERED = (...numbers: number[]) => numbers.map((n) => `Harbor Lights/Harbor Lights ${n}.cbz`)

describe('a number that all of a name have belongs to the name', () => {
  const weekly = (...counters: string[]) => counters.map((n) => `New/Old Weekly 3 (1987) ${n}.cbz`)

  test('where three others count behind it', () => {
    expect(settled(weekly('01', '02', '03'))).toEqual(['Old Weekly 3 1', 'Old Weekly 3 2', 'Old Weekly 3 3'])
  })

  test('not where two do, or where one counts twice', () => {
    expect(settled(weekly('01', '02'))).toEqual(['Old Weekly 3', 'Old Weekly 3'])
    expect(settled([...weekly('01', '02', '03'), 'New/Old Weekly 3 (1987) 3.cbz'])).toEqual(
      Array.from({ length: 4 }, () => 'Old Weekly 3'),
    )
  })
})

describe('the run that ComicInfo gives its neighbours', () => {
  const SAID = { series: 'Harbor Lights', volume: 2015, year: 2015 } as const
  const first: Input = ['Harbor Lights/Harbor Lights 1.cbz', { ...SAID, number: '1' }]

  test('is that of a file of the same name, and not that of an annual', () => {
    const files: Input[] = [first, 'Harbor Lights/Harbor Lights 2.cbz', 'Harbor Lights/Harbor Lights Annual 1.cbz']
    expect(settled(files)).toEqual(['Harbor Lights (2015) 1', 'Harbor Lights (2015) 2', 'Harbor Lights 1'])
  })

  test('is not that of a file that names another one', () => {
    const other = 'Harbor Lights/Harbor Lights (1998) 002.cbz'
    expect(settled([first, other])).toEqual(['Harbor Lights (2015) 1', 'Harbor Lights (1998) 2'])
    const ordinal = 'Harbor Lights/Harbor Lights v3 002.cbz'
    const said: Input = ['Harbor Lights/Harbor Lights 1.cbz', { series: 'Harbor Lights', volume: 2, number: '1' }]
    expect(claimsOf([said, ordinal])).toEqual([2, 3])
  })

  test('is none where they say two', () => {
    const second: Input = ['Harbor Lights/Harbor Lights 2.cbz', { ...SAID, volume: 2019, year: 2019, number: '2' }]
    const files: Input[] = [first, second, 'Harbor Lights/Harbor Lights 3.cbz']
    expect(settled(files)[2]).toBe('Harbor Lights 3')
  })
})

const claimsOf = (files: Input[]) => {
  const claims = claimed(files)
  settleFolder(claims)
  return claims.map(({ run }) => run.ordinal)
}

describe('a name that is typed wrong is that of its neighbours', () => {
  const typed = (n: number) => `Harbor Lights/Harbr Lights ${n}.cbz`

  test('where its number is the one they lack, or up to two behind theirs', () => {
    expect(settled([...NUMBERED(1, 2, 4, 5), typed(3)])[4]).toBe('Harbor Lights 3')
    expect(settled([...NUMBERED(1, 2, 3, 4), typed(6)])[4]).toBe('Harbor Lights 6')
  })

  test('not where they have it, or where it is further away', () => {
    expect(settled([...NUMBERED(1, 2, 3, 4), typed(4)])[4]).toBe('Harbr Lights 4')
    expect(settled([...NUMBERED(1, 2, 3, 4), typed(7)])[4]).toBe('Harbr Lights 7')
  })

  test('not where they are too few, or not most of the folder', () => {
    expect(settled([...NUMBERED(1, 2, 4), typed(3)])[3]).toBe('Harbr Lights 3')
    const others = ['Copper 1.cbz', 'Copper 2.cbz'].map((name) => `Harbor Lights/${name}`)
    expect(settled([...NUMBERED(1, 2, 4, 5), typed(3), ...others])[4]).toBe('Harbr Lights 3')
  })
})

describe('what is beside the files names them', () => {
  const folder = 'Harbor Lights (2010)'
  const file = (name: string) => `${folder}/${name}.cbz`
  const beside = { [folder]: { volumeId: '77' } }

  test('where all go by another name', () => {
    const files = [file('Luces del Puerto 001'), file('Luces del Puerto 002')]
    expect(settled(files, beside)).toEqual(['Harbor Lights (2010) 1', 'Harbor Lights (2010) 2'])
    expect(settled(files)).toEqual(['Luces del Puerto 1', 'Luces del Puerto 2'])
  })

  test('not a stray file beside those of its name', () => {
    expect(settled([file('Harbor Lights 001'), file('Copper Orchard 002')], beside)[1]).toBe('Copper Orchard 2')
  })

  test('not what says its series itself', () => {
    const said: Input = [file('Luces 001'), { series: 'Copper Orchard', number: '1' }]
    expect(settled([said, file('Luces del Puerto 002')], beside)[0]).toBe('Copper Orchard 1')
  })
})
