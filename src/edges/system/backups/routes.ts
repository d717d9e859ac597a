import { Elysia, t } from 'elysia'
import { SUCCESS } from '../../../base/http/success'
import { RawReply, SuccessReply } from '../../../base/http/wire'
import { wholeReply } from '../../../library/reading/whole-reply'
import { BackupList, BackupParams, BackupRow } from './schema'
import type { Backups } from './service'

interface Deps {
  backups: Backups
  /** Copying takes longer than the idle timeout. */
  keepOpen: (request: Request) => void
}

const Answer = RawReply(['application/zip'])
const Restoring = t.Object({ success: t.Literal(true), message: t.String() })
const restoring = { ...SUCCESS, message: 'Panelkeep is restarting with the restored backup.' }

export const backupRoutes = ({ backups, keepOpen }: Deps) =>
  new Elysia({ tags: ['system'] })
    .get('/api/system/backups', async () => ({ backups: await backups.list(), folder: backups.folder }), {
      response: BackupList,
    })
    .post(
      '/api/system/backups',
      ({ request, set }) => {
        keepOpen(request)
        set.status = 201
        return backups.make('asked')
      },
      { response: { 201: BackupRow } },
    )
    .delete(
      '/api/system/backups/:backup_id',
      async ({ params }) => {
        await backups.remove(params.backup_id)
        return SUCCESS
      },
      {
        params: BackupParams,
        response: SuccessReply,
      },
    )
    .get(
      '/api/system/backups/:backup_id/download',
      async ({ params, request }) => {
        keepOpen(request)
        return wholeReply(request, await backups.download(params.backup_id))
      },
      { params: BackupParams, response: Answer },
    )
    .post(
      '/api/system/backups/:backup_id/restore',
      async ({ params, body, request }) => {
        keepOpen(request)
        await backups.restore(params.backup_id, { withSettings: body?.with_settings ?? false })
        return restoring
      },
      {
        params: BackupParams,
        body: t.Optional(t.Object({ with_settings: t.Optional(t.Boolean()) })),
        response: Restoring,
      },
    )
