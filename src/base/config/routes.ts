import { Elysia, t } from 'elysia'
import type { SettingsService } from './service'

const View = t.Record(t.String(), t.Unknown())
const Saved = t.Object({
  success: t.Literal(true),
  restart_required: t.Array(t.String()),
  ignored: t.Array(t.String()),
  pinned: t.Array(t.String()),
})

export const configRoutes = ({ settings }: { settings: SettingsService }) =>
  new Elysia({ tags: ['config'] })
    .get('/api/config', () => settings.view(), { response: View })
    .get('/api/config/schema', () => settings.schema(), { response: t.Array(View) })
    .put('/api/config', ({ body }) => settings.change(body), { body: View, response: Saved })
