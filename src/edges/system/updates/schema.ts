import { t } from 'elysia'
import { Integer } from '../../../base/http/integer-schema'
import { OneOf } from '../../../base/http/wire'
import { installKinds, updateStates } from './states'

export const UpdatePage = t.Object({
  install_type: OneOf(installKinds),
  target: t.String(),
  obstacle: t.Nullable(t.String()),
  available: t.Nullable(t.Object({ version: t.String(), notes: t.Array(t.String()), size: t.Nullable(Integer()) })),
  update: t.Nullable(
    t.Object({
      update_id: t.String(),
      version: t.String(),
      from_version: t.String(),
      state: OneOf(updateStates),
      received: Integer(),
      size: Integer(),
      error: t.Nullable(t.String()),
      created_at: t.String(),
      finished_at: t.Nullable(t.String()),
    }),
  ),
})
