import type { Handler } from './http'

type Slot = Record<string, unknown> & { nzo_id: string }

/** State of a fake SABnzbd; tests may change it. */
export interface FakeSabnzbd {
  fetch: Handler
  key: string
  /** Slots of the queue. */
  queue: Slot[]
  paused: boolean
  history: Slot[]
  /** Slots that were moved from the history to the archive, from 4.3 on. */
  archive: Slot[]
  misc: Record<string, unknown>
  categories: { name: string; dir: string }[]
  sorters: { is_active: number; sort_cats: string[] }[]
  /** Each call with its fields, in order. */
  requests: Record<string, string>[]
}

/** A SABnzbd that behaves like a version: `3.7.1`, or one with an archive such as `4.5.3` and `5.0.0`. */
export function fakeSabnzbd(version: string): FakeSabnzbd {
  const modern = Number.parseFloat(version) >= 4.3
  const fake: FakeSabnzbd = {
    key: 'sab-key',
    queue: [],
    paused: false,
    history: [],
    archive: [],
    misc: {
      complete_dir: '/data/complete',
      ...(modern ? { history_retention_option: 'all', history_retention_number: 1 } : { history_retention: '0' }),
    },
    categories: [
      { name: '*', dir: '' },
      { name: 'comics', dir: 'comics' },
    ],
    sorters: [],
    requests: [],
    async fetch(request) {
      const form = await request.formData()
      const field = (name: string) => String(form.get(name) ?? '')
      fake.requests.push(Object.fromEntries([...form].map(([name, value]) => [name, String(value)])))
      const mode = field('mode')
      if (mode === 'version') return Response.json({ version })
      if (field('apikey') !== fake.key) return new Response('API Key Incorrect', { status: 403 })
      return Response.json(answer(mode, field, form))
    },
  }

  function answer(mode: string, field: (name: string) => string, form: FormData): unknown {
    if (mode === 'get_config') {
      return { config: { misc: fake.misc, categories: fake.categories, ...(modern && { sorters: fake.sorters }) } }
    }
    if (mode === 'fullstatus') return { status: { completedir: '/home/sab/Downloads/complete' } }
    if (mode === 'addfile') return added(form)
    const shelves = mode === 'queue' ? ['queue' as const] : ['history' as const, 'archive' as const]
    if (field('name') === 'delete') {
      if (modern && mode === 'history' && field('archive') !== '0') fake.archive.push(...fake.history)
      for (const shelf of shelves) fake[shelf] = fake[shelf].filter(({ nzo_id }) => nzo_id !== field('value'))
      return { status: true }
    }
    const slot = fake.queue.find(({ nzo_id }) => nzo_id === field('value'))
    if (slot && field('name') === 'priority') {
      slot.priority = Number(field('value2'))
      if (slot.status === 'Paused') slot.status = 'Queued'
      return { status: true }
    }
    if (slot && field('name') === 'pause') {
      slot.status = 'Paused'
      return { status: true }
    }
    if (mode === 'queue') return { queue: { version, paused: fake.paused, kbpersec: '512.5', slots: fake.queue } }
    const slots = modern && field('archive') === '1' ? fake.archive : fake.history
    const ids = field('nzo_ids').split(',').filter(Boolean)
    const wanted = slots.filter((slot) => ids.length === 0 || ids.includes(slot.nzo_id))
    return { history: { version, slots: wanted.filter(({ name }) => String(name).includes(field('search'))) } }
  }

  function added(form: FormData): unknown {
    const nzo_id = `SABnzbd_nzo_${fake.queue.length + 1}`
    fake.queue.push({ nzo_id, filename: form.get('nzbname'), status: 'Queued', cat: form.get('cat') })
    return { status: true, nzo_ids: [nzo_id] }
  }
  return fake
}
