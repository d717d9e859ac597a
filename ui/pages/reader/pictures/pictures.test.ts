import { afterEach, beforeEach, describe, expect, spyOn, test } from 'bun:test'
import { withWindow } from '../../../testing/window'
import { Pictures } from './pictures'

withWindow()

let pictures: Pictures
let failed: string[]
let frames: (() => void)[]
let real: typeof requestAnimationFrame
afterEach(() => {
  globalThis.requestAnimationFrame = real
})
beforeEach(() => {
  failed = []
  frames = []
  real = globalThis.requestAnimationFrame
  globalThis.requestAnimationFrame = (step) => frames.push(() => step(0))
  pictures = new Pictures({
    changed() {},
    failed: (page, url) => failed.push(`${page} ${url}`),
    slow: () => failed.push('slow'),
  })
})

const wish = (page: number, width?: number) => ({
  page,
  url: `/p${page}${width ? `?v=1&width=${width}` : ''}`,
  alt: `Page ${page}`,
})
const states = (...pages: number[]) => pages.map((page) => pictures.at(page)?.state ?? '-').join(' ')
const end = (page: number, how: 'onload' | 'onerror' = 'onload', size: [number, number] = [10, 20]) => {
  const image = (pictures.at(page)!.better ?? pictures.at(page)!.image)!
  Object.defineProperty(image, 'naturalWidth', { value: size[0], configurable: true })
  Object.defineProperty(image, 'naturalHeight', { value: size[1], configurable: true })
  image[how]!(new Event(how) as never)
}
/** Runs the work that follows once the awaited picture is drawn. */
const draw = () => {
  for (let turn = 0; turn < 2; turn++) for (const step of frames.splice(0)) step()
}

describe('pictures', () => {
  test('that are visible are loaded first, then two others at a time', () => {
    pictures.want([wish(0), wish(1), wish(2), wish(3)], 1)
    expect(states(0, 1, 2, 3)).toBe('loading waiting waiting waiting')
    end(0)
    expect(states(0, 1, 2, 3)).toBe('ready waiting waiting waiting')
    draw()
    expect(states(0, 1, 2, 3)).toBe('ready loading loading waiting')
    end(1)
    expect(states(0, 1, 2, 3)).toBe('ready ready loading loading')
  })

  test('that are visible and take long are reported, others are not', () => {
    const timers = spyOn(globalThis, 'setTimeout')
    pictures.want([wish(0), wish(1), wish(2)], 2)
    end(1)
    const late = timers.mock.calls.filter(([, ms]) => ms === 8_000).map(([work]) => work as () => void)
    timers.mockRestore()
    for (const work of late) work()
    expect([late.length, failed]).toEqual([2, ['slow']])
    pictures.close()
    for (const work of late) work()
    expect(failed).toEqual(['slow'])
  })

  test('are requested by urgency, with the alternative text of their page', () => {
    pictures.want([wish(0), wish(1)], 1)
    end(0)
    draw()
    const [first, second] = [0, 1].map((page) => pictures.at(page)!.image!)
    expect([first!.getAttribute('fetchpriority'), second!.getAttribute('fetchpriority')]).toEqual(['high', 'low'])
    expect([first!.alt, first!.getAttribute('src')]).toEqual(['Page 0', '/p0'])
  })

  test('that are no longer needed are dropped, and their requests are aborted', () => {
    pictures.want([wish(0), wish(1)], 2)
    const image = pictures.at(1)!.image!
    Object.defineProperty(image, 'complete', { value: false })
    pictures.want([wish(0)], 1)
    expect(states(0, 1)).toBe('loading -')
    expect([image.onload, image.onerror, image.getAttribute('src')]).toEqual([null, null, null])
  })

  test('without their own size have no size', () => {
    pictures.want([wish(0), wish(1)], 2)
    end(0, 'onload', [0, 20])
    end(1)
    expect([pictures.at(0)!.natural, pictures.at(1)!.natural]).toEqual([undefined, { width: 10, height: 20 }])
  })

  test('that failed are reported, and requested again: one of them, or all', () => {
    pictures.want([wish(0), wish(1)], 2)
    end(0, 'onerror')
    end(1, 'onerror')
    expect([states(0, 1), failed]).toEqual(['failed failed', ['0 /p0', '1 /p1']])
    pictures.retry(1)
    expect(states(0, 1)).toBe('failed loading')
    pictures.retry()
    expect(states(0, 1)).toBe('loading loading')
  })

  test('of a closed reader no longer change', () => {
    pictures.want([wish(0), wish(1)], 1)
    const { onload } = pictures.at(0)!.image!
    pictures.close()
    pictures.want([wish(2)], 1)
    expect([onload === null, states(0, 2)]).toEqual([false, '- waiting'])
  })
})

describe('a sharper picture', () => {
  const shown = (page = 0) => pictures.at(page)!

  test('replaces the current one only once it is loaded', () => {
    pictures.want([wish(0, 400)], 1)
    end(0)
    const before = shown().image
    pictures.want([wish(0, 800)], 1)
    expect([shown().image === before, shown().better?.getAttribute('src')]).toEqual([true, '/p0?v=1&width=800'])
    end(0, 'onload', [800, 1600])
    expect([shown().image === before, shown().natural, shown().better]).toEqual([
      false,
      { width: 800, height: 1600 },
      undefined,
    ])
  })

  test('that fails leaves the current one', () => {
    pictures.want([wish(0, 400)], 1)
    end(0)
    const before = shown().image
    pictures.want([wish(0)], 1)
    end(0, 'onerror')
    expect([shown().image === before, shown().state, shown().better]).toEqual([true, 'ready', undefined])
  })

  test('is not fetched for a smaller window', () => {
    pictures.want([wish(0)], 1)
    end(0)
    pictures.want([wish(0, 800)], 1)
    expect([shown().url, shown().better]).toEqual(['/p0', undefined])
  })

  test('replaces a request that is still loading, whose result is ignored', () => {
    pictures.want([wish(0, 400)], 1)
    const first = shown().image!
    pictures.want([wish(0, 800)], 1)
    expect(shown().image!.getAttribute('src')).toBe('/p0?v=1&width=800')
    first.onload!(new Event('load') as never)
    first.onerror!(new Event('error') as never)
    expect([shown().state, failed]).toEqual(['loading', []])
  })

  test('of a waiting picture is its first request, regardless of the width', () => {
    pictures.want([wish(0), wish(1, 800)], 1)
    pictures.want([wish(0), wish(1, 400)], 1)
    expect(pictures.at(1)!.url).toBe('/p1?v=1&width=400')
  })
})
