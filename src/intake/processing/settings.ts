import type { Tx } from '../../base/storage/database'
import type { PlaceMethod } from '../../library/filing/states'
import type { ContentType } from '../../library/series/states'
import type { CleanupRules } from '../downloads/cleanup/cleanup'
import type { FailureSettings } from '../downloads/tracking/failure-settings'
import type { ReleaseLimits } from '../search/verdict/wanted'

/** Files of one series that were imported together. */
export interface ImportedDownload {
  comic_id: string
  issue_ids: readonly string[]
  files: readonly string[]
}

/** The settings of processing. */
export interface ProcessingSettings {
  rules: (client: string) => CleanupRules | undefined
  /** How files without a download client are placed. */
  placing: () => PlaceMethod
  failures: () => FailureSettings
  /** Whether completed downloads are imported automatically. */
  isOn: () => boolean
  usual: () => ContentType
  limits: () => ReleaseLimits
  /** The library folder below which archives are unpacked. */
  root: (kind: ContentType) => string | undefined
}

/** Called with the imported files, in the transaction that ends the item. */
export interface ImportListeners {
  tagging: (fileIds: string[]) => void
  hooks: (tx: Tx, brought: ImportedDownload) => void
}
