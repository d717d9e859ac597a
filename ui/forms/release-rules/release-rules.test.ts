import { beforeEach, describe, expect, test } from 'bun:test'
import { html } from '../../html'
import { toasts } from '../../state/toasts'
import { type Replies, refusal, renderPage } from '../../testing/render-page'
import { withWindow } from '../../testing/window'
import { ReleaseNameTest } from './name-test'
import { ReleaseRuleList } from './rule-list'
import type { ReleaseRule } from './rule-words'

withWindow()
beforeEach(() => {
  toasts.value = []
})

const LIST = 'GET /api/config/release-rules'
const rule = (rule_id: string, more: Partial<ReleaseRule> = {}): ReleaseRule => ({
  rule_id,
  match: 'word',
  text: 'digital',
  scope: 'all',
  comic_id: null,
  series: null,
  level: 'score',
  score: 10,
  ...more,
})
const RULES = [
  rule('r1'),
  rule('r2', { match: 'group', text: 'Empire', level: 'must', score: 0, scope: 'comic' }),
  rule('r3', { match: 'format', text: 'cbr', score: -5, scope: 'series', comic_id: '18705', series: 'Harbor Lights' }),
]
const open = (rules: ReleaseRule[], more: Replies = {}, comicId?: string) =>
  renderPage(html`<${ReleaseRuleList} comicId=${comicId} />`, { replies: { [LIST]: { rules }, ...more } })
type Page = Awaited<ReturnType<typeof open>>
const texts = (page: Page, at = 0) =>
  [...(page.root.querySelectorAll('.rule-list')[at]?.querySelectorAll('.rule') ?? [])].map((row) =>
    [...row.querySelectorAll('.rule-effect, .rule-name, .rule-facts > *')].map((part) => part.textContent).join(' '),
  )
const sent = ({ requests }: Page) =>
  requests.filter(({ name }) => !name.startsWith('GET')).map(({ name, body }) => [name, body])

describe('the list of rules', () => {
  test('shows the effect, the text and the scope of each rule', async () => {
    const page = await open(RULES)
    expect(texts(page)).toEqual([
      '+10 digital Word All series',
      'Must have Empire Group Comics',
      '−5 CBR Format Harbor Lights',
    ])
    expect(page.root.querySelector('.rule a')?.getAttribute('href')).toBe('/library/18705')
  })

  test('explains the ranking while there are no rules', async () => {
    expect((await open([])).text()).toContain('No release rules.')
  })

  test('of a series shows the general rules below, read-only', async () => {
    const page = await open(RULES, {}, '18705')
    expect([texts(page, 0), texts(page, 1)]).toEqual([
      ['−5 CBR Format Harbor Lights'],
      ['+10 digital Word All series', 'Must have Empire Group Comics'],
    ])
    expect(page.root.querySelectorAll('[aria-label^="Delete the rule"]')).toHaveLength(1)
    expect(page.requests[0]).toMatchObject({ name: LIST })
  })
})

describe('a rule', () => {
  const fill = async (page: Page) => {
    await page.type('.rule-form input[type=text]', 'webrip')
    await page.submit('.rule-form')
  }

  test('is added with its score, for all series or for one', async () => {
    const added = { 'POST /api/config/release-rules': { success: true, rule: rule('new') } }
    const body = { match: 'word', text: 'webrip', scope: 'all', level: 'score', score: 10 }
    const page = await open([], added)
    await fill(page)
    expect(sent(page)).toEqual([['POST /api/config/release-rules', body]])
    const ofSeries = await open([], added, '18705')
    await fill(ofSeries)
    expect(sent(ofSeries)).toEqual([
      ['POST /api/config/release-rules', { ...body, scope: 'series', comic_id: '18705' }],
    ])
  })

  test('shows the reason of a refusal beside the typed text', async () => {
    const page = await open([], {
      'POST /api/config/release-rules': refusal(409, 'There is already a rule for the word webrip.'),
    })
    await fill(page)
    expect(page.find('.rule-error').textContent).toBe('There is already a rule for the word webrip.')
    expect(page.find<HTMLInputElement>('.rule-form input[type=text]').value).toBe('webrip')
  })

  test('is changed in its place', async () => {
    const page = await open(RULES, { 'PUT /api/config/release-rules/r1': { success: true, rule: rule('r1') } })
    await page.click('Edit the rule for digital')
    await page.submit('.rule .rule-form')
    expect(sent(page)).toEqual([
      [
        'PUT /api/config/release-rules/r1',
        expect.objectContaining({ match: 'word', text: 'digital', scope: 'all', score: 10, comic_id: null }),
      ],
    ])
  })

  test('of a series stays with its series when it is changed in Settings', async () => {
    const page = await open(RULES, { 'PUT /api/config/release-rules/r3': { success: true, rule: rule('r3') } })
    await page.click('Edit the rule for CBR')
    await page.submit('.rule .rule-form')
    expect(sent(page)[0]?.[1]).toMatchObject({ scope: 'series', comic_id: '18705' })
  })

  test('is deleted, and can be restored', async () => {
    const page = await open(RULES, {
      'DELETE /api/config/release-rules/r2': { success: true },
      'POST /api/config/release-rules': { success: true, rule: rule('r2') },
    })
    await page.click('Delete the rule for Empire')
    expect(toasts.value[0]).toMatchObject({ text: 'Rule for Empire deleted', action: { label: 'Undo' } })
    await toasts.value[0]?.action?.run()
    expect(sent(page).at(-1)?.[1]).toMatchObject({ match: 'group', text: 'Empire', scope: 'comic', level: 'must' })
  })
})

describe('the test of a name', () => {
  const TEST = 'POST /api/config/release-rules/test'
  const reply = { group: 'Zone-Empire', format: 'cbz', score: 12, minimum: null, result: 'accepted', lines: [] }
  const tested = async (answer: unknown, comicId?: string) => {
    const look = html`<${ReleaseNameTest} comicId=${comicId} name="Harbor Lights 007 (Zone-Empire).cbz" />`
    const page = await renderPage(look, { replies: { [TEST]: answer } })
    await page.whenIdle()
    return page
  }

  test('shows the score, the parsed name, and every line', async () => {
    const lines = [
      { level: 'must_not', score: 0, text: 'Blocked word: webrip' },
      { level: 'score', score: 12, text: 'preferred group Empire +12' },
    ]
    const page = await tested({ ...reply, result: 'rejected', lines }, '18705')
    expect(page.requests[0]?.body).toMatchObject({ title: 'Harbor Lights 007 (Zone-Empire).cbz', comic_id: '18705' })
    expect(page.find('.name-test-result').textContent).toContain('Rejected')
    expect([...page.root.querySelectorAll('.rule-facts span')].map((one) => one.textContent)).toEqual([
      'Score +12',
      'Group: Zone-Empire',
      'Format: CBZ',
    ])
    expect([...page.root.querySelectorAll('li')].map((one) => one.textContent)).toEqual([
      'Blocked word: webrip',
      'Preferred group Empire +12',
    ])
  })

  test('says that no rule matches, or why the test failed', async () => {
    expect((await tested(reply)).text()).toContain('No rule matches this name.')
    expect((await tested(refusal(404, 'Series 1 is not in the library.'))).text()).toContain('Series 1 is not')
  })
})
