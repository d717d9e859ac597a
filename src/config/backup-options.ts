import type { Option } from './options'

const number = (standard: number, most: number, about: string) =>
  ({ section: 'Backup', type: 'integer', default: standard, least: 0, most, about }) as const

/** Settings of the copies that are made of the library. */
export const backupOptions = {
  backup_interval: number(1440, 525_600, 'Minutes between two backups of the library; 0 makes one only when you ask.'),
  backup_retention: number(7, 1000, 'Backups of each kind that are kept; 0 keeps any number.'),
  backup_days: number(
    30,
    36_500,
    'Days after which a backup is removed, the last good one never; 0 keeps them for ever.',
  ),
  backup_location: {
    section: 'Backup',
    type: 'folder',
    default: '',
    about: 'Folder for backups; empty for the folder backups beside the library database.',
  },
} as const satisfies Record<string, Option>
