import { useMutation } from '../../../api/query'
import type { TestResult } from '../../../forms/test-button'
import { useState } from '../../../html'
import {
  type Client,
  type ClientProtocol,
  type ClientTestReply,
  type ImportMethod,
  importMethodWords,
  type WireClientPreset,
} from './client-words'

export type PathMapping = Client['mappings'][number]
/** A client while it is edited. An undefined secret keeps the saved one. */
export type ClientDraft = Pick<
  Client,
  | 'name'
  | 'address'
  | 'username'
  | 'verify'
  | 'category'
  | 'settings'
  | 'seed_ratio'
  | 'seed_minutes'
  | 'remove_completed'
  | 'remove_failed'
> & {
  secret: string | undefined
  protocol: ClientProtocol
  placing: ImportMethod
  mappings: readonly PathMapping[]
}

export const freshDraft = ({ type, label, protocol, address }: WireClientPreset): ClientDraft => ({
  name: label,
  protocol: protocol ?? 'usenet',
  address,
  username: '',
  secret: '',
  verify: true,
  category: type === 'aria2' || type === 'blackhole' ? '' : 'comics',
  settings: {},
  placing: importMethodWords(protocol ?? 'usenet', 'move').value,
  seed_ratio: null,
  seed_minutes: null,
  remove_completed: true,
  remove_failed: true,
  mappings: [],
})

export function clientDraft(client: Client): ClientDraft {
  const { name, address, username, verify, category, settings, placing, mappings } = client
  const { seed_ratio, seed_minutes, remove_completed, remove_failed } = client
  // Direct downloads have no row.
  const protocol = client.protocol === 'torrent' ? 'torrent' : 'usenet'
  const shown = importMethodWords(protocol, placing).value
  // A watched folder cannot report that a torrent has reached its seeding goal.
  const tells = client.type !== 'blackhole' || protocol === 'usenet'
  const rules = { seed_ratio, seed_minutes, remove_completed: remove_completed && tells, remove_failed }
  return {
    name,
    protocol,
    address,
    username,
    verify,
    category,
    settings,
    mappings,
    ...rules,
    secret: undefined,
    placing: shown,
  }
}

/** The request: an unchanged secret and empty lines are left out. */
export function trimClientDraft({ secret, mappings, ...draft }: ClientDraft) {
  return {
    ...draft,
    name: draft.name.trim(),
    address: draft.address.trim(),
    ...(secret === undefined ? {} : { secret }),
    mappings: mappings.filter(({ remote, local }) => remote.trim() !== '' || local !== ''),
  }
}

/** The fields that a test depends on; changes of other fields keep its result. */
const testedFields = ({ address, username, secret, verify, category, settings, mappings, protocol }: ClientDraft) =>
  JSON.stringify([address, username, secret, verify, category, settings, mappings, protocol])

/** The draft of a client and the result of its last test. */
export function useClientDraft(first: ClientDraft, who: Pick<Client, 'type'> & { client_id?: string }) {
  const ask = useMutation('POST /api/config/clients/test')
  const [draft, setDraft] = useState(first)
  const [tested, setHeard] = useState<{ of: string; reply: TestResult & Partial<ClientTestReply> } | undefined>(
    undefined,
  )
  const [refused, setRefused] = useState<TestResult | undefined>(undefined)
  const [categories, setCategories] = useState<readonly string[]>([])
  const test = async (of: ClientDraft = draft): Promise<ClientTestReply | undefined> => {
    setRefused(undefined)
    const reply = await ask.run({ body: { ...who, ...trimClientDraft(of) } })
    setHeard(reply && { of: testedFields(of), reply })
    if (reply?.success) setCategories(reply.categories)
    return reply
  }
  const change = (next: ClientDraft) => {
    setDraft(next)
    setRefused(undefined)
    if (testedFields(next) !== testedFields(draft)) ask.reset()
  }
  const answer = tested?.of === testedFields(draft) ? tested.reply : undefined
  const result = refused ?? (ask.error ? { success: false, detail: ask.error.detail } : answer)
  return {
    draft,
    onDraft: change,
    tried: result as (TestResult & Partial<ClientTestReply>) | undefined,
    refuse: (detail: string) => setRefused({ success: false, detail }),
    categories,
    busy: ask.busy,
    test,
  }
}
