import { expect, test } from 'bun:test'
import { html } from '../../../html'
import { type ReceivedRequest, refusal, renderPage } from '../../../testing/render-page'
import { withWindow } from '../../../testing/window'
import { MatchSheet } from './match-sheet'

withWindow()

const candidate = (provider_id: string, year: number | null, against: string[] = []) => ({
  provider: 'comicvine',
  provider_id,
  name: 'Harbor Lights',
  year,
  publisher: 'Northgate',
  issue_count: 12,
  image: null,
  url: null,
  verdict: 'likely',
  evidence: ['Both are called Harbor Lights.', ...against],
  against,
})
const item = (comic_id: string, name: string) => ({
  comic_id,
  name,
  state: 'unsure',
  sentence: '2 possible matches.',
  series: { year: null, publisher: null, have: 2, image: null },
  choices: [candidate('7', 2012), candidate('8', 2019, ['Only 0 of 2 dates agree.'])],
})
const AT = '/api/series/bulk/o1'
const open = (
  choice: unknown = { success: true, sentence: 'Matched to Harbor Lights (2019) on ComicVine.', unsure: 1 },
) =>
  renderPage(html`<${MatchSheet} operation_id="o1" unsure=${3} onClose=${() => undefined} />`, {
    replies: {
      [`GET ${AT}`]: { operation: {}, items: [item('harbor', 'Harbor Lights'), item('port', 'Port')], pagination: {} },
      [`POST ${AT}/choice`]: choice,
    },
  })
type Sheet = Awaited<ReturnType<typeof open>>
const sent = (requests: ReceivedRequest[]) => requests.filter(({ name }) => name.startsWith('POST')).map(({ body }) => body) // biome-ignore format: one line
const stops = (page: Sheet) => [...page.root.querySelectorAll<HTMLElement>('.match')]
async function press(page: Sheet, at: number, key: string): Promise<void> {
  stops(page)[at]?.dispatchEvent(new (window as unknown as typeof globalThis).KeyboardEvent('keydown', { key, bubbles: true })) // biome-ignore format: one line
  await page.whenIdle()
}

test('shows the year with the name, and the evidence for and against', async () => {
  const page = await open()
  expect(page.text()).toContain('2 series to decide.')
  expect(page.text()).toContain('Harbor Lights (2019)')
  expect(page.text()).toContain('1 more series after these.')
  const against = [...page.root.querySelectorAll('.evidence [data-against]')].map((line) => line.textContent?.trim())
  expect(against).toEqual(['Only 0 of 2 dates agree.', 'Only 0 of 2 dates agree.'])
})

test('one key matches, 0 chooses none, and decided series send nothing more', async () => {
  const page = await open()
  await press(page, 0, '2')
  expect(page.text()).toContain('Matched to Harbor Lights (2019) on ComicVine.')
  await press(page, 0, '1')
  await press(page, 1, '9')
  await press(page, 1, '0')
  expect(sent(page.requests)).toEqual([
    { comic_id: 'harbor', choice: { provider: 'comicvine', provider_id: '8' } },
    { comic_id: 'port', choice: null },
  ])
  expect(page.text()).toContain('All matches are decided.')
})

test('a match that fails says why, and can be chosen again', async () => {
  const page = await open(refusal(502, 'ComicVine cannot be reached.'))
  await page.click(page.root.querySelector<HTMLElement>('.match-choices button')!)
  expect(page.find('.match [role="alert"]').textContent).toBe('ComicVine cannot be reached.')
  expect(page.text()).toContain('2 series to decide.')
  await press(page, 0, '1')
  expect(sent(page.requests)).toHaveLength(2)
})
