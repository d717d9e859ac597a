import { expect, test } from 'bun:test'
import { emptyReason, type Limits, OPEN_LIMITS, tagKey } from './limits-draft'

const choices = {
  tags: [
    { name: 'Kids', count: 3 },
    { name: 'Horror', count: 2 },
    { name: 'Unused', count: 0 },
  ],
  collections: [
    { collection_id: 'c1', name: 'Rainy days', series: 4 },
    { collection_id: 'c2', name: 'Nothing yet', series: 0 },
  ],
}

test.each<[change: Partial<Limits>, reason: string | undefined]>([
  [{}, undefined],
  [{ kinds: [] }, 'Neither comics nor manga are allowed.'],
  [{ collections: [] }, 'No collection is chosen.'],
  [{ collections: ['c2'] }, 'The chosen collections are empty.'],
  [{ collections: ['c1', 'c2'] }, undefined],
  [{ tags_any: ['kids'] }, undefined],
  [{ tags_any: ['unused'] }, 'No series has one of the allowed tags.'],
  [{ tags_any: ['gone'] }, 'No series has one of the allowed tags.'],
  [{ tags_any: ['horror'], tags_none: ['horror'] }, 'Every allowed tag is hidden too.'],
  [{ tags_any: ['horror', 'kids'], tags_none: ['horror'] }, undefined],
  [{ tags_none: ['horror'] }, undefined],
])('limits with %j hide everything because of %p', (change, reason) => {
  expect(emptyReason({ ...OPEN_LIMITS, ...change }, choices)).toBe(reason as never)
})

test('tags are folded as the server folds them', () => {
  expect(tagKey('Ｋids')).toBe('kids')
})
