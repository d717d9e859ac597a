import { afterEach, beforeEach, describe, expect, onTestFinished, test } from 'bun:test'
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { imageFacts } from '../../../base/formats/images/images'
import type { TestApp } from '../../../testing/app'
import { makeJpeg, makePng } from '../../../testing/archives/archives'
import { beginTurn, chatApp, sentForm, textIn, threadIn, threadOf, turn } from '../../../testing/assistant/chat'
import { disk } from '../../../testing/disks/disk'
import { type FakeLanguageModel, fakeLanguageModel } from '../../../testing/fakes/language-model'
import type { ChatFrame } from './frames'
import type { ThreadsReply } from './schema'

let app: TestApp
let fake: FakeLanguageModel
beforeEach(async () => {
  fake = fakeLanguageModel()
  app = await chatApp(fake)
})
afterEach(() => app.close())

const png = makePng(40, 60, [10, 120, 200])
const folder = () => join(app.folder, 'chat-images')
const kept = () => (existsSync(folder()) ? readdirSync(folder()) : [])
const send = (bytes: Uint8Array, name = 'page.png') =>
  turn(app, { content: 'What is this?', images: [{ name, bytes }] })
const error = (frames: readonly ChatFrame[]) => frames.find((frame) => frame.type === 'error')
const threads = async () => (await app.reader.json<ThreadsReply>(200, app.reader.get('/api/ai/chat/threads'))).threads

/** A PNG chunk after the header: length, name, data, checksum (which header readers do not check). */
function withChunk(bytes: Uint8Array, name: string, data: Uint8Array): Uint8Array {
  const chunk = Buffer.alloc(12 + data.length)
  chunk.writeUInt32BE(data.length, 0)
  chunk.write(name, 4, 'latin1')
  chunk.set(data, 8)
  chunk.writeUInt32BE(Bun.hash.crc32(chunk.subarray(4, 8 + data.length)), 8 + data.length)
  return Buffer.concat([bytes.subarray(0, 33), chunk, bytes.subarray(33)])
}

describe('an image of a message', () => {
  test.each([
    ['a PNG', () => png],
    ['a JPEG', () => makeJpeg(40, 60, [10, 120, 200])],
    ['a WebP', async () => new Bun.Image(png).webp({ quality: 80 }).bytes()],
  ])('may be %s, is stored as WebP, and is sent to the model', async (_what, make) => {
    const frames = await send(await make(), 'my\u202epage.png')
    const { messages } = await threadOf(app, threadIn(frames))
    const [attachment] = messages[0]!.attachments
    expect(attachment).toMatchObject({ filename: 'mypage.png', media_type: 'image/webp', width: 40, height: 60 })
    const reply = await app.reader.get(attachment!.url)
    expect(reply.headers.get('content-type')).toBe('image/webp')
    const bytes = await reply.bytes()
    expect(imageFacts(bytes)).toMatchObject({ type: 'webp', width: 40, height: 60 })
    expect(attachment!.byte_size).toBe(bytes.length)
    const [, question] = fake.requests[0]!.body.messages as {
      content: { type: string; image_url?: { url: string } }[]
    }[]
    expect(question!.content[1]!.image_url!.url).toBe(`data:image/webp;base64,${Buffer.from(bytes).toString('base64')}`)
  })

  test('that is large is scaled down, and loses its metadata', async () => {
    const secret = Buffer.from('Comment\0taken at home')
    const frames = await send(withChunk(makePng(3000, 1500, [1, 2, 3]), 'tEXt', secret))
    const [attachment] = (await threadOf(app, threadIn(frames))).messages[0]!.attachments
    expect([attachment!.width, attachment!.height]).toEqual([2048, 1024])
    const bytes = readFileSync(join(folder(), kept()[0]!))
    for (const mark of ['EXIF', 'XMP ', 'taken at home']) expect(bytes.includes(mark)).toBe(false)
  })

  test('is sent only with its question', async () => {
    const thread_id = threadIn(await send(png))
    await turn(app, { thread_id, content: 'And now?' })
    expect(JSON.stringify(fake.requests[1]!.body)).not.toContain('image_url')
  })

  test.each([
    ['no image', () => new TextEncoder().encode('<svg onload="x"/>'), 'it is not a JPEG, PNG or WebP image.'],
    [
      'a GIF',
      () => Buffer.from('R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7', 'base64'),
      'it is not a JPEG, PNG or WebP image.',
    ],
    ['an animation', () => withChunk(png, 'acTL', new Uint8Array(8)), 'it is animated. Send a still image.'],
    ['damaged', () => png.slice(0, 60), 'it is damaged.'],
    ['of 48 megapixels', () => sized(8000, 6000), 'it has more than 40 megapixels.'],
  ])('that is %s is refused, and nothing is stored', async (_what, make, why) => {
    const frames = await send(make())
    expect(frames).toEqual([
      {
        type: 'error',
        code: 'invalid_image',
        content: `The image "page.png" cannot be sent: ${why}`,
        retryable: false,
      },
      { type: 'done', message: null },
    ])
    expect([await threads(), kept(), fake.requests]).toEqual([[], [], []])
  })

  test('that the model cannot read removes its question', async () => {
    fake.refuses.add('refuses images')
    const frames = await send(png)
    expect(error(frames)).toMatchObject({ code: 'vision_unsupported' })
    expect(frames.at(-1)).toEqual({ type: 'done', message: null })
    expect([await threads(), kept()]).toEqual([[], []])
    fake.refuses.clear()
    const thread_id = threadIn(await turn(app, { content: 'Hello?' }))
    fake.refuses.add('refuses images')
    expect(
      error(await turn(app, { thread_id, content: 'And this?', images: [{ name: 'a.png', bytes: png }] })),
    ).toMatchObject({ code: 'vision_unsupported' })
    expect((await threadOf(app, thread_id)).messages.map(({ content }) => content)).toEqual(['Hello?', 'OK.'])
    expect(kept()).toEqual([])
  })

  test('without text is also a question', async () => {
    const frames = await turn(app, { images: [{ name: 'a.png', bytes: png }] })
    expect((await threadOf(app, threadIn(frames))).title).toBe('Image')
    expect(textIn(frames)).toBe('OK.')
  })
})

/** A PNG header with this width and height. */
function sized(width: number, height: number): Uint8Array {
  const bytes = Buffer.from(png)
  bytes.writeUInt32BE(width, 16)
  bytes.writeUInt32BE(height, 20)
  return bytes
}

describe('a form', () => {
  const refused = async (status: number, form: FormData) => {
    const { body, headers } = await sentForm(form)
    const reply = app.reader.request('POST', '/api/ai/chat/turns/stream', body, headers)
    return (await app.reader.json<{ error: string }>(status, reply)).error
  }
  const form = (...fields: [string, string | Blob][]) => {
    const made = new FormData()
    for (const [name, value] of fields) made.append(name, value as string)
    return made
  }
  const image = new Blob([new Uint8Array(png)])

  test.each([
    ['nothing', form(['thread_id', '']), 'Enter a message, or attach an image.'],
    [
      'five images',
      form(...Array.from({ length: 5 }, (): [string, Blob] => ['images', image])),
      'A message has 4 images at most.',
    ],
    ['a text as image', form(['content', 'x'], ['images', 'data:']), 'The field images has to be a file.'],
    ['a file as text', form(['content', image]), 'The field content has to be a text.'],
    ['a field twice', form(['content', 'a'], ['content', 'b']), 'The form has the field content twice.'],
    [
      'a long message',
      form(['content', 'x'.repeat(8001)]),
      'The message is too long: at most 8000 characters are accepted.',
    ],
    ['a long id', form(['content', 'x'], ['thread_id', 'x'.repeat(256)]), 'The field thread_id is too long.'],
    ['a retry without its thread', form(['retry_message_id', 'm1']), 'A retry needs the thread_id of its message.'],
    [
      'a retry with images',
      form(['retry_message_id', 'm1'], ['thread_id', 't'], ['images', image]),
      'A retry uses the images of its message: send none.',
    ],
  ])('with %s is refused', async (_what, made, why) => {
    expect(await refused(400, made)).toBe(why)
  })

  test('with an image of more than 10 MB is too large', async () => {
    const large = new Blob([new Uint8Array(10 * 1024 * 1024 + 1)])
    expect(await refused(413, form(['images', large]))).toContain('at most 10 MB')
  })

  test.each([
    ['JSON', '{"content":"x"}', 'application/json'],
    ['a form without a border', 'x', 'multipart/form-data'],
    [
      'a form that is cut off',
      '--x\r\nContent-Disposition: form-data; name="content"\r\n\r\nHal',
      'multipart/form-data; boundary=x',
    ],
  ])('that is %s is refused', async (_what, body, type) => {
    const reply = await app.reader.request('POST', '/api/ai/chat/turns/stream', body, { 'Content-Type': type })
    expect([reply.status, Object.keys((await reply.json()) as object).sort()]).toEqual([400, ['detail', 'error']])
  })
})

test('a full disk is reported, and nothing is stored', async () => {
  await app.close()
  const full = Object.assign(new Error('ENOSPC: no space left on device'), { code: 'ENOSPC' })
  const files = {
    ...disk,
    write: (path: string, ...rest: [never]) =>
      path.includes('chat-images') ? Promise.reject(full) : disk.write(path, ...rest),
  }
  app = await chatApp(fake, { ports: { files: files as typeof disk } })
  const frames = await send(png)
  expect(error(frames)).toMatchObject({
    code: 'internal_error',
    content: expect.stringMatching(/^The image could not be stored\. The disk of .* is full\./),
  })
  expect([await threads(), kept(), fake.requests]).toEqual([[], [], []])
})

test('a start removes images without a message, and keeps the others', async () => {
  await app.close()
  const data = join(app.folder, '..', `chat-start-${Bun.randomUUIDv7()}`)
  onTestFinished(() => rmSync(data, { recursive: true }))
  mkdirSync(join(data, 'chat-images'), { recursive: true })
  writeFileSync(join(data, 'chat-images', 'left.webp'), 'x')
  writeFileSync(join(data, 'chat-images', 'note.txt'), 'x')
  const files = () => readdirSync(join(data, 'chat-images')).sort()
  const options = { folder: data, databasePath: join(data, 'panelkeep.db') }
  app = await chatApp(fake, options)
  const reply = await beginTurn(app, { content: 'This?', images: [{ name: 'a.png', bytes: png }] })
  await reply.text()
  await app.close()
  app = await chatApp(fake, options)
  while (files().includes('left.webp')) await Bun.sleep(1)
  expect(files()).toEqual([expect.stringMatching(/^[\da-f-]+\.webp$/), 'note.txt'])
})
