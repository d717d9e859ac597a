import { afterEach, describe, expect, test } from 'bun:test'
import { whenWords } from '../../../parts/text/when'
import { toasts } from '../../../state/toasts'
import { type Replies, refusal } from '../../../testing/render-page'
import { openSettings } from '../../../testing/settings-page'
import { withWindow } from '../../../testing/window'
import {
  type Client,
  type ClientTestReply,
  clientFacts,
  clientState,
  protocolClients,
  type WireClientPreset,
  type WireClients,
} from './client-words'

withWindow()
afterEach(() => {
  toasts.value = []
})

const preset = (type: Client['type'], label: string, more: Partial<WireClientPreset> = {}): WireClientPreset => ({
  type,
  label,
  protocol: 'usenet',
  address: 'http://127.0.0.1:8080',
  username: false,
  secret: 'key',
  help: `Where ${label} has it.`,
  ...more,
})
const presets = [
  preset('sabnzbd', 'SABnzbd'),
  preset('transmission', 'Transmission', { protocol: 'torrent', username: true, secret: 'password' }),
  preset('blackhole', 'Blackhole folder', { protocol: null, address: '', secret: 'none' }),
]
const AT = '2026-11-20T10:00:00.000Z'
const client = (client_id: string, name: string, more: Partial<Client> = {}): Client => ({
  client_id,
  name,
  type: 'sabnzbd',
  protocol: 'usenet',
  enabled: true,
  position: 0,
  address: 'http://127.0.0.1:8080',
  username: '',
  secret_set: true,
  verify: true,
  category: 'comics',
  settings: {},
  placing: 'move',
  seed_ratio: null,
  seed_minutes: null,
  remove_completed: true,
  remove_failed: true,
  mappings: [],
  standing: { state: 'ok', version: '4.3.2', detail: null, since: AT },
  ...more,
})
const torrents = client('t', 'Attic', { type: 'transmission', protocol: 'torrent', username: 'ana' })
const own = (name: string, protocol: Client['protocol'], enabled = true) => ({
  name,
  protocol,
  enabled,
  label: `Label of ${name}`,
  detail: `Detail of ${name}.`,
})
const both: WireClients = {
  clients: [client('s', 'Cellar'), torrents],
  fallbacks: [own('blackhole_nzb', 'usenet', false), own('embedded', 'torrent'), own('ddl', 'ddl')],
  presets,
}
const well: ClientTestReply = {
  success: true,
  detail: 'Cellar answers: version 4.3.2.',
  version: '4.3.2',
  warnings: [],
  categories: ['*', 'comics', 'books'],
  folder: null,
}
const ADD = 'POST /api/config/clients'
const TEST = 'POST /api/config/clients/test'
const PUT_S = 'PUT /api/config/clients/s'
const DELETE_S = 'DELETE /api/config/clients/s'
const saved = { success: true, client: client('s', 'Cellar') }

const open = (lists: WireClients = both, more: Replies = {}) =>
  openSettings({}, { 'GET /api/config/clients': lists, [TEST]: well, [ADD]: saved, [PUT_S]: saved, ...more })

describe('the state of a client', () => {
  test('is shown in words', () => {
    const standing = (state: Client['standing']['state'], since: string | null) =>
      clientState({ enabled: true, standing: { state, since, version: null, detail: null } })
    expect(standing('ok', AT)).toEqual({ mark: 'have', word: `Answered ${whenWords(AT)}` })
    expect(standing('failing', AT)).toEqual({ mark: 'attention', word: `Fails since ${whenWords(AT)}` })
    expect(standing('unknown', null)).toEqual({ mark: 'unknown', word: 'Not tried yet' })
    expect(clientState({ ...torrents, enabled: false }).word).toBe('Off')
  })

  test('shows its type, its address and its import method', () => {
    expect(clientFacts(client('s', 'Cellar'), presets)).toBe('SABnzbd 4.3.2 · Usenet · 127.0.0.1:8080 · moves files')
    // A torrent client keeps the files for seeding.
    expect(clientFacts(torrents, presets)).toContain('hardlinks files')
    const silent = client('s', 'SABnzbd', { standing: { state: 'unknown', version: null, detail: null, since: null } })
    expect(clientFacts(silent, presets)).toStartWith('Usenet · ')
  })

  test('the built-in torrent client is not offered while another client accepts torrents', () => {
    const names = (lists: WireClients) => protocolClients(lists, 'torrent').map(({ name }) => name)
    expect(names(both)).toEqual(['Attic'])
    expect(names({ ...both, clients: [] })).toEqual(['Panelkeep itself'])
    const folder = own('blackhole_torrent', 'torrent')
    expect(names({ ...both, clients: [], fallbacks: [folder, ...both.fallbacks] })).toEqual([folder.label])
  })
})

describe('the list of download clients', () => {
  test('shows each client with its state, and the order of clients for each protocol', async () => {
    const failing = { state: 'failing', version: null, detail: 'Cellar cannot be reached.', since: AT } as const
    const { page, rowOf } = await open({ ...both, clients: [client('s', 'Cellar', { standing: failing }), torrents] })
    const rows = [...page.root.querySelectorAll('#clients .ranked-row')].map((one) => one.textContent)
    expect(rows[0]).toContain('Fails since')
    expect(rows[0]).toContain('Cellar cannot be reached.')
    expect(rows[1]).toContain('Answered')
    expect([...rowOf('Where releases go').querySelectorAll('dd b')].map((one) => one.textContent)).toEqual([
      'Cellar',
      'Attic',
      'Panelkeep itself',
    ])
  })

  test('is reordered by key, and switched off', async () => {
    const { page, sent } = await open(both, { 'PUT /api/config/clients/order': { success: true } })
    await page.press('ArrowUp', page.named('Move Attic, 2 of 2: up and down arrow'))
    expect(sent('PUT /api/config/clients/order')).toEqual([{ client_ids: ['t', 's'] }] as never)
    await page.click('Give releases to Cellar')
    expect(sent(PUT_S)).toEqual([{ enabled: false }] as never)
    expect(toasts.value[0]?.text).toStartWith('Cellar gets no more releases.')
  })

  test('warns about releases that no client accepts, also beside the affected indexers', async () => {
    const indexer = { id: 'a', name: 'Garden', host: 'https://a', verify: true, categories: '', enabled: true }
    const standing = { state: 'ready', asked_last_day: 0, grabs_last_day: 0, caps: null }
    const newznab = { enabled: true, providers: [{ ...indexer, api_key_set: true, order: 0, standing }] }
    const { page, rowOf } = await open(
      { ...both, clients: [] },
      { 'GET /api/config/providers': { newznab, torznab: { enabled: true, providers: [] } } },
    )
    expect(rowOf('Where releases go').textContent).toContain('UsenetNo client')
    expect(page.find('.indexers-untaken').textContent).toContain('No download client for your usenet indexers yet.')
    expect(page.root.querySelectorAll('.indexers-untaken')).toHaveLength(1)
  })

  test('that cannot be loaded shows an error and can be retried', async () => {
    let up = false
    const reply = () => (up ? both : refusal(500, 'The disk is full.'))
    const { page, rowOf } = await openSettings({}, { 'GET /api/config/clients': reply })
    expect(rowOf('Your download clients').textContent).toContain('The disk is full.')
    up = true
    await page.click(rowOf('Your download clients').querySelector('button') as HTMLElement)
    expect(rowOf('Your download clients').textContent).toContain('Cellar')
  })
})

describe('a new client', () => {
  const begin = async (label: string, more: Replies = {}) => {
    const all = await open(both, more)
    await all.page.click('Add a download client')
    const line = [...all.page.root.querySelectorAll<HTMLElement>('.picks button')]
    await all.page.click(line.find((one) => one.textContent?.includes(label)) as HTMLElement)
    return all
  }

  test('is tested before it is saved', async () => {
    const { page, fill, sent } = await begin('SABnzbd')
    await fill('API key', 'k3y')
    await page.click('Add it')
    expect(sent(TEST)).toHaveLength(1)
    expect(sent(ADD)).toMatchObject([
      { type: 'sabnzbd', name: 'SABnzbd', secret: 'k3y', category: 'comics', placing: 'move', mappings: [] },
    ])
    expect(toasts.value[0]?.text).toBe('SABnzbd is added.')
  })

  test('that does not answer is saved after a confirmation', async () => {
    const { page, fill, sent } = await begin('SABnzbd', {
      [TEST]: { ...well, success: false, detail: 'SABnzbd does not take this key.' },
    })
    await page.click('Add it')
    expect(page.find('.tried [data-wrong]').textContent).toBe('SABnzbd does not take this key.')
    expect(sent(ADD)).toEqual([])
    await fill('API key', 'other')
    expect(page.root.querySelector('.tried [data-wrong]')).toBeNull()
    await page.click('Add it')
    await page.click('Add it anyway')
    expect(sent(ADD)).toHaveLength(1)
  })

  test('shows advice, and maps its folder with one click', async () => {
    const away = { remote: '/data/complete', local: '/data/complete', readable: false }
    const unread = { ...well, warnings: ['Panelkeep cannot read /data/complete.'], folder: away }
    const here = { ...well, folder: { ...away, local: '/mnt/nas', readable: true } }
    const reply = ({ body }: { body: unknown }) => ((body as Client).mappings.length > 0 ? here : unread)
    const { page, sent } = await begin('SABnzbd', {
      [TEST]: reply,
      'GET /api/filesystem': { path: '/mnt/nas', parent: '/mnt', folders: [] },
    })
    await page.click('Add it')
    expect(page.find('.tried [data-doubt]').textContent).toBe('Panelkeep cannot read /data/complete.')
    await page.click('Say where that folder is here')
    await page.click('Use this folder')
    expect(page.find('.tried').textContent).toContain('/data/complete there and here: /mnt/nas')
    await page.click('Add it')
    expect(sent(ADD)).toMatchObject([{ mappings: [{ remote: '/data/complete', local: '/mnt/nas' }] }])
  })

  test('that was refused scrolls the reason into view', async () => {
    const seen: string[] = []
    const { page } = await begin('SABnzbd', { [TEST]: { ...well, success: false, detail: 'Nothing listens there.' } })
    page.find('.client-test').scrollIntoView = () => void seen.push(page.find('.tried p').textContent ?? '')
    await page.click('Add it')
    expect(seen).toEqual(['Nothing listens there.'])
  })

  test('offers its categories', async () => {
    const { page, field } = await begin('SABnzbd')
    await page.click('Test')
    expect([...page.root.querySelectorAll('.client-choices button')].map((one) => one.textContent)).toEqual([
      'comics',
      'books',
    ])
    await page.click('books')
    expect(field('Category').value).toBe('books')
  })

  test('for torrents has seeding rules, and never moves', async () => {
    const { page, field, choose, sent } = await begin('Transmission')
    const placings = [...(field('How files come into the library') as unknown as HTMLSelectElement).options]
    expect(placings.map(({ value }) => value)).toEqual(['hardlink', 'copy', 'softlink'])
    await choose(field('Ratio'), '1.5')
    await choose(field('Or time'), '4320')
    expect(page.text()).toContain('That is 3 days.')
    await choose(field('Or time'), '')
    await choose(field('How it starts'), 'paused')
    await page.click('Add it')
    expect(sent(ADD)).toMatchObject([{ seed_ratio: 1.5, seed_minutes: null, settings: { start: 'paused' } }])
  })

  test('that is a watched folder is set up with its folder of completed downloads', async () => {
    const { page, choose, field, sent } = await begin('Blackhole folder', {
      'GET /api/filesystem': { path: '/watch', parent: '/', folders: [] },
    })
    expect(page.root.querySelectorAll('.mappings, .client-category')).toHaveLength(0)
    await choose(field('How files come into the library'), 'copy')
    expect(page.text()).toContain('The finished file is deleted once the library has its own.')
    await choose(field('What goes into it'), 'torrent')
    expect(page.text()).toContain('A folder does not report how much was seeded')
    await page.click('Choose the folder it watches')
    await page.click('Use this folder')
    await page.click('Choose its folder of completed downloads')
    await page.click('Use this folder')
    await page.click('Add it')
    expect(sent(ADD)).toMatchObject([
      {
        protocol: 'torrent',
        address: '/watch',
        settings: { done_folder: '/watch' },
        placing: 'copy',
        remove_completed: false,
      },
    ])
  })

  test('gets a unique name', async () => {
    const { page, field } = await open({ ...both, clients: [client('s', 'SABnzbd'), client('z', 'sabnzbd 2')] })
    await page.click('Add a download client')
    await page.click(page.find('.picks button'))
    expect(field('Name').value).toBe('SABnzbd 3')
  })
})

describe('an existing client', () => {
  const save = 'dialog .button[data-kind="main"]'

  test('is changed without entering its key again', async () => {
    const { page, fill, sent } = await open()
    await page.click(page.find('[aria-label^="Settings of Cellar "]'))
    await fill('Name', 'The cellar')
    await page.click(page.find(save))
    const [put] = sent(PUT_S) as Partial<Client>[]
    expect(put).toMatchObject({ name: 'The cellar', address: 'http://127.0.0.1:8080' })
    expect(put && 'secret' in put).toBe(false)
    expect(page.root.querySelector('dialog')).toBeNull()
  })

  test('is tested with the typed values and the saved key', async () => {
    const { page, sent } = await open()
    await page.click(page.find('[aria-label^="Settings of Cellar "]'))
    await page.click('Test')
    const [body] = sent(TEST) as object[]
    expect(body).toMatchObject({ client_id: 's', type: 'sabnzbd' })
    expect(body && 'secret' in body).toBe(false)
    expect(page.find('.tried p').textContent).toBe('Cellar answers: version 4.3.2.')
  })

  test('can have its password removed', async () => {
    const PUT_T = 'PUT /api/config/clients/t'
    const { page, sent } = await open(both, { [PUT_T]: { success: true, client: torrents } })
    await page.click(page.find('[aria-label^="Settings of Attic "]'))
    await page.click(page.find('dialog .secret').querySelectorAll('button')[1] as HTMLElement)
    await page.click(page.find(save))
    expect(sent(PUT_T)).toMatchObject([{ secret: '', placing: 'hardlink' }])
  })

  test('shows why a change was refused, and stays open', async () => {
    const sentence = 'Cellar has another address now, so its password or key is needed again.'
    const { page, fill } = await open(both, { [PUT_S]: refusal(400, sentence, { code: 'secret_required' }) })
    await page.click(page.find('[aria-label^="Settings of Cellar "]'))
    await fill('Address', 'http://elsewhere:8080')
    await page.click(page.find(save))
    expect(page.find('.tried p').textContent).toBe(sentence)
  })

  test('with active downloads gets another address after a confirmation', async () => {
    const busy = refusal(409, 'One download is on the way with Cellar.', { code: 'in_flight', in_flight: 1 })
    const put = ({ query }: { query: Record<string, string> }) => (query.force === 'true' ? saved : busy)
    const { page, fill } = await open(both, { [PUT_S]: put })
    await page.click(page.find('[aria-label^="Settings of Cellar "]'))
    await fill('Address', 'http://elsewhere:8080')
    await page.click(page.find(save))
    expect(page.text()).toContain('One download is on the way with Cellar.')
    await page.click('Save it anyway')
    expect(page.root.querySelector('dialog')).toBeNull()
  })

  test('with active downloads is removed after a second confirmation', async () => {
    const busy = refusal(409, '2 downloads are on the way with Cellar.', { code: 'in_flight', in_flight: 2 })
    const remove = ({ query }: { query: Record<string, string> }) => (query.force === 'true' ? { success: true } : busy)
    const { page } = await open(both, { [DELETE_S]: remove })
    await page.click(page.find('[aria-label^="Settings of Cellar "]'))
    await page.click('Remove')
    await page.click('Remove it')
    expect(page.text()).toContain('2 downloads are on the way with Cellar.')
    await page.click('Remove it anyway')
    expect(toasts.value[0]?.text).toBe('Cellar is removed.')
  })

  test('keeps the remaining path mappings', async () => {
    const mappings = [
      { remote: '/data', local: '/mnt/data' },
      { remote: '/old', local: '/mnt/old' },
    ]
    const { page, sent } = await open({ ...both, clients: [client('s', 'Cellar', { mappings })] })
    await page.click(page.find('[aria-label^="Settings of Cellar "]'))
    await page.click('Remove the mapping of /old')
    await page.click('Add a path mapping')
    await page.click(page.find(save))
    expect(sent(PUT_S)).toMatchObject([{ mappings: [{ remote: '/data', local: '/mnt/data' }] }])
  })
})

describe('without a client', () => {
  const config = { enable_embedded_torrents: true, embedded_seed_ratio: 100, enable_ddl: true, enable_archive: true }

  test('each built-in downloader has a switch of its own', async () => {
    const { turn, sent, labels } = await openSettings({ ...config, ddl_location: '/fetched' })
    await turn('Use built-in torrent client')
    await turn('Allow direct downloads')
    await turn('Search the Internet Archive')
    expect(sent('PUT /api/config')).toEqual([
      { enable_embedded_torrents: false },
      { enable_ddl: false },
      { enable_archive: false },
    ] as never)
    expect(labels('downloads-without-a-client')).not.toContain('Seed ratio')
  })

  test('folders are chosen and cleared', async () => {
    const { page, rowOf, sent } = await openSettings(
      { ...config, blackhole_dir: '', local_watchdir: '/torrents' },
      { 'GET /api/filesystem': { path: '/nzb', parent: '/', folders: [] } },
    )
    expect(rowOf('Torrent blackhole folder').textContent).toContain('/torrents')
    await page.click('Choose the NZB blackhole folder')
    await page.click('Use this folder')
    await page.click('Clear the torrent blackhole folder')
    expect(sent('PUT /api/config')).toEqual([{ blackhole_dir: '/nzb' }, { local_watchdir: '' }] as never)
  })
})
