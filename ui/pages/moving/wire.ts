import type { Reply } from '../../api/contract'

export type Preview = Reply<'POST /api/system/migration/preview'>
export type Progress = Reply<'GET /api/system/migration/progress'>
export type UndoPreview = Reply<'GET /api/system/migration/:run_id/undo'>
export type Place = Reply<'GET /api/system/migration/places'>['places'][number]
export type MovedTable = Progress['tables'][number]
export type Mapping = { from: string; to: string }

const OPEN: readonly Progress['status'][] = ['validating', 'waiting_for_quiescence', 'migrating', 'undoing']
export const isRunning = ({ status }: Pick<Progress, 'status'>) => OPEN.includes(status)

export { tableWords } from './table-words'
