/** Paths of the database, the settings and the backups. */
export interface DataPaths {
  database: string
  config: string
  /** Default folder of backups; on the disk of the database. */
  backups: string
  /** Folder of a restore that the next start carries out. */
  pending: string
  /** Marks a clean stop of this database; not valid for another one. */
  lastStop: string
}
