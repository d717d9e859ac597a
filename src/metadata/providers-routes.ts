import { Elysia, t } from 'elysia'
import { contentTypes } from '../series/states'
import type { ProviderSettings } from './provider-settings'
import { failureKinds, providerNames } from './states'

const Word = <const T extends readonly string[]>(words: T) =>
  t.Unsafe<T[number]>(t.Union(words.map((word) => t.Literal(word))))
const Moment = t.Nullable(t.String())

const Provider = t.Object({
  name: Word(providerNames),
  label: t.String(),
  serves: t.Array(Word(contentTypes)),
  enabled: t.Boolean(),
  configured: t.Boolean(),
  needs_key: t.Boolean(),
  state: Word(['ready', 'waiting', 'blocked', 'off']),
  failure: t.Nullable(Word(failureKinds)),
  /** The sentence of that failure. */
  detail: t.Nullable(t.String()),
  blocked_until: Moment,
  last_ok_at: Moment,
  asked_last_hour: t.Integer(),
  budget_hour: t.Nullable(t.Integer()),
})

/** How the services that know comics and manga stand, and a question to one of them. */
export const providerRoutes = ({ sources }: { sources: ProviderSettings }) =>
  new Elysia({ tags: ['metadata'] })
    .get('/api/metadata/providers', () => sources.list(), { response: t.Object({ providers: t.Array(Provider) }) })
    .post('/api/metadata/providers/:provider/test', ({ params, body }) => sources.test(params.provider, body ?? {}), {
      params: t.Object({ provider: Word(providerNames) }),
      body: t.Optional(t.Nullable(t.Record(t.String({ maxLength: 100 }), t.String({ maxLength: 1000 })))),
      response: t.Object({ success: t.Boolean(), detail: t.String() }),
    })
