import { Elysia, t } from 'elysia'
import type { LoginItem } from './login-item'

const View = t.Object({ starts_at_login: t.Nullable(t.Boolean()), reason: t.Nullable(t.String()) })

/** Starting Panelkeep at login. */
export const loginRoutes = ({ loginItem }: { loginItem: LoginItem }) =>
  new Elysia({ tags: ['system'] })
    .get('/api/system/login-item', () => loginItem.read(), { response: View })
    .put('/api/system/login-item', ({ body }) => loginItem.set(body.starts_at_login), {
      body: t.Object({ starts_at_login: t.Boolean() }),
      response: View,
    })
