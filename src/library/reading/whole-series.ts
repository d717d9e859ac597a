import { ZipLayout } from '../../base/formats/zip/layout'
import { fromMs } from '../../base/platform/clock'
import { crc32, sha256 } from '../../base/platform/digest'
import type { Files, Instant, Log, OpenFile } from '../../base/platform/ports'
import { Refusal } from '../../base/refusal'
import type { Database, ReadHandle } from '../../base/storage/database'
import { type FileRow, filesOf } from '../series/file-store'
import { findSeries, issuesOf } from '../series/store'
import { type ChangedFiles, currentSource } from './changed-files'
import { downloadName, safeName, uniqueDownloadNames } from './download-name'
import type { FileSource } from './source'

const CHUNK = 256 * 1024
const MOST_CHECKSUMS = 20_000

/** All files of a series as one ZIP that is never stored: it is built while it is sent. */
export interface SeriesFile {
  name: string
  size: number
  /** Strong: the same ETag always means the same bytes. */
  etag: string
  modified: Instant
  /** The bytes from `from` up to `to`. Throws during the transfer when a file is missing or has changed. */
  bytes(from: number, to: number): AsyncGenerator<Uint8Array<ArrayBuffer>>
}

/** Downloads of whole series. */
export class WholeSeries {
  /** CRC-32 by file and version, so that resuming a download does not read earlier files again. */
  private readonly checksums = new Map<string, number>()

  constructor(private readonly deps: { db: Database; files: Files; log: Log; changed?: ChangedFiles }) {}

  /**
   * Throws Refusal 'missing' when the series does not exist or has no file, and 'gone', 'damaged' or 'unavailable' when
   * a file cannot be read.
   */
  async of(comicId: string): Promise<SeriesFile> {
    const { db } = this.deps
    const series = findSeries(db.read, comicId)
    if (!series) throw new Refusal('missing', `There is no series ${comicId}.`)
    const rows = seriesFiles(db.read, comicId)
    if (rows.length === 0) throw new Refusal('missing', `No file of ${series.name} is in the library.`)
    const sources: FileSource[] = []
    for (const row of rows) sources.push(await currentSource(this.deps, row))
    const layout = layoutOf(sources.map(({ file, size, modifiedMs }) => ({ ...file, size, modified_ms: modifiedMs })))
    const versions = sources.map(({ file, version }) => `${file.file_id} ${version} ${file.path}`)
    return {
      name: `${safeName(series.name)}.zip`,
      size: layout.size,
      etag: `"${sha256(`z1 ${versions.join('\n')}`).slice(0, 32)}"`,
      modified: fromMs(Math.max(...sources.map(({ modifiedMs }) => modifiedMs))),
      bytes: (from, to) => this.bytes(layout, sources, from, to),
    }
  }

  private async *bytes(layout: ZipLayout, sources: FileSource[], from: number, to: number) {
    for (const { is, item, at, length } of layout.parts) {
      const [first, end] = [Math.max(0, from - at), Math.min(length, to - at)]
      if (first >= end) continue
      if (is === 'header') yield layout.header(item, await this.checksum(sources[item]!)).subarray(first, end)
      else if (is === 'content') yield* this.content(sources[item]!, first, end)
      else yield layout.directory(await this.allChecksums(sources)).subarray(first, end)
    }
  }

  private async allChecksums(sources: FileSource[]): Promise<number[]> {
    const crcs: number[] = []
    for (const source of sources) crcs.push(await this.checksum(source))
    return crcs
  }

  private async checksum(source: FileSource): Promise<number> {
    const key = `${source.file.file_id} ${source.version}`
    const known = this.checksums.get(key)
    if (known !== undefined) return known
    let crc = 0
    for await (const chunk of this.chunks(source, 0, source.size)) crc = crc32(chunk, crc)
    if (this.checksums.size >= MOST_CHECKSUMS) this.checksums.delete(this.checksums.keys().next().value!)
    this.checksums.set(key, crc)
    return crc
  }

  private async *content(source: FileSource, from: number, to: number) {
    let crc = 0
    for await (const chunk of this.chunks(source, from, to)) {
      crc = crc32(chunk, crc)
      yield chunk
    }
    // The header was already sent with the checksum of the earlier content.
    if (from === 0 && to === source.size && crc !== (await this.checksum(source))) throw this.changed(source)
  }

  private async *chunks(source: FileSource, from: number, to: number) {
    let open: OpenFile | undefined
    try {
      open = await this.deps.files.open(source.path)
      if (open.size !== source.size) throw this.changed(source)
      for (let at = from; at < to; ) {
        const chunk = (await open.read(at, Math.min(CHUNK, to - at))) as Uint8Array<ArrayBuffer>
        if (chunk.length === 0) throw this.changed(source)
        at += chunk.length
        yield chunk
      }
    } catch (error) {
      // The status was already sent: the transfer is cut off, so that the app knows it is incomplete.
      this.deps.log.warn('reading', 'whole series download interrupted', { path: source.path, error })
      throw error
    } finally {
      await open?.close()
    }
  }

  private changed({ path }: FileSource): Error {
    return new Error(`${path} changed while it was sent`)
  }
}

/** The best file of each issue, in reading order; one that contains several issues is listed once. */
export function seriesFiles(db: ReadHandle, comicId: string): FileRow[] {
  const best = filesOf(db, comicId)
  const rows = issuesOf(db, comicId).flatMap(({ issue_id }) => best.get(issue_id) ?? [])
  return [...new Map(rows.map((row) => [row.file_id, row])).values()]
}

/** The size of the ZIP from the library's rows, without reading the disk. */
export function wholeSize(files: FileRow[]): number {
  return layoutOf(files).size
}

function layoutOf(files: Pick<FileRow, 'path' | 'format' | 'size' | 'modified_ms'>[]): ZipLayout {
  const names = uniqueDownloadNames(files.map(downloadName))
  const items = files.map(({ size, modified_ms }, at) => ({ name: names[at]!, size, modified: fromMs(modified_ms) }))
  return new ZipLayout(items)
}
