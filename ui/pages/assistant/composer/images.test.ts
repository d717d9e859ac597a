import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import { html, signal } from '../../../html'
import { renderPage } from '../../../testing/render-page'
import { withWindow } from '../../../testing/window'
import { Composer } from './composer'
import { EMPTY_QUESTION, type QuestionDraft } from './draft'
import { pickImages } from './images'

withWindow()

type WithBitmaps = { createImageBitmap: (file: File) => Promise<unknown> }
let size = { width: 300, height: 450 }
beforeEach(() => {
  size = { width: 300, height: 450 }
  ;(globalThis as unknown as WithBitmaps).createImageBitmap = async (file) => {
    if (file.name.startsWith('damaged')) throw new Error('no image')
    return { ...size, close: () => undefined }
  }
})
afterEach(() => {
  Reflect.deleteProperty(globalThis, 'createImageBitmap')
})

const PNG = '\x89PNG\r\n\x1a\n'
const bytes = (text: string) => Uint8Array.from(text, (letter) => letter.charCodeAt(0))
const file = (name: string, type = 'image/png', head = PNG) => new File([bytes(head)], name, { type })
const refusalsOf = async (...files: File[]) => (await pickImages(files, 4)).refusals

describe('images of a question', () => {
  test('are JPEG, PNG and WebP', async () => {
    const files = [
      file('a.png'),
      file('b.jpg', 'image/jpeg', '\xff\xd8'),
      file('c.webp', 'image/webp', 'RIFF....WEBPVP8 '),
    ]
    const { images, refusals } = await pickImages(files, 4)
    expect(images.map(({ file }) => file.name)).toEqual(['a.png', 'b.jpg', 'c.webp'])
    expect(refusals).toEqual([])
  })

  test.each([
    ['another type', file('notes.txt', 'text/plain'), 'notes.txt is not a JPEG, PNG or WebP image.'],
    ['a drawing', file('a.svg', 'image/svg+xml'), 'a.svg is not a JPEG, PNG or WebP image.'],
    ['a damaged one', file('damaged.png'), 'damaged.png could not be read. The file may be damaged.'],
    [
      'an animated PNG',
      file('a.png', 'image/png', `${PNG}IHDR acTL IDAT`),
      'a.png is animated. Only still images can be sent.',
    ],
    [
      'an animated WebP',
      file('a.webp', 'image/webp', 'RIFF....WEBPVP8X....\x02'),
      'a.webp is animated. Only still images can be sent.',
    ],
  ])('are refused before the upload: %s', async (_what, given, sentence) => {
    expect(await refusalsOf(given)).toEqual([sentence])
  })

  test('are refused above 10 MB and 40 million pixels', async () => {
    const large = new File([new Uint8Array(10_000_001)], 'a.png', { type: 'image/png' })
    expect(await refusalsOf(large)).toEqual(['a.png is larger than 10 MB.'])
    size = { width: 8_000, height: 8_000 }
    expect(await refusalsOf(file('b.png'))).toEqual(['b.png has more than 40 million pixels (8000 × 8000).'])
  })

  test('are limited to four', async () => {
    const { images, refusals } = await pickImages([file('a.png'), file('b.png')], 1)
    expect(images).toHaveLength(1)
    expect(refusals).toEqual(['A question can have 4 images. b.png was not added.'])
  })
})

describe('the field of a question', () => {
  const open = async () => {
    const draft = signal<QuestionDraft>(EMPTY_QUESTION)
    const sent: QuestionDraft[] = []
    const props = { draft, isAnswering: false, onSend: () => sent.push(draft.value), onStop: () => undefined }
    const page = await renderPage(html`<${Composer} ...${props} />`)
    const event = (type: string, more: object) =>
      Object.assign(new (window as never as typeof globalThis).Event(type, { bubbles: true, cancelable: true }), more)
    const give = async (target: HTMLElement, type: string, more: object) => {
      target.dispatchEvent(event(type, more))
      await page.whenIdle()
    }
    return { page, draft, sent, give }
  }

  test('accepts pasted and dropped images, shows them, and removes one', async () => {
    const { page, give, sent } = await open()
    await give(page.find('textarea'), 'paste', { clipboardData: { files: [file('a.png')] } })
    await give(page.find('form'), 'drop', { dataTransfer: { files: [file('b.png'), file('c.txt', 'text/plain')] } })
    const names = () => [...page.root.querySelectorAll('.composer-images img')].map((one) => one.getAttribute('alt'))
    expect(names()).toEqual(['a.png', 'b.png'])
    expect(page.find('[role="alert"]').textContent).toBe('c.txt is not a JPEG, PNG or WebP image.')
    await page.click('Remove a.png')
    expect(names()).toEqual(['b.png'])
    await page.submit('form')
    expect(sent[0]?.images.map(({ file }) => file.name)).toEqual(['b.png'])
  })

  test('pastes text as text', async () => {
    const { page, give, draft } = await open()
    await give(page.find('textarea'), 'paste', { clipboardData: { files: [] } })
    expect(draft.value).toBe(EMPTY_QUESTION)
  })
})
