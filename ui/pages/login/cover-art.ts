import { html, type VNode } from '../../html'

/** Invented covers for the drawing of a shop window, each in a box of 60 by 90. */
const art: readonly (() => VNode)[] = [
  () => html`
    <path class="p-red" d="M0 0h60v90H0z" /><circle class="p-paper" cx="38" cy="36" r="19" />
    <path class="p-ink" d="M0 90V66l14-12 11 9 13-16 22 20v23z" /><path class="p-paper" d="M6 7h26v5H6zM6 15h16v3H6z" />
  `,
  () => html`
    <path class="p-yellow" d="M0 0h60v90H0z" />
    <path class="p-blue" d="M30 22l6 14 15-5-8 13 14 8-16 3 3 16-12-10-11 12 1-16-16-1 13-9-9-13 15 3z" />
    <path class="p-ink" d="M7 6h46v8H7zM18 82h24v3H18z" />
  `,
  () => html`
    <path class="p-teal" d="M0 0h60v90H0z" /><path class="p-paper" d="M4 50c14-24 38-24 52 0-14 24-38 24-52 0z" />
    <circle class="p-red" cx="30" cy="50" r="13" /><circle class="p-ink" cx="30" cy="50" r="6" />
    <path class="p-paper" d="M7 7h32v5H7z" /><path class="p-ink" d="M7 80h14v3H7z" />
  `,
  () => html`
    <path class="p-blue" d="M0 0h60v90H0z" /><path class="p-paper" d="M30 20c11 11 12 26 8 40H22c-4-14-3-29 8-40z" />
    <path class="p-red" d="M22 50l-9 14 9-2zM38 50l9 14-9-2z" /><path class="p-yellow" d="M26 62h8l-4 17z" />
    <circle class="p-blue" cx="30" cy="41" r="5" /><path class="p-paper" d="M9 7h42v5H9zM8 26h2v2H8zM49 32h2v2h-2zM10 74h2v2h-2zM50 76h2v2h-2z" />
  `,
  () => html`
    <path class="p-ink" d="M0 0h60v90H0z" /><circle class="p-yellow" cx="30" cy="40" r="20" />
    <path class="p-ink" d="M20 62V42l-1-10 7 5h8l7-5-1 10v20z" /><path class="p-ink" d="M0 62h60v28H0z" />
    <path class="p-yellow" d="M25 43h3v3h-3zM32 43h3v3h-3z" /><path class="p-paper" d="M7 71h46v4H7zM7 79h24v3H7z" />
  `,
  () => html`
    <path class="p-violet" d="M0 0h60v90H0z" /><path class="p-yellow" d="M38 14L14 52h14l-7 27 27-41H33z" />
    <path class="p-paper" d="M7 6h30v5H7z" /><path class="p-ink" d="M38 82h15v3H38z" />
  `,
  () => html`
    <path class="p-paper" d="M0 0h60v90H0z" /><path class="p-red" d="M6 18h22v32H6z" /><path class="p-yellow" d="M32 18h22v14H32z" />
    <path class="p-blue" d="M32 36h22v48H32z" /><path class="p-teal" d="M6 54h22v30H6z" /><path class="p-ink" d="M6 6h38v7H6z" />
  `,
  () => html`
    <path class="p-red" d="M0 0h60v90H0z" /><path class="p-yellow" d="M0 0h60v34L0 58z" />
    <path class="p-ink" d="M0 90V48h12v12h10V38h13v28h8V52h17v38z" />
    <path class="p-yellow" d="M26 44h3v4h-3zM26 52h3v4h-3zM48 58h3v4h-3zM4 54h3v4H4zM48 68h3v4h-3z" /><path class="p-ink" d="M7 7h34v6H7z" />
  `,
  () => html`
    <path class="p-paper" d="M0 0h60v90H0z" /><circle class="p-red" cx="30" cy="34" r="17" />
    <path class="p-ink" d="M0 60c14-14 20 4 32-5 10-7 18-6 28 2v33H0z" /><path class="p-paper" d="M6 70c12-7 18 3 28-2 8-4 14-3 20 0v3c-8-3-12-3-20 1-10 5-17-3-28 2z" />
    <path class="p-ink" d="M50 6h4v22h-4z" />
  `,
  () => html`
    <path class="p-teal" d="M0 0h60v90H0z" /><path class="p-ink" d="M30 90V58c-14 0-18-10-16-19 6-18 26-18 32 0 2 9-2 19-16 19z" />
    <path class="p-yellow" d="M20 42h7v5h-7zM33 42h7v5h-7z" /><path class="p-paper" d="M9 7h42v6H9zM16 16h28v3H16z" />
  `,
]

/** A cover at `x`, `y`, `wide` units wide. */
export function coverAt(which: number, x: number, y: number, wide: number): VNode {
  const draw = art[which % art.length] as () => VNode
  return html`
    <g transform=${`translate(${x} ${y}) scale(${wide / 60})`}>
      <path class="p-shade" d="M3 4h60v90H3z" />${draw()}<path class="p-gloss" d="M0 0h4v90H0z" />
    </g>
  `
}
