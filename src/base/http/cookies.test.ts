import { expect, test } from 'bun:test'
import { cookiesOf } from './cookies'

const CASES: [header: string | undefined, name: string, value: string | undefined][] = [
  [undefined, 'a', undefined],
  ['a=1', 'a', '1'],
  ['a=1; b=2', 'b', '2'],
  ['a=1;b=2', 'b', '2'],
  ['a=x=y', 'a', 'x=y'],
  ['a=', 'a', ''],
  ['a=1; a=2', 'a', '1'],
  ['ab=1', 'a', undefined],
  ['a', 'a', undefined],
]

test.each(CASES)('the cookies %p have %s with %p', (cookie, name, value) => {
  const headers = cookie === undefined ? undefined : { cookie }
  expect(cookiesOf(new Request('http://localhost/', { headers })).get(name)).toBe(value as string)
})
