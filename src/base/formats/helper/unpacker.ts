import { ImageError, type ImageFault, type PictureOptions } from '../../platform/images'
import type { Clock, Processes } from '../../platform/ports'
import { ArchiveError, type ArchiveFault } from '../archives/archive-error'
import type { DocumentInfo, HelperEntry, HelperKind, Pixels } from './library'
import { HelperLine } from './line'

export interface HelperListing {
  entries: HelperEntry[]
  /** Identifies this state of the file, so that indexes of an older state are not used after the file changed. */
  stamp: string
  /** The first part of a multi-part archive. */
  inParts?: boolean
  /** The comment of the archive. */
  comment?: string
  /** The information dictionary of a PDF. */
  documentInfo?: DocumentInfo
}

/** Sends a request to the helper process, one at a time. */
export type HelperCall = { kind: HelperKind; path: string } & (
  | { op: 'list' }
  | { op: 'read' | 'measure'; stamp: string; index: number }
)
/** The picture is the body of the frame. */
export interface DrawCall {
  op: 'draw'
  making: PictureOptions
}
export type UnpackRequest = (HelperCall | DrawCall) & { id: number }

/** A listing, pixels or a fault; without any of them the body of the frame is the entry. */
export interface UnpackAnswer extends Partial<ArchiveFault> {
  listing?: HelperListing
  pixels?: Pixels
  /** A picture's fault; its sentence is the decoder's. */
  imageFault?: ImageFault
  /** Bytes that the library of this kind holds now. */
  memory?: number
}

/** Reads the formats for which Panelkeep has no reader of its own. Requests throw ArchiveError. */
export interface Unpacker extends PictureHelper {
  list(kind: HelperKind, path: string): Promise<HelperListing>
  /** The unpacked entry at `index` of the listing with `stamp`; for a PDF the page as a JPEG. */
  read(kind: HelperKind, path: string, stamp: string, index: number): Promise<Uint8Array>
  /** Pixels of a PDF page as `read` draws it; undefined for formats that have to be unpacked first. */
  measure(kind: HelperKind, path: string, stamp: string, index: number): Promise<Pixels | undefined>
}

/**
 * Makes pictures that the server cannot make. Throws ImageError, and ArchiveError 'unreadable' when the helper does not
 * answer.
 */
export interface PictureHelper {
  draw(bytes: Uint8Array, making: PictureOptions): Promise<Uint8Array<ArrayBuffer>>
}

const LIST_MS = 20_000
/** A page of AVIF or JPEG XL takes two seconds, one of 30 megapixels ten or more. */
const DRAW_MS = 120_000
/** The last page of a solid archive requires unpacking all others. */
const READ_MS: Record<HelperKind, number> = { rar: 60_000, '7z': 60_000, pdf: 30_000, zip: 60_000, tar: 60_000 }
export const HELPER_NAMES: Record<HelperKind, string> = {
  rar: 'RAR',
  '7z': '7-Zip',
  pdf: 'PDF',
  zip: 'ZIP',
  tar: 'TAR',
}
const HELPER_KINDS = Object.keys(HELPER_NAMES) as HelperKind[]

/**
 * Unpacks in child processes, one for each kind: the libraries are C and C++ in WASM, and a file that crashes one must
 * not end the server, nor interrupt archives of another kind.
 */
export class UnpackHelper implements Unpacker {
  private readonly lines: Record<HelperKind, HelperLine>
  private readonly pictures: HelperLine
  private drawn = 0

  constructor(deps: { processes: Pick<Processes, 'helper'>; clock: Pick<Clock, 'after'> }) {
    const line = (kind: HelperKind) => new HelperLine(HELPER_NAMES[kind], deps)
    this.lines = { rar: line('rar'), '7z': line('7z'), pdf: line('pdf'), zip: line('zip'), tar: line('tar') }
    this.pictures = new HelperLine('picture', deps)
  }

  async list(kind: HelperKind, path: string): Promise<HelperListing> {
    const { answer } = await this.lines[kind].ask({ op: 'list', kind, path }, LIST_MS)
    if (!answer.listing) throw new ArchiveError('unreadable', `The ${HELPER_NAMES[kind]} reader did not list the file.`)
    return answer.listing
  }

  async read(kind: HelperKind, path: string, stamp: string, index: number): Promise<Uint8Array> {
    return (await this.lines[kind].ask({ op: 'read', kind, path, stamp, index }, READ_MS[kind])).body
  }

  async measure(kind: HelperKind, path: string, stamp: string, index: number): Promise<Pixels | undefined> {
    if (kind !== 'pdf') return undefined
    return (await this.lines[kind].ask({ op: 'measure', kind, path, stamp, index }, READ_MS[kind])).answer.pixels
  }

  async draw(bytes: Uint8Array, making: PictureOptions): Promise<Uint8Array<ArrayBuffer>> {
    // Each counts as another file, so that a process that grew large with one is not kept for the next.
    const ask = { op: 'draw', making } as const
    const { answer, body } = await this.pictures.ask(ask, DRAW_MS, { subject: `${++this.drawn}`, body: bytes })
    if (answer.imageFault) throw new ImageError(answer.imageFault)
    return body as Uint8Array<ArrayBuffer>
  }

  /** Kinds whose reader failed to answer for several files in a row: the files are not the cause. */
  failing(): HelperKind[] {
    return HELPER_KINDS.filter((kind) => this.lines[kind].isFailing)
  }

  /** Ends the children and their timers when the server stops. Current and later requests fail. */
  stop(): void {
    for (const line of [...Object.values(this.lines), this.pictures]) line.stop()
  }
}
