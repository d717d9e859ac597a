import { join } from 'node:path'
import { diskSentence } from '../../../base/platform/disk-sentence'
import { errorCode } from '../../../base/platform/error-code'
import type { Files, Log, Random } from '../../../base/platform/ports'
import { Refusal } from '../../../base/refusal'
import type { Database, ReadHandle, Tx } from '../../../base/storage/database'
import { type ChatImage, makeChatImage, type UploadedImage } from './attachment-images'
import * as store from './store'
import { TurnRefused } from './turn-failures'

interface Deps {
  db: Database
  files: Files
  random: Random
  log: Log
  /** Folder of the images. */
  folder: string
}

/** An image whose file is written and that has no row yet. */
export interface StoredImage extends ChatImage {
  attachment_id: string
}

/** Images of messages: a row, and a file named by the row's id. A file without a row is removed at the next start. */
export class Attachments {
  /** Files written for messages that have no row yet. */
  private readonly unlisted = new Set<string>()

  constructor(private readonly deps: Deps) {}

  /**
   * Converts and writes the images of a message that is not stored yet. Throws InvalidImage, and TurnRefused when the
   * disk fails.
   */
  async write(uploads: readonly UploadedImage[]): Promise<StoredImage[]> {
    const { files, random, folder } = this.deps
    const images: ChatImage[] = []
    // One image at a time: each needs up to four bytes per pixel.
    for (const upload of uploads) images.push(await makeChatImage(upload))
    if (images.length > 0) await files.makeFolder(folder, 0o700)
    const stored: StoredImage[] = []
    try {
      for (const image of images) {
        const attachment_id = random.id()
        this.unlisted.add(attachment_id)
        stored.push({ ...image, attachment_id })
        await files.write(this.pathOf(attachment_id), image.bytes, 0o600)
      }
    } catch (error) {
      await this.discard(stored.map(({ attachment_id }) => attachment_id))
      if (errorCode(error) === undefined) throw error
      throw new TurnRefused(
        'internal_error',
        `The image could not be stored. ${diskSentence(error, this.pathOf('image'))}`,
      )
    }
    return stored
  }

  /** Call in the same write as the message. */
  list(tx: Tx, messageId: string, images: readonly StoredImage[]): void {
    for (const [position, { attachment_id, filename, width, height, bytes }] of images.entries()) {
      const file = { filename, width, height, byte_size: bytes.length }
      store.insertAttachment(tx, { attachment_id, message_id: messageId, position, ...file })
      this.unlisted.delete(attachment_id)
    }
  }

  /** The bytes of each image of a message; images whose file is missing are left out. */
  async read(db: ReadHandle, threadId: string, messageId: string): Promise<Uint8Array[]> {
    const rows = store.attachmentsOf(db, threadId).filter((row) => row.message_id === messageId)
    const read = rows.map(({ attachment_id }) =>
      this.deps.files.read(this.pathOf(attachment_id)).catch(() => undefined),
    )
    return (await Promise.all(read)).filter((bytes) => bytes !== undefined)
  }

  /** The file of an attachment. Throws Refusal 'missing'. */
  async blob(attachmentId: string): Promise<Blob> {
    const { files } = this.deps
    const path = this.pathOf(attachmentId)
    if (!(await files.stat(path))) throw new Refusal('missing', 'The file of this image is gone.')
    return files.blob(path)
  }

  /** Removes the files of deleted messages; files that cannot be removed now are removed at a start. */
  async discard(ids: readonly string[]): Promise<void> {
    const { files, log } = this.deps
    for (const id of ids) {
      this.unlisted.delete(id)
      await files
        .remove(this.pathOf(id))
        .catch((error) => log.warn('ai', 'chat image not removed until the next start', { error }))
    }
  }

  /** Removes the files without a row: a process ended before it wrote the row, or after it deleted the row. */
  async sweep(): Promise<void> {
    const { db, files, folder } = this.deps
    if (!(await files.stat(folder))) return
    const ids = (await files.list(folder)).flatMap(({ name }) =>
      name.endsWith(END) ? [name.slice(0, -END.length)] : [],
    )
    const known = store.knownAttachments(db.read, ids)
    await this.discard(ids.filter((id) => !known.has(id) && !this.unlisted.has(id)))
  }

  private readonly pathOf = (attachmentId: string) => join(this.deps.folder, attachmentId + END)
}

const END = '.webp'
