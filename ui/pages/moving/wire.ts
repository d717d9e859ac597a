import type { Reply } from '../../api/contract'

export type Preview = Reply<'POST /api/system/migration/preview'>
export type SourcePerson = Preview['readers'][number]
export type WireMigration = Reply<'GET /api/system/migration/progress'>
export type UndoPreview = Reply<'GET /api/system/migration/:run_id/undo'>
export type MigrationPlace = Reply<'GET /api/system/migration/places'>['places'][number]
export type MovedTable = WireMigration['tables'][number]
export type Mapping = { from: string; to: string }

const OPEN: readonly WireMigration['status'][] = ['validating', 'waiting_for_quiescence', 'migrating', 'undoing']
export const isMigrating = ({ status }: Pick<WireMigration, 'status'>) => OPEN.includes(status)

export { tableWords } from './table-words'
