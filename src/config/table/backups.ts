import { folder, type OptionTable, whole, YEAR_OF_MINUTES } from '../option'

/** Settings of the copies that are made of the library. */
export const backupOptions = {
  backup_interval: whole(
    'Backup',
    [1440, 0, YEAR_OF_MINUTES],
    'minutes',
    'How often',
    'Minutes between two backups of the library; 0 makes one only when you ask.',
  ),
  backup_retention: whole(
    'Backup',
    [7, 0, 1000],
    'of each kind',
    'How many stay',
    'Backups of each kind that are kept; 0 keeps any number.',
  ),
  backup_days: whole(
    'Backup',
    [30, 0, 36_500],
    'days',
    'How long they stay',
    'Days after which a backup is removed, the last good one never; 0 keeps them for ever.',
  ),
  backup_location: folder(
    'Backup',
    'Where they go',
    'Folder for backups; empty for the folder backups beside the library database.',
  ),
} as const satisfies OptionTable
