import { expect, test } from 'bun:test'
import { withWindow } from '../../../testing/window'
import { Motion, type MotionScene, transformOf } from './motion'

withWindow()

/** A page as wide as the window and two and a half times as high. */
function sceneOf(): MotionScene & { spread: HTMLElement } {
  return {
    track: document.createElement('div'),
    spread: document.createElement('div'),
    box: { width: 1000, height: 2000 },
    view: { width: 1000, height: 800 },
    direction: 'ltr',
    can: { next: true, back: true },
    turn: () => {},
    zoomed: () => {},
  }
}
const TOP = 'translate3d(0.00px, 600.00px, 0)'

test.each<[string, (motion: Motion) => unknown]>([
  ['a step by key', (motion) => motion.step(1)],
  ['an arrow key', (motion) => motion.moveBy(0, -200, true)],
  ['the wheel', (motion) => motion.moveBy(0, -200)],
  [
    'a finger',
    (motion) => {
      motion.act({ act: 'grab', across: false }, { x: 0, y: 0 })
      motion.act({ act: 'drag', dx: 0, dy: -200 }, { x: 0, y: 0 })
    },
  ],
])('a page moved by %s keeps its place after a redraw', (_, move) => {
  const scene = sceneOf()
  const motion = new Motion()
  motion.set(scene, true, true)
  expect(scene.spread.style.transform).toBe(TOP)
  move(motion)
  const moved = scene.spread.style.transform
  expect(moved).not.toBe(TOP)
  motion.set({ ...scene }, false, true)
  expect(scene.spread.style.transform).toBe(moved)
})

test.each<[how: string, glides: boolean, move: (motion: Motion) => unknown]>([
  ['by key glides', true, (motion) => motion.moveBy(0, -200, true)],
  ['by a step glides', true, (motion) => motion.step(1)],
  ['by the wheel moves at once', false, (motion) => motion.moveBy(0, -200)],
])('a page moved %s', (_how, glides, move) => {
  const scene = sceneOf()
  const motion = new Motion()
  motion.set(scene, true, true)
  scene.spread.style.transition = ''
  expect(move(motion)).toBe(true)
  expect(scene.spread.style.transition !== '').toBe(glides)
  expect(motion.moveBy(0, 5000)).toBe(true)
  expect(motion.moveBy(0, 5000)).toBe(false)
  expect(motion.moveBy(0, 5000, true)).toBe(false)
  motion.close()
})

test('an unmoved page starts at its top once its size is known', () => {
  const scene = sceneOf()
  const motion = new Motion()
  motion.set({ ...scene, box: { width: 1000, height: 1000 } }, true, true)
  motion.set(scene, false, true)
  expect(scene.spread.style.transform).toBe(TOP)
})

test('the next page starts at its top', () => {
  const scene = sceneOf()
  const motion = new Motion()
  motion.set(scene, true, true)
  motion.step(1)
  motion.set(scene, true, true)
  expect(scene.spread.style.transform).toBe(TOP)
})

test('a gliding page stops when a new page is shown, and when a finger touches it', () => {
  const [frames, real] = [
    new Map<number, FrameRequestCallback>(),
    { request: requestAnimationFrame, cancel: cancelAnimationFrame },
  ]
  let last = 0
  globalThis.requestAnimationFrame = (step) => {
    frames.set(++last, step)
    return last
  }
  globalThis.cancelAnimationFrame = (frame) => void frames.delete(frame)
  try {
    const scene = sceneOf()
    const motion = new Motion()
    const fling = () => {
      motion.act({ act: 'grab', across: false }, { x: 0, y: 0 })
      motion.act({ act: 'drag', dx: 0, dy: -200 }, { x: 0, y: 0 })
      motion.act({ act: 'drop', dx: 0, dy: -200, vx: 0, vy: -1 }, { x: 0, y: 0 })
    }
    for (const stop of [
      () => motion.set(scene, true, true),
      () => motion.catch(),
      () => motion.close(),
      () => motion.zoomBy(1.5),
    ]) {
      motion.set(scene, true, true)
      fling()
      expect(frames.size).toBe(1)
      stop()
      expect(frames.size).toBe(0)
    }
  } finally {
    globalThis.requestAnimationFrame = real.request
    globalThis.cancelAnimationFrame = real.cancel
  }
})

test.each([
  ['ltr', -400, 1],
  ['ltr', 400, -1],
  ['rtl', 400, 1],
  ['rtl', -400, -1],
] as const)('read %s, a drag by %i turns by %i', (direction, dx, by) => {
  const turned: number[] = []
  const scene = {
    ...sceneOf(),
    box: { width: 1000, height: 800 },
    direction,
    turn: (way: number) => void turned.push(way),
  }
  const motion = new Motion()
  motion.set(scene, true, true)
  motion.act({ act: 'grab', across: true }, { x: 0, y: 0 })
  motion.act({ act: 'drag', dx, dy: 0 }, { x: 0, y: 0 })
  expect(scene.track.style.transform).toBe(`translate3d(${dx}px, 0px, 0)`)
  motion.act({ act: 'drop', dx, dy: 0, vx: 0, vy: 0 }, { x: 0, y: 0 })
  motion.catch()
  expect(turned).toEqual([by])
})

test('at the last page a drag moves a little, and turns no page', () => {
  const turned: number[] = []
  const scene = {
    ...sceneOf(),
    box: { width: 1000, height: 800 },
    can: { next: false, back: true },
    turn: (way: number) => void turned.push(way),
  }
  const motion = new Motion()
  motion.set(scene, true, true)
  motion.act({ act: 'grab', across: true }, { x: 0, y: 0 })
  motion.act({ act: 'drag', dx: -400, dy: 0 }, { x: 0, y: 0 })
  expect(scene.track.style.transform).toBe('translate3d(-100px, 0px, 0)')
  motion.act({ act: 'drop', dx: -400, dy: 0, vx: 0, vy: 0 }, { x: 0, y: 0 })
  motion.catch()
  expect([turned, scene.track.style.transform]).toEqual([[], ''])
})

/** A spread with three stops, and what was reported. */
function stopping() {
  const stops = [1, 2, 3].map((zoom) => ({ x: zoom * 10, y: zoom * -10, zoom: zoom + 1 }))
  const heard: unknown[] = []
  const scene = {
    ...sceneOf(),
    stops,
    stopped: (stop?: number) => heard.push(stop),
    turn: (by: number) => heard.push(['turn', by]),
  }
  const motion = new Motion()
  const at = () => scene.spread.style.transform
  return { scene, motion, heard, at, pan: (stop: number) => transformOf(stops[stop]!) }
}

test('a spread with stops begins at the first, and after turning back at the last', () => {
  const { scene, motion, heard, at, pan } = stopping()
  motion.set(scene, true, true)
  expect([at(), heard]).toEqual([pan(0), [0]])
  motion.set(scene, true, false)
  expect([at(), heard]).toEqual([pan(2), [0, 2]])
})

test('steps lead from stop to stop, and then off the spread', () => {
  const { scene, motion, at, pan } = stopping()
  motion.set(scene, true, true)
  expect([motion.step(-1), at()]).toEqual([false, pan(0)])
  expect([motion.step(1), motion.step(1), at()]).toEqual([true, true, pan(2)])
  expect([motion.step(1), at()]).toEqual([false, pan(2)])
})

test('a redraw keeps the stop, and a resized window its place', () => {
  const { scene, motion, at, pan } = stopping()
  motion.set(scene, true, true)
  motion.step(1)
  motion.set({ ...scene }, false, true)
  expect(at()).toBe(pan(1))
  motion.set({ ...scene, stops: scene.stops.map((stop) => ({ ...stop, zoom: 5 })) }, false, true)
  expect(at()).toBe(transformOf({ ...scene.stops[1]!, zoom: 5 }))
})

test('stops that become known later begin at the first', () => {
  const { scene, motion, heard } = stopping()
  motion.set({ ...scene, stops: undefined }, true, true)
  motion.set(scene, false, true)
  expect(heard).toEqual([0])
})

test('fewer stops than before show the last of them', () => {
  const { scene, motion, at, pan } = stopping()
  motion.set(scene, true, false)
  motion.set({ ...scene, stops: scene.stops.slice(0, 2) }, false, true)
  expect(at()).toBe(pan(1))
})

test('a swipe leads to the next stop, and off the last one', () => {
  const { scene, motion, heard, at, pan } = stopping()
  const swipe = () => {
    motion.act({ act: 'grab', across: true }, { x: 0, y: 0 })
    motion.act({ act: 'drag', dx: -500, dy: 0 }, { x: 0, y: 0 })
    motion.act({ act: 'drop', dx: -500, dy: 0, vx: -1, vy: 0 }, { x: 0, y: 0 })
  }
  motion.set(scene, true, true)
  swipe()
  expect(at()).toBe(pan(1))
  swipe()
  swipe()
  expect(heard).toEqual([0, 1, 2, ['turn', 1]])
})

test('unzooming returns to the stop, and a step leads from a zoomed stop to the next', () => {
  const { scene, motion, at, pan } = stopping()
  motion.set(scene, true, true)
  expect(motion.isZoomed).toBe(false)
  motion.zoomBy(1.5)
  expect(motion.isZoomed).toBe(true)
  motion.unzoom()
  expect([motion.isZoomed, at()]).toEqual([false, pan(0)])
  motion.zoomBy(1.5)
  motion.step(1)
  expect(at()).toBe(pan(1))
})

test('a page that is shown whole in a turned window is at the same stop when the window is turned back', () => {
  const { scene, motion, at, pan } = stopping()
  const turned = { ...scene, stops: undefined, view: { width: 800, height: 1000 } }
  motion.set(scene, true, true)
  motion.step(1)
  motion.set(turned, true, true, true)
  motion.set(scene, true, true, true)
  expect(at()).toBe(pan(1))
  motion.set(turned, true, true)
  motion.set(scene, false, true)
  expect(at()).toBe(pan(0))
})

test('a zoomed stop is shown again when the window is turned, but not when a bar of the browser goes', () => {
  const { scene, motion, at, pan } = stopping()
  motion.set(scene, true, true)
  motion.zoomBy(1.5)
  const zoomed = at()
  motion.set({ ...scene, view: { width: 1000, height: 850 } }, false, true)
  expect(at()).toBe(zoomed)
  motion.set({ ...scene, view: { width: 800, height: 1000 } }, false, true)
  expect(at()).toBe(pan(0))
})

test('what is in the middle stays there when the page is drawn in another size', () => {
  const scene = sceneOf()
  const motion = new Motion()
  motion.set(scene, true, true)
  motion.zoomBy(4)
  motion.moveBy(-400, -900)
  motion.set({ ...scene, box: { width: 500, height: 1000 }, view: { width: 500, height: 400 } }, false, true)
  expect(scene.spread.style.transform).toBe('translate3d(-200.00px, 750.00px, 0) scale(4.0000)')
})

test('a page that was zoomed out of a stop is marked, until the next stop', () => {
  const { scene, motion } = stopping()
  const isWhole = () => scene.spread.hasAttribute('data-whole')
  motion.set(scene, true, true)
  expect(isWhole()).toBe(false)
  motion.zoomBy(0.1)
  expect(isWhole()).toBe(true)
  motion.step(1)
  expect(isWhole()).toBe(false)
})
