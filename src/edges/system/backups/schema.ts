import { t } from 'elysia'
import { Integer } from '../../../base/http/integer-schema'
import { Id, OneOf } from '../../../base/http/wire'
import { backupReasons } from './states'

export const BackupParams = t.Object({ backup_id: Id })
const Count = t.Nullable(Integer())

export const BackupRow = t.Object({
  backup_id: t.String(),
  when: t.String(),
  why: OneOf(backupReasons),
  size: Integer(),
  /** Unknown for copies made before a migration. */
  version: t.Nullable(t.String()),
  series: Count,
  issues: Count,
  ok: t.Boolean(),
  has_settings: t.Boolean(),
  path: t.String(),
})

export const BackupList = t.Object({ backups: t.Array(BackupRow), folder: t.String() })
