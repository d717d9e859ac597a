/** Why an archive cannot be opened, or one of its pages cannot be read. A scan counts files by these codes. */
export type FaultKind =
  | 'empty'
  | 'not_an_archive'
  | 'unsupported'
  | 'damaged'
  | 'encrypted'
  | 'no_pages'
  | 'too_large'
  | 'unreadable'

export interface ArchiveFault {
  fault: FaultKind
  /** A sentence for the user. It does not name the file, since the caller knows it. */
  detail: string
}

export class ArchiveError extends Error implements ArchiveFault {
  override readonly name = 'ArchiveError'

  constructor(
    readonly fault: FaultKind,
    readonly detail: string,
    options?: ErrorOptions,
  ) {
    super(detail, options)
  }
}
