/** Where the library, its settings and its backups lie. */
export interface DataPaths {
  database: string
  config: string
  /** Folder of backups where the settings name none; on the disk of the database. */
  backups: string
  /** Folder of a restore that the next start carries out. */
  pending: string
  /** Says that the database was closed well; of another database that is no longer true. */
  lastStop: string
}
