import { expect, test } from 'bun:test'
import { type Limits, OPEN_LIMITS } from './limits-draft'
import { accessWords, invitedWords, limitsWords, seenWords, type User } from './user-words'

const choices = {
  tags: [{ name: 'Kids', count: 3 }],
  collections: [{ collection_id: 'c1', name: 'Rainy days', series: 4 }],
}
const NOW = Date.parse('2026-11-21T12:00:00.000Z')

test.each<[change: Partial<Limits> | null, words: string[]]>([
  [null, ['Whole library']],
  [{}, ['Comics and manga']],
  [{ max_age: 12 }, ['Comics and manga up to 12 years']],
  [{ kinds: ['manga'], max_age: 1, unrated: 'allow' }, ['Manga up to 1 year', 'Also without a rating']],
  [{ kinds: ['comic'], unrated: 'allow' }, ['Comics']],
  [{ kinds: [] }, ['Nothing']],
  [
    { tags_any: ['kids', 'gone'], tags_none: ['horror'] },
    ['Comics and manga', 'Only tagged Kids or gone', 'Not tagged horror'],
  ],
  [{ collections: ['c1'] }, ['Comics and manga', 'Only Rainy days']],
  [{ collections: ['x', 'y'] }, ['Comics and manga', 'Only 2 collections']],
  [{ collections: [] }, ['Sees nothing until you choose']],
  [{ may_download: false, may_request: false }, ['Comics and manga', 'No downloads', 'No requests']],
])('the limits %j are %j', (change, words) => {
  expect(limitsWords(change && { ...OPEN_LIMITS, ...change }, choices)).toEqual(words)
})

const user = (more: Partial<User>) =>
  ({ invited: false, invitation_expires_at: null, last_seen_at: null, ...more }) as unknown as User

test.each<[more: Partial<User>, seen: string, invited: RegExp | undefined]>([
  [{ last_seen_at: '2026-11-21T11:00:00.000Z' }, 'Last seen 1 hour ago', undefined],
  [{}, 'Never logged in', /^Not invited yet$/],
  [{ invitation_expires_at: '2026-11-20T12:00:00.000Z' }, 'Never logged in', /^The invitation has expired$/],
  [{ role: 'owner' }, 'Never logged in', undefined],
  [{ invited: true, invitation_expires_at: '2026-11-24T12:00:00.000Z' }, 'Never logged in', /^Invited until .+/],
])('the last visit of %j is %p, and the invitation %p', (more, seen, invited) => {
  expect(seenWords(user(more), NOW)).toBe(seen)
  const words = invitedWords(user(more))
  if (invited) expect(words).toMatch(invited)
  else expect(words).toBeUndefined()
})

test('sessions and devices are counted, and left out without any', () => {
  expect(accessWords(user({ sessions: 2, devices: 1 }))).toBe('2 sessions, 1 reading device')
  expect(accessWords(user({ sessions: 0, devices: 0 }))).toBe('')
})
