import { basename } from 'node:path'
import type { ComicArchive } from '../../base/formats/archives/archive'
import { ArchiveError } from '../../base/formats/archives/archive-error'
import { parseComicBookInfo } from '../../base/formats/documents/comicbookinfo'
import { parseComicInfo } from '../../base/formats/documents/comicinfo'
import { parseMetronInfo } from '../../base/formats/documents/metroninfo'
import { parseOpf } from '../../base/formats/documents/opf'
import { XmlError } from '../../base/platform/xml'
import { comicBookInfoFacts, opfFacts, pdfFacts } from './book-facts'
import { comicInfoFacts } from './comicinfo-facts'
import { comicBookAsComicInfo, type PdfText, pdfText } from './comment-info'
import { type BookInfo, mergeBook, opfAsComicInfo } from './epub-info'
import { boundedDetails, detailRemarks, type FileDetails, mergeDetails } from './file-details'
import { mergeComicInfo, metronAsComicInfo } from './metron'
import { metronFacts } from './metron-facts'
import type { InfoSource } from './parsed-file'

/** The metadata in the documents of a file. */
export interface FileDocuments {
  /** ComicInfo's fields, filled up from MetronInfo, ComicBookInfo and an EPUB's own document. */
  info?: BookInfo
  /** What describes the issue and identifies nothing, within the limits. */
  details: FileDetails
  /** Title and summary of a PDF, which say too little to identify it. */
  described?: PdfText
  /** The document that names the series. */
  saidBy?: InfoSource
  /** The document with the number. */
  numberBy?: InfoSource
  /** A peculiarity of the file, as a sentence; it can be read nevertheless. */
  remark?: string
  /** Sentences about what was shortened or left out. */
  detailRemarks: string[]
}

/** A document, in the form in which files are identified, and what else it says. */
interface Document {
  source: InfoSource
  info: BookInfo
  details: FileDetails
}

/** Broken documents are ignored; the comic is still read. The first document that states a field counts. */
export async function documentsOf(archive: ComicArchive, path: string): Promise<FileDocuments> {
  const broken: string[] = []
  const read = async (
    name: string,
    bytesOf: () => Promise<Uint8Array | undefined>,
    parse: (bytes: Uint8Array) => Document,
  ): Promise<Document | undefined> => {
    try {
      const bytes = await bytesOf()
      return bytes && parse(bytes)
    } catch (error) {
      const isBroken = error instanceof XmlError || (error instanceof ArchiveError && error.fault !== 'unreadable')
      if (!isBroken) throw error
      broken.push(name)
      return undefined
    }
  }
  const comicInfo = await read('ComicInfo.xml', archive.comicInfo, comicInfoDocument)
  const metronInfo = await read('MetronInfo.xml', archive.metronInfo, metronDocument)
  const opf = await read('', archive.packageDocument, opfDocument)
  const comment = commentDocument(archive.comment)
  const { documentInfo } = archive
  const documents = [comicInfo, metronInfo, opf, comment].filter((each) => each !== undefined)
  const stated = mergeDetails([
    ...documents.map(({ details }) => details),
    ...(documentInfo ? [pdfFacts(documentInfo)] : []),
  ])
  const tagged = mergeComicInfo(mergeComicInfo(comicInfo?.info, metronInfo?.info), comment?.info)
  const info = mergeBook(tagged, opf?.info)
  const source = (key: 'series' | 'number') =>
    documents.find((each) => each.info[key] !== undefined)?.source ?? documents[0]?.source ?? 'ComicInfo'
  const named = broken.filter((name) => name !== '')
  return {
    info,
    details: boundedDetails(stated),
    ...(documentInfo ? { described: pdfText(documentInfo, basename(path)) } : {}),
    saidBy: source('series'),
    numberBy: source('number'),
    detailRemarks: detailRemarks(stated, info),
    ...(named.length > 0 ? { remark: named.map((name) => `${name} cannot be read`).join('. ') } : {}),
  }
}

function comicInfoDocument(bytes: Uint8Array): Document {
  const info = parseComicInfo(bytes)
  return { source: 'ComicInfo', info, details: comicInfoFacts(info) }
}

function metronDocument(bytes: Uint8Array): Document {
  const metron = parseMetronInfo(bytes)
  return { source: 'MetronInfo', info: metronAsComicInfo(metron), details: metronFacts(metron) }
}

function opfDocument(bytes: Uint8Array): Document {
  const opf = parseOpf(bytes)
  return { source: 'EPUB', info: opfAsComicInfo(opf), details: opfFacts(opf) }
}

function commentDocument(comment: string | undefined): Document | undefined {
  const book = parseComicBookInfo(comment)
  return book && { source: 'ComicBookInfo', info: comicBookAsComicInfo(book), details: comicBookInfoFacts(book) }
}
