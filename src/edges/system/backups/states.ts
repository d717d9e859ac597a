/** Why a backup was made. */
export const backupReasons = ['scheduled', 'asked', 'before_update', 'before_migration', 'before_restore'] as const
export type BackupReason = (typeof backupReasons)[number]
