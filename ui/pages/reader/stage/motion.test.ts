import { expect, test } from 'bun:test'
import { withWindow } from '../../../testing/window'
import { Motion, type Scene } from './motion'

withWindow()

/** A page that is as wide as the window and twice and a half as high. */
function sceneOf(): Scene & { spread: HTMLElement } {
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
])('a page that was moved by %s stays where it is when it is drawn again', (_, move) => {
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

test('a page that nobody moved begins at its top when its size is known', () => {
  const scene = sceneOf()
  const motion = new Motion()
  motion.set({ ...scene, box: { width: 1000, height: 1000 } }, true, true)
  motion.set(scene, false, true)
  expect(scene.spread.style.transform).toBe(TOP)
})

test('the next page begins at its top', () => {
  const scene = sceneOf()
  const motion = new Motion()
  motion.set(scene, true, true)
  motion.step(1)
  motion.set(scene, true, true)
  expect(scene.spread.style.transform).toBe(TOP)
})
