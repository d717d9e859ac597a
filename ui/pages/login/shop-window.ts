import './shop-window.css'
import { html, type VNode } from '../../html'
import { coverAt } from './cover-art'

/** The drawing of the setup, which follows the choices so far. */
export type ShopWindowProps = {
  /** The text on the sign over the door. */
  name: string
  light: boolean
  comics: boolean
  manga: boolean
  tablet: boolean
  waves: boolean
  open: boolean
}

const SPINES = [
  'red',
  'ink',
  'paper',
  'blue',
  'yellow',
  'ink',
  'teal',
  'paper',
  'violet',
  'red',
  'ink',
  'yellow',
  'blue',
  'paper',
]
/** The number of letters on the sign; a longer name is drawn smaller, up to twice this length. */
const BOARD = 14
const LONGEST = 2 * BOARD

export function ShopWindow(props: ShopWindowProps) {
  const { name, light, comics, manga, tablet, waves, open } = props
  const state = { light, comics, manga, tablet, waves, open }
  const shown = Object.fromEntries(Object.entries(state).map(([key, on]) => [`data-${key}`, on || undefined]))
  const board = name.length > LONGEST ? `${name.slice(0, LONGEST - 1)}…` : name
  const size = Math.min(1, BOARD / board.length)
  return html`
    <svg class="shop" viewBox="0 0 720 900" preserveAspectRatio="xMidYMid slice" aria-hidden="true" ...${shown}>
      <defs>
        <pattern id="shop-dots" width="9" height="9" patternUnits="userSpaceOnUse" patternTransform="rotate(32)">
          <circle class="shop-dot" cx="4.5" cy="4.5" r="1.7" />
        </pattern>
        <linearGradient id="shop-fade" x1="0" y1="0" x2="0" y2="1">
          <stop offset="0" stop-color="#fff" stop-opacity="0.95" /><stop offset="1" stop-color="#fff" stop-opacity="0" />
        </linearGradient>
        <radialGradient id="shop-warm" cx="0.5" cy="0.1" r="1">
          <stop offset="0" stop-color="#fff0cf" /><stop offset="0.55" stop-color="#f6cf86" /><stop offset="1" stop-color="#d99a4e" />
        </radialGradient>
        <linearGradient id="shop-spill" x1="0" y1="0" x2="0" y2="1">
          <stop offset="0" stop-color="#f6cf86" stop-opacity="0.42" /><stop offset="1" stop-color="#f6cf86" stop-opacity="0" />
        </linearGradient>
        <mask id="shop-sky"><path fill="url(#shop-fade)" d="M-200 0H920V420H-200z" /></mask>
      </defs>
      <path class="shop-night" d="M-400-200H1120V1100H-400z" />
      <path fill="url(#shop-dots)" mask="url(#shop-sky)" d="M-200 0H920V420H-200z" />
      <circle class="shop-moon" cx="596" cy="92" r="34" />
      ${facade()}
      <text class="shop-name" transform=${`translate(360 213) scale(${size})`} text-anchor="middle" dominant-baseline="middle">${board}</text>
      ${shelves()} ${tabletInFront()} ${loginForm()} ${awning()} ${street()}
    </svg>
  `
}

function facade(): VNode {
  return html`
    <path class="shop-wall" d="M24 148h672v620H24z" /><path class="shop-ledge" d="M12 138h696v14H12z" />
    <path class="shop-board" d="M70 176h580v72H70z" /><path class="shop-board-edge" d="M70 176h580v4H70zM70 244h580v4H70z" />
    <path class="shop-frame" d="M52 300h416v400H52z" /><path class="shop-glass" d="M64 312h392v352H64z" />
    <path class="shop-lit" d="M64 312h392v352H64z" />
  `
}

function shelves(): VNode {
  const row = (y: number, first: number) => [0, 1, 2, 3].map((at) => coverAt(first + at, 88 + at * 90, y, 74))
  const spine = (ink: string, at: number) =>
    html`<path key=${at} class=${`p-${ink}`} d=${`M${88 + at * 17} ${592 + ((at * 7) % 3) * 5}h15V650h-15z`} />`
  return html`
    <g class="shop-ghosts">${[368, 538].map((y) => [88, 178, 268, 358].map((x) => html`<path key=${x} d=${`M${x} ${y}h74v111h-74z`} />`))}</g>
    <g class="shop-shelf"><path d="M64 480h392v8H64zM64 650h392v14H64z" /></g>
    <g class="shop-comics">${row(368, 0)}</g>
    <g class="shop-comics" data-row="2">${row(538, 4)}</g>
    <g class="shop-manga">
      <path class="shop-crate" d="M80 596h252v54H80z" />${SPINES.map(spine)}<path class="shop-crate-front" d="M80 622h252v28H80z" />
      <path class="shop-crate-slat" d="M80 634h252v3H80z" />
    </g>
  `
}

function tabletInFront(): VNode {
  return html`
    <g class="shop-tablet" transform="translate(338 522)">
      <path class="p-ink" d="M8 0h88a8 8 0 0 1 8 8v112a8 8 0 0 1-8 8H8a8 8 0 0 1-8-8V8a8 8 0 0 1 8-8z" />
      <path class="p-paper" d="M7 8h90v112H7z" />${coverAt(0, 18, 10, 68)}
      <g class="shop-waves"><path d="M34-16a26 26 0 0 1 36 0M22-30a44 44 0 0 1 60 0M10-44a62 62 0 0 1 84 0" /></g>
    </g>
  `
}

function awning(): VNode {
  const stripes = Array.from({ length: 13 }, (_, at) => {
    const x = 40 + at * 50
    return html`<path key=${at} class=${at % 2 ? 'p-paper' : 'p-red'} d=${`M${x} 256h50v56a25 22 0 0 1-50 0z`} />`
  })
  return html`<g class="shop-awning">${stripes.slice(0, 13)}<path class="shop-awning-shade" d="M40 256h650v20H40z" /></g>`
}

function loginForm(): VNode {
  return html`
    <path class="shop-frame" d="M500 290h164v478H500z" /><path class="shop-glass" d="M518 308h128v366H518z" /><path class="shop-lit" d="M518 308h128v366H518z" />
    <path class="shop-frame" d="M518 560h128v7H518z" /><path class="shop-kick" d="M518 690h128v62H518z" /><path class="shop-knob" d="M506 536h7v56h-7z" />
    <path class="shop-string" d="M554 402l28-30 28 30" />
    <g class="shop-sign-closed"><path d="M536 402h92v42h-92z" /><text x="582" y="424" text-anchor="middle" dominant-baseline="middle">Closed</text></g>
    <g class="shop-sign-open"><path d="M536 402h92v42h-92z" /><text x="582" y="424" text-anchor="middle" dominant-baseline="middle">Open</text></g>
  `
}

function street(): VNode {
  return html`
    <path class="shop-plinth" d="M24 700h476v68H24zM664 700h32v68h-32z" /><path class="shop-street" d="M-400 768H1120V1100H-400z" />
    <path class="shop-paving" d="M-400 806H1120M-400 866H1120M210 768l-40 38M360 768v38M480 768l30 38M110 806l-90 60M300 806l-20 60M450 806l40 60M640 806l100 60" />
    <path class="shop-spill" d="M64 774h392l64 130H-20zM518 774h128l80 130H530z" /><path class="shop-kerb" d="M-400 768H1120v6H-400z" />
    <path class="shop-cat" d="M468 768c-2-16 3-26 9-31l-2-15 8 6h7l8-6-1 16c6 6 9 17 6 30h10c5 0 7-4 6-9h5c2 9-3 15-11 15h-40c-5 0-6-2-5-6z" transform="translate(-58 -2)" />
  `
}
