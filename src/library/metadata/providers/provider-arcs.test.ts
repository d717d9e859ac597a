import { expect, test } from 'bun:test'
import { byDate } from './provider-arcs'

const issue = (provider_id: string, issue_date?: string, release_date?: string) => ({
  provider_id,
  series: 'Clouds',
  number: provider_id,
  ...(issue_date && { issue_date }),
  ...(release_date && { release_date }),
})
const ids = (...issues: ReturnType<typeof issue>[]) => byDate(issues).map(({ provider_id }) => provider_id)

test.each([
  ['by cover date', [issue('a', '2015-06-01'), issue('b', '2015-05-01')], ['b', 'a']],
  ['of one cover date by the day in the shops', [issue('a', '2015-05-01', '2015-03-11'), issue('b', '2015-05-01', '2015-03-04')], ['b', 'a']], // biome-ignore format: one line
  ['by the day in the shops where there is no other', [issue('a', '2015-05-01'), issue('b', undefined, '2015-04-01')], ['b', 'a']], // biome-ignore format: one line
  ['by the cover date where there is no other', [issue('a', '2015-05-01', '2015-05-02'), issue('b', '2015-05-01')], ['b', 'a']], // biome-ignore format: one line
  ['without dates last', [issue('a'), issue('b', '2199-01-01')], ['b', 'a']],
  ['of one day in their given order', [issue('c', '2015-05-01'), issue('a', '2015-05-01'), issue('d', '2015-05-01'), issue('b', '2015-05-01')], ['c', 'a', 'd', 'b']], // biome-ignore format: one line
])('issues are %s', (_, issues, order) => expect(ids(...issues)).toEqual(order))
