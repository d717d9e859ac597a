import { afterEach, describe, expect, test } from 'bun:test'
import { html } from '../../../html'
import { toasts } from '../../../state/toasts'
import { type Replies, refusal, renderPage } from '../../../testing/render-page'
import { withWindow } from '../../../testing/window'
import { SettingsPage } from '../settings'
import {
  bookish,
  categoryNames,
  type Indexer,
  type IndexerHealth,
  indexerState,
  type WireIndexers,
} from './indexer-words'

withWindow()
afterEach(() => {
  toasts.value = []
})

const caps = {
  title: 'NZB Garden',
  limits: { max: 100, default: 100 },
  searching: { search: ['q'] },
  categories: [
    { id: 2000, name: 'Movies', sub: [{ id: 2030, name: 'SD' }] },
    {
      id: 7000,
      name: 'Books',
      sub: [
        { id: 7020, name: 'EBook' },
        { id: 7030, name: 'Comics' },
      ],
    },
  ],
}
const well: IndexerHealth = {
  state: 'ready',
  failure: null,
  detail: null,
  blocked_until: null,
  grabs_blocked_until: null,
  last_ok_at: '2026-11-20T10:00:00.000Z',
  asked_last_day: 12,
  grabs_last_day: 2,
  feed_gap: false,
  lacks_categories: false,
  caps,
}
const indexer = (id: string, name: string, order: number, standing: Partial<IndexerHealth> = {}) => ({
  id,
  name,
  host: `https://${id}.example`,
  verify: true,
  categories: '7030',
  enabled: true,
  api_key_set: true,
  order,
  standing: { ...well, ...standing },
})
const both: WireIndexers = {
  newznab: { enabled: true, providers: [indexer('a', 'Garden', 0), indexer('c', 'Attic', 2)] },
  torznab: { enabled: true, providers: [indexer('b', 'Orchard', 1, { caps: null })] },
}
const presets = [
  {
    id: 'newznab',
    label: 'Newznab indexer',
    type: 'newznab',
    host: '',
    categories: [7030],
    needs_key: true,
    about: 'On its API page.',
  },
  {
    id: 'prowlarr',
    label: 'Prowlarr',
    type: 'torznab',
    host: 'http://127.0.0.1:9696',
    categories: [7030],
    needs_key: true,
    about: 'Under General.',
    pull: 'prowlarr',
  },
]
const config = {
  search_delay: 1,
  rss_checkinterval: 20,
  search_interval: 1440,
  blocklist_timer: 3600,
  use_minsize: false,
  use_maxsize: true,
  maxsize: 500,
  opds_enable: false,
  version: '0.36.0',
}

const PUT = 'PUT /api/config/providers'
const TEST = 'POST /api/config/providers/test'

async function open(lists: WireIndexers = both, more: Replies = {}) {
  localStorage.setItem('panelkeep-settings-advanced', 'on')
  const page = await renderPage(html`<${SettingsPage} />`, {
    path: '/settings',
    replies: {
      'GET /api/config': config,
      'GET /api/config/providers': lists,
      'GET /api/config/providers/presets': { presets },
      [PUT]: { success: true, enabled: true, providers: [] },
      'PUT /api/config': { success: true, restart_required: [], ignored: [], pinned: [] },
      ...more,
    },
  })
  const sent = (name: string) => page.requests.filter((one) => one.name === name).map(({ body }) => body as Sent)
  const names = () => [...page.root.querySelectorAll('.ranked b')].map((one) => one.textContent)
  const rowOf = (label: string) => {
    const heading = [...page.root.querySelectorAll('.setting h3')].find((one) => one.textContent === label)
    return heading?.closest('.setting') as HTMLElement
  }
  return { page, sent, names, rowOf }
}
type Sent = { type: string; providers: (Partial<Indexer> & { api_key?: string })[] } & Record<string, unknown>
const fill = async (page: Awaited<ReturnType<typeof open>>['page'], label: string, text: string) => {
  const named = [...page.root.querySelectorAll<HTMLLabelElement>('dialog label')].find(
    (one) => one.textContent === label,
  )
  await page.type(`[id="${named?.htmlFor}"]`, text)
}

describe('the state of an indexer', () => {
  const of = (standing: Partial<IndexerHealth>, more: Partial<Indexer> = {}, typeOn = true) =>
    indexerState({ enabled: true, api_key_set: true, ...more, standing: { ...well, ...standing } }, typeOn)
  const at = new Date()
  at.setHours(14, 5, 0, 0)
  const until = at.toISOString()

  test.each([
    [of({}), 'have', 'Ready'],
    [of({ last_ok_at: null }), 'unknown', 'Not used yet'],
    [of({}, { enabled: false }), 'skipped', 'Off'],
    [of({}, {}, false), 'skipped', 'Off'],
    [of({ state: 'blocked', failure: 'auth' }), 'attention', 'API key rejected'],
    [of({ state: 'blocked', failure: 'auth' }, { api_key_set: false }), 'attention', 'API key missing'],
    [of({ state: 'waiting', failure: 'unreachable', blocked_until: until }), 'attention', 'Paused until 14:05'],
    [of({ state: 'waiting', failure: 'limit', blocked_until: until }), 'wanted', 'Request limit until 14:05'],
    [of({ state: 'blocked', failure: 'unavailable', blocked_until: until }), 'attention', 'Blocked until 14:05'],
    [of({ grabs_blocked_until: until }), 'wanted', 'Download limit until 14:05'],
    [of({ lacks_categories: true }), 'attention', 'Choose categories'],
    [of({ failure: 'unavailable' }), 'wanted', 'Retrying soon'],
  ])('%# is shown in words', ({ mark, word }, ownMark, ownWord) => {
    expect([mark, word]).toEqual([ownMark, ownWord])
  })

  test('its categories have its own names', () => {
    expect(categoryNames([7020, 100_030], caps)).toEqual(['EBook', '100030'])
    expect(caps.categories.map(bookish)).toEqual([false, true])
  })
})

describe('the list of indexers', () => {
  test('is shown as one list, in search order', async () => {
    const { page, names } = await open()
    expect(names()).toEqual(['Garden', 'Orchard', 'Attic'])
    expect(page.find('.ranked-row').textContent).toContain(
      'Usenet · Comics · 12 requests and 2 downloads in the last day',
    )
  })

  test('is reordered by key, across both kinds', async () => {
    const { page, sent, names } = await open()
    await page.press('ArrowUp', page.named('Move Orchard, 2 of 3: up and down arrow'))
    expect(names()).toEqual(['Orchard', 'Garden', 'Attic'])
    expect(sent(PUT).map(({ type, providers }) => [type, providers.map(({ name, order }) => [name, order])])).toEqual([
      [
        'newznab',
        [
          ['Garden', 1],
          ['Attic', 2],
        ],
      ],
      ['torznab', [['Orchard', 0]]],
    ])
    expect(
      sent(PUT).every(({ providers }) => providers.every((one) => !('standing' in one) && !('api_key' in one))),
    ).toBe(true)
  })

  test('returns to the old order when the new one is refused', async () => {
    const { page, names } = await open(both, { [PUT]: refusal(400, 'The disk is full.') })
    await page.press('ArrowDown', page.named('Move Garden, 1 of 3: up and down arrow'))
    expect(names()).toEqual(['Garden', 'Orchard', 'Attic'])
    expect(toasts.value[0]).toMatchObject({ kind: 'error', text: 'The disk is full.' })
  })

  test('turns one of them off without touching the others', async () => {
    const { page, sent } = await open()
    await page.click(page.find('[aria-label="Use Attic"]'))
    expect(sent(PUT).map(({ type, providers }) => [type, providers.map(({ id, enabled }) => [id, enabled])])).toEqual([
      [
        'newznab',
        [
          ['a', true],
          ['c', false],
        ],
      ],
    ])
    expect(toasts.value[0]?.text).toBe('Attic disabled')
  })

  test('keeps an indexer that was added a moment ago, and changes made right afterwards', async () => {
    let saved = both
    const { page, sent } = await open(both, {
      'GET /api/config/providers': () => saved,
      [PUT]: ({ body }: { body: unknown }) => {
        const { type, providers } = body as { type: 'newznab'; providers: { id: string }[] }
        const known = saved.newznab.providers
        const kept = providers.map((one) => ({ ...known.find(({ id }) => id === one.id)!, ...one }))
        saved = { ...saved, [type]: { enabled: true, providers: kept } }
        return { success: true, enabled: true, providers: [] }
      },
    })
    const shed = indexer('d', 'Shed', 3)
    saved = { ...both, newznab: { enabled: true, providers: [...both.newznab.providers, shed] } }
    page.find('[aria-label="Use Attic"]').click()
    await page.click(page.find('[aria-label="Use Garden"]'))
    await page.whenIdle()
    expect(saved.newznab.providers.map(({ name, enabled }) => [name, enabled])).toEqual([
      ['Garden', false],
      ['Attic', false],
      ['Shed', true],
    ])
    expect(sent(PUT)).toHaveLength(2)
  })

  test('that was deleted elsewhere is not saved as a new one', async () => {
    let saved = both
    const { page, sent } = await open(both, { 'GET /api/config/providers': () => saved })
    saved = { ...both, newznab: { enabled: true, providers: both.newznab.providers.slice(0, 1) } }
    await page.click(page.find('[aria-label="Use Attic"]'))
    expect(toasts.value[0]).toMatchObject({ kind: 'error', text: 'Attic was deleted. Add it again to use it.' })
    expect(sent(PUT)).toEqual([])
  })

  test('shows the problem of an indexer', async () => {
    const detail = 'Garden rejected the API key. Check it under Settings, Indexers.'
    const wrong = indexer('a', 'Garden', 0, { state: 'blocked', failure: 'auth', detail })
    const { page } = await open({ ...both, newznab: { enabled: true, providers: [wrong] } })
    expect(page.find('.ranked-row').textContent).toContain('API key rejected')
    expect(page.find('.ranked-detail').textContent).toBe(detail)
  })
})

describe('an existing indexer', () => {
  test('is changed without entering its key again', async () => {
    const { page, sent } = await open()
    await page.click(page.find('[aria-label^="Settings of Garden "]'))
    await fill(page, 'Name', 'The garden')
    const box = [...page.root.querySelectorAll<HTMLElement>('.categories label')].find((one) =>
      one.textContent?.startsWith('EBook'),
    )
    await page.click(box?.querySelector('input') as HTMLElement)
    await page.click(page.find('dialog .button[data-kind="main"]'))
    const [put] = sent(PUT)
    expect(put?.providers[0]).toMatchObject({
      id: 'a',
      name: 'The garden',
      host: 'https://a.example',
      categories: '7030,7020',
    })
    expect('api_key' in (put?.providers[0] ?? {})).toBe(false)
    expect(page.root.querySelector('dialog')).toBeNull()
  })

  test('shows why a new address was refused, and stays open', async () => {
    const sentence = 'newznab:Garden has another address now, so a new API key is required.'
    const { page } = await open(both, { [PUT]: refusal(400, sentence, { code: 'api_key_required' }) })
    await page.click(page.find('[aria-label^="Settings of Garden "]'))
    await fill(page, 'Address', 'https://elsewhere.example')
    await page.click(page.find('dialog .button[data-kind="main"]'))
    expect(page.find('.tried p').textContent).toBe(sentence)
  })

  test('is tested with the typed values and the saved key', async () => {
    const { page, sent } = await open(both, { [TEST]: { success: false, detail: 'Garden cannot be reached.' } })
    await page.click(page.find('[aria-label^="Settings of Garden "]'))
    await page.click('Test')
    expect(sent(TEST) as unknown[]).toEqual([
      { type: 'newznab', id: 'a', name: 'Garden', host: 'https://a.example', verify: true, categories: '7030' },
    ])
    expect(page.find('.tried p').textContent).toBe('Garden cannot be reached.')
  })

  test('is removed after a confirmation', async () => {
    const { page, sent } = await open()
    await page.click(page.find('[aria-label^="Settings of Garden "]'))
    await page.click('Remove')
    await page.click('Remove it')
    expect(sent(PUT).map(({ type, providers }) => [type, providers.map(({ id }) => id)])).toEqual([['newznab', ['c']]])
    expect(toasts.value.map(({ text, kind }) => [text, kind])).toEqual([['Garden is removed.', 'note']])
    expect(page.root.querySelector('dialog')).toBeNull()
  })

  test('stays when it cannot be removed, with the reason', async () => {
    const { page } = await open(both, { [PUT]: refusal(503, 'The disk is full.') })
    await page.click(page.find('[aria-label^="Settings of Garden "]'))
    await page.click('Remove')
    await page.click('Remove it')
    expect(toasts.value.map(({ text, kind }) => [text, kind])).toEqual([['The disk is full.', 'error']])
    expect(page.root.querySelector('dialog')).not.toBeNull()
  })
})

describe('a new indexer', () => {
  const begin = async (replies: Replies) => {
    const all = await open(both, replies)
    await all.page.click('Add an indexer')
    await all.page.click(all.page.find('.picks button'))
    await fill(all.page, 'Name', 'Cellar')
    await fill(all.page, 'Address', 'https://cellar.example')
    await fill(all.page, 'API key', 'k3y')
    return all
  }

  test('cannot have the name of another of its kind, neither when it is added nor when it is changed', async () => {
    const { page, sent } = await begin({})
    const error = () => page.root.querySelector('dialog .field[data-wrong="true"] [role="alert"]')?.textContent
    await fill(page, 'Name', ' Garden ')
    expect(error()).toBe('There is an indexer named Garden already.')
    expect(page.named('Test').hasAttribute('disabled')).toBe(true)
    await page.submit('dialog form')
    expect([sent(TEST), sent(PUT)]).toEqual([[], []])
    await fill(page, 'Name', 'Orchard')
    expect(error()).toBeUndefined()
    await page.click('Close')
    await page.click(page.find('[aria-label^="Settings of Attic "]'))
    expect(error()).toBeUndefined()
    await fill(page, 'Name', 'Garden')
    expect(error()).toBe('There is an indexer named Garden already.')
  })

  test('is tested before it is saved', async () => {
    const { page, sent } = await begin({
      [TEST]: { success: true, detail: 'Cellar responded and accepted the key.', caps },
    })
    await page.click('Add')
    expect(sent(TEST)).toHaveLength(1)
    const [put] = sent(PUT)
    expect(put?.providers.map(({ name, order, api_key }) => [name, order, api_key])).toEqual([
      ['Garden', 0, undefined],
      ['Attic', 2, undefined],
      ['Cellar', 3, 'k3y'],
    ])
    expect(toasts.value[0]?.text).toBe('Cellar added')
  })

  test('is saved once, regardless of the number of clicks', async () => {
    const saved = Promise.withResolvers<Response>()
    const { page, sent } = await begin({
      [TEST]: { success: true, detail: 'Cellar responded and accepted the key.', caps },
      [PUT]: () => saved.promise,
    })
    await page.click('Add')
    await page.click('Add')
    await page.submit('dialog form')
    saved.resolve(refusal(503, 'The disk is full.'))
    await page.whenIdle()
    expect([sent(TEST).length, sent(PUT).length]).toEqual([1, 1])
    expect(page.text()).toContain('The disk is full.')
  })

  test('that does not answer is saved after a confirmation', async () => {
    const { page, sent } = await begin({ [TEST]: { success: false, detail: 'Cellar rejected the API key.' } })
    await page.click('Add')
    expect(sent(PUT)).toEqual([])
    expect(page.text()).toContain('Cellar rejected the API key.')
    await page.click('Add anyway')
    expect(sent(PUT)).toHaveLength(1)
  })

  test('without comics lets the user choose its own categories before it is saved', async () => {
    const own = { ...caps, categories: [{ id: 7000, name: 'Books', sub: [{ id: 7020, name: 'EBook' }] }] }
    const detail = 'Cellar has no category 7030. Choose from its own: Books (7000), EBook (7020).'
    const { page, sent } = await begin({ [TEST]: { success: false, detail, caps: own } })
    await page.click('Add')
    expect(sent(PUT)).toEqual([])
    expect(page.text()).toContain(detail)
    expect(page.text()).toContain('This indexer does not have the chosen category.')
    const box = [...page.root.querySelectorAll<HTMLElement>('.categories label')].find((one) =>
      one.textContent?.startsWith('EBook'),
    )
    await page.click(box?.querySelector('input') as HTMLElement)
    expect(page.text()).not.toContain(detail)
    await page.click('Add')
    expect((sent(TEST) as { categories?: string }[]).map(({ categories }) => categories)).toEqual(['7030', '7030,7020'])
  })

  test('is imported from Prowlarr, which lists its indexers', async () => {
    const pulled = (name: string, type: string, at: number, enabled = true) => ({
      name,
      type,
      host: `http://127.0.0.1:9696/${at}`,
      enabled,
      categories: [7030],
    })
    const known: WireIndexers = {
      ...both,
      torznab: { enabled: true, providers: [{ ...indexer('b', 'Orchard', 1), host: 'http://127.0.0.1:9696/1' }] },
    }
    const list = [
      pulled('Orchard', 'torznab', 1),
      pulled('Hill', 'torznab', 2),
      pulled('Shed', 'newznab', 3),
      pulled('Old', 'newznab', 4, false),
    ]
    const PULL = 'POST /api/config/providers/prowlarr'
    const { page, sent } = await open(known, { [PULL]: { indexers: list } })
    await page.click('Add an indexer')
    await page.click([...page.root.querySelectorAll<HTMLElement>('.picks button')][1] as HTMLElement)
    await fill(page, 'API key', 'pk')
    await page.click(page.find('dialog .button[data-kind="main"]'))
    expect(sent(PULL) as unknown[]).toEqual([{ host: 'http://127.0.0.1:9696', api_key: 'pk' }])
    const boxes = [...page.root.querySelectorAll<HTMLInputElement>('.pulled input')]
    expect(boxes.map(({ checked, disabled }) => [checked, disabled])).toEqual([
      [true, true],
      [true, false],
      [true, false],
      [false, false],
    ])
    await page.click('Add 2 indexers')
    expect(
      sent(PUT).map(({ type, providers }) => [type, providers.map(({ name, api_key }) => [name, api_key])]),
    ).toEqual([
      [
        'newznab',
        [
          ['Garden', undefined],
          ['Attic', undefined],
          ['Shed', 'pk'],
        ],
      ],
      [
        'torznab',
        [
          ['Orchard', undefined],
          ['Hill', 'pk'],
        ],
      ],
    ])
  })
})

test('all indexers of a kind are switched off at once, and on again', async () => {
  const { sent, rowOf, page } = await open()
  await page.click(rowOf('Use usenet indexers').querySelector('[role="switch"]') as HTMLElement)
  expect(toasts.value[0]?.text).toBe('Your usenet indexers are disabled')
  await toasts.value[0]?.action?.run()
  expect(sent(PUT).map(({ type, enabled, providers }) => [type, enabled, providers.length])).toEqual([
    ['newznab', false, 2],
    ['newznab', true, 2],
  ])
})

test('the search in the settings finds an indexer by its name', async () => {
  const { page } = await open()
  await page.type('.settings input[type="search"]', 'orchard')
  expect([...page.root.querySelectorAll('.setting h3')].map((one) => one.textContent)).toEqual(['Your indexers'])
})

describe('the search interval and the limits', () => {
  test('show the number of a size limit while it is on', async () => {
    const { rowOf, page, sent } = await open()
    expect(rowOf('Minimum release size').querySelector('input')).toBeNull()
    expect(rowOf('Maximum release size').querySelector('input')?.value).toBe('500')
    await page.click(rowOf('Minimum release size').querySelector('[role="switch"]') as HTMLElement)
    expect(sent('PUT /api/config') as unknown[]).toEqual([{ use_minsize: true }])
  })

  test('show a custom pause beside the usual ones', async () => {
    const { rowOf } = await open(both, {
      'GET /api/config': { ...config, blocklist_timer: 5400, rss_checkinterval: 45 },
    })
    const chosen = (label: string) => rowOf(label).querySelector('select')?.selectedOptions[0]?.textContent
    expect([chosen('Rate-limit pause'), chosen('Run RSS sync every')]).toEqual(['90 minutes', '45 minutes'])
  })
})
