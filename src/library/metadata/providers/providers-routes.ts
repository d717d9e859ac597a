import { Elysia, t } from 'elysia'
import { Integer } from '../../../base/http/integer-schema'
import { OneOf } from '../../../base/http/wire'
import { providerNames, providerOf } from '../../../base/providers/descriptors'
import { Refusal } from '../../../base/refusal'
import { contentTypes } from '../../series/states'
import { failureKinds } from '../states'
import type { ProviderSettings } from './provider-settings'

const Moment = t.Nullable(t.String())

const Provider = t.Object({
  name: OneOf(providerNames),
  label: t.String(),
  serves: t.Array(OneOf(contentTypes)),
  enabled: t.Boolean(),
  configured: t.Boolean(),
  needs_key: t.Boolean(),
  state: OneOf(['ready', 'waiting', 'blocked', 'off']),
  failure: t.Nullable(OneOf(failureKinds)),
  /** The failure's sentence. */
  detail: t.Nullable(t.String()),
  failures_in_row: Integer(),
  blocked_until: Moment,
  last_ok_at: Moment,
  asked_last_hour: Integer(),
  budget_hour: t.Nullable(Integer()),
})

const Typed = t.Optional(t.String({ maxLength: 1000 }))
/** Unsaved settings of the service; missing fields have their saved value. */
const Unsaved = t.Object(
  Object.fromEntries(
    providerNames.flatMap((name) => {
      const { addresses, credentials } = providerOf(name).options
      return [...credentials.flat(), ...addresses].map((option) => [option, Typed] as const)
    }),
  ),
)

/** Health of the metadata providers, and a test of one of them. */
export const providerRoutes = ({ sources }: { sources: ProviderSettings }) =>
  new Elysia({ tags: ['metadata'] })
    .get('/api/metadata/providers', () => sources.list(), { response: t.Object({ providers: t.Array(Provider) }) })
    .post('/api/metadata/providers/:provider/test', ({ params, body }) => sources.test(params.provider, body), {
      params: t.Object({ provider: OneOf(providerNames) }),
      // Any other value would be cleaned to an empty object.
      transform: ({ body }) => needObject(body),
      body: Unsaved,
      response: t.Object({ success: t.Boolean(), detail: t.String() }),
    })

/** A value that is neither an object nor empty is refused where bodies are read. */
function needObject(body: unknown): void {
  if (body === null) throw new Refusal('invalid', 'Send the settings to test as an object. It may be empty.')
}
