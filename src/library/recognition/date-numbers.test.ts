import { expect, test } from 'bun:test'
import { dateInName } from './date-numbers'

test.each([
  ['Wired - 2023-05.pdf', '2023-05'],
  ['Wired 2023.05.14.pdf', '2023-05-14'],
  ['Wired - May 2023.pdf', '2023-05'],
  ['Wired (14 May 2023).pdf', '2023-05-14'],
  ['Spirou - 2023 mars.pdf', '2023-03'],
  ['Zack Dezember 2019.cbr', '2019-12'],
  ['Harbor Lights (2015).cbz', undefined],
  ['Harbor Lights 2015-16.cbz', undefined],
  ['Harbor Lights Digital 2015.cbz', undefined],
  ['Captain Marvel 2015.cbz', undefined],
  ['Julia 2015.cbz', undefined],
])('%s was published in %s', (name, date) => expect(dateInName(name)).toBe(date))
