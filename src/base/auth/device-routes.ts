import { Elysia, t } from 'elysia'
import { SUCCESS } from '../http/success'
import { Id, SuccessReply } from '../http/wire'
import type { Devices } from './devices'
import { comicTypes } from './states'

const Name = t.String({ minLength: 1, maxLength: 60 })
/** Not t.UnionEnum: it uses its first value as the default when a request names none. */
const Types = t.Unsafe<(typeof comicTypes)[number]>(t.Union(comicTypes.map((word) => t.Literal(word))))
const Maybe = t.Nullable(t.String())
const Device = t.Object({
  device_id: Id,
  name: t.String(),
  created_at: t.String(),
  last_used_at: Maybe,
  last_agent: Maybe,
  counts_streaming: t.Boolean(),
  comic_types: Types,
})
const DeviceParams = t.Object({ device_id: Id })

export const deviceRoutes = ({ devices }: { devices: Devices }) =>
  new Elysia({ tags: ['auth'] })
    .get('/api/devices', () => ({ devices: devices.list() }), { response: t.Object({ devices: t.Array(Device) }) })
    .post('/api/devices', ({ body }) => devices.add(body.name), {
      body: t.Object({ name: Name }),
      response: t.Object({ device: Device, key: t.String() }),
    })
    .patch('/api/devices/:device_id', ({ params, body }) => devices.change(params.device_id, body), {
      params: DeviceParams,
      body: t.Object({
        name: t.Optional(Name),
        counts_streaming: t.Optional(t.Boolean()),
        comic_types: t.Optional(Types),
      }),
      response: Device,
    })
    .delete(
      '/api/devices/:device_id',
      ({ params }) => {
        devices.revoke(params.device_id)
        return SUCCESS
      },
      { params: DeviceParams, response: SuccessReply },
    )
