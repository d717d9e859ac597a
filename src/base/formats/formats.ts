/** The packing formats of comics. The content decides; the extension is only a hint. */
export type ArchiveFormat = 'cbz' | 'cbr' | 'cb7' | 'cbt' | 'pdf' | 'epub'

interface FormatFacts {
  /** The extension that a file of this format should have, without the dot. */
  extension: string
  /** Other valid extensions of the format. */
  also: readonly string[]
  mediaType: string
  /** For sentences, with the article. */
  name: string
}

/**
 * Media types: ZIP and RAR as registered with IANA (vnd.comicbook+zip, vnd.comicbook-rar), PDF and EPUB by their
 * standards. 7z and TAR are not registered; reading apps know these names.
 */
export const FORMATS = {
  cbz: { extension: 'cbz', also: ['zip'], mediaType: 'application/vnd.comicbook+zip', name: 'a ZIP archive' },
  cbr: { extension: 'cbr', also: ['rar'], mediaType: 'application/vnd.comicbook-rar', name: 'a RAR archive' },
  cb7: { extension: 'cb7', also: ['7z'], mediaType: 'application/x-cb7', name: 'a 7-Zip archive' },
  cbt: { extension: 'cbt', also: ['tar'], mediaType: 'application/x-cbt', name: 'a TAR archive' },
  pdf: { extension: 'pdf', also: [], mediaType: 'application/pdf', name: 'a PDF' },
  epub: { extension: 'epub', also: ['zip'], mediaType: 'application/epub+zip', name: 'an EPUB' },
} as const satisfies Record<ArchiveFormat, FormatFacts>

export const KNOWN_FORMATS = Object.keys(FORMATS) as ArchiveFormat[]

/** The compressions of a whole TAR that can be read. */
export const PACKED_TAR = /\.(?:tgz|tar\.gz|tar\.zst)$/i

/** Whether the extension of `path` belongs to another format. A missing or unknown extension does not count. */
export function isMislabelled(path: string, format: ArchiveFormat): boolean {
  const extension = /\.([a-z0-9]+)$/i.exec(path)?.[1]?.toLowerCase()
  const belongs = (to: ArchiveFormat) => {
    const { extension: own, also } = FORMATS[to]
    return own === extension || (also as readonly string[]).includes(extension ?? '')
  }
  return KNOWN_FORMATS.some(belongs) && !belongs(format)
}
