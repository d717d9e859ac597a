import { expect, test } from 'bun:test'
import { html } from '../../html'
import { renderPage } from '../../testing/render-page'
import { withWindow } from '../../testing/window'
import { OutcomeRow } from './outcome-row'
import type { ListImportResult } from './wire'

withWindow()

const all = { arc_id: 'C1', name: 'Night Tide', issues: 5, matched: 5, ambiguous: 0, duplicates: [], added: true }

test.each<[change: object, words: string, state: string]>([
  [{}, '5 of 5 issues matched', 'have'],
  [{ matched: 4, ambiguous: 1 }, '4 of 5 issues matched, 1 to choose', 'attention'],
  [{ matched: 4 }, '4 of 5 issues matched, 1 not in the library', 'wanted'],
  [{ matched: 2, ambiguous: 1 }, '2 of 5 issues matched, 1 to choose, 2 not in the library', 'attention'],
  [{ duplicates: ['#1', '#2', '#3'] }, '5 of 5 issues matched, listed twice: #1, #2, #3', 'have'],
  [{ duplicates: ['#1', '#2', '#3', '#4'] }, '5 of 5 issues matched, listed twice: #1, #2, #3 …', 'have'],
  [{ added: false }, '5 of 5 issues matched, brought up to date', 'have'],
])('an imported list with %j shows %p', async (change, words, state) => {
  const outcome = { file: 'night.cbl', result: { ...all, ...change } as unknown as ListImportResult }
  const page = await renderPage(html`<${OutcomeRow} outcome=${outcome} onOpen=${() => undefined} />`)
  expect(page.named('Night Tide').getAttribute('href')).toBe('/arcs/C1')
  expect(page.find('.mark').textContent).toBe(words)
  expect(page.find('.mark').dataset.state).toBe(state)
})

test('a list that cannot be read shows the reason', async () => {
  const outcome = { file: 'night.cbl', refused: 'The file is not a reading list.' }
  const page = await renderPage(html`<${OutcomeRow} outcome=${outcome} onOpen=${() => undefined} />`)
  expect(page.text()).toContain('night.cbl')
  expect(page.find('.mark').textContent).toBe('The file is not a reading list.')
})
