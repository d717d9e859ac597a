import { type ComponentChildren, html } from '../../../html'
import { Button } from '../../../parts/controls/button'
import { Switch } from '../../../parts/controls/field'
import { SegmentedControl } from '../../../parts/controls/segmented'
import { Dialog } from '../../../parts/dialogs/dialog'
import type { Views } from '../layout/use-views'
import { LEAST_BRIGHTNESS } from '../layout/views'
import type { ReadingNow } from '../use-reading'

export type ViewSheetProps = {
  views: Views
  double: boolean
  pairs: ReadingNow['pairs']
  onHelp: () => void
  onClose: () => void
}

type Choice = readonly [value: string, label: string]

const MODES: readonly Choice[] = [
  ['auto', 'Auto'],
  ['single', 'Single'],
  ['double', 'Double'],
  ['strip', 'Strip'],
]
const DIRECTIONS: readonly Choice[] = [
  ['ltr', 'Left to right'],
  ['rtl', 'Right to left'],
  ['down', 'Down'],
]
const FITS: readonly Choice[] = [
  ['smart', 'Smart'],
  ['width', 'Width'],
  ['height', 'Height'],
  ['original', 'Original'],
]
const GROUNDS: readonly Choice[] = [
  ['black', 'Black'],
  ['dark', 'Dark'],
  ['paper', 'Paper'],
  ['white', 'White'],
]
const INKS: readonly Choice[] = [
  ['printed', 'As printed'],
  ['grey', 'Grey'],
  ['sepia', 'Sepia'],
]
const QUALITIES: readonly Choice[] = [
  ['auto', 'Auto'],
  ['original', 'Original'],
  ['smaller', 'Smaller'],
]

/** The view settings: first those of the series, then those of this screen. */
export function ViewSheet({ views, double, pairs, onHelp, onClose }: ViewSheetProps) {
  const { series, device, setSeries, setDevice, resetSeries } = views
  const of = (choices: readonly Choice[]) => choices.map(([value, label]) => ({ value, label }))
  const one = (label: string, value: string, choices: readonly Choice[], onChange: (value: never) => void) =>
    html`<${Row} label=${label}><${SegmentedControl} label=${label} value=${value} choices=${of(choices)} onChange=${onChange} /><//>`
  const strip = series.mode === 'strip'
  return html`
    <${Dialog} open kind="sheet" title="How it is shown" onClose=${onClose}>
      <div class="reader-view">
        <h3>This series</h3>
        ${one('Pages', series.mode, MODES, (mode) => setSeries({ mode }))}
        ${series.mode === 'double' && !double && !device.guided && html`<p class="reader-hint">There is room for two pages when you hold it on its side.</p>`}
        ${!strip && one('Reading', series.direction, DIRECTIONS, (direction) => setSeries({ direction }))}
        ${
          strip &&
          html`
            <${Row} label="Space between pages">
              <${Switch}
                label="Space between pages"
                unlabelled
                on=${series.gap}
                onChange=${(gap: boolean) => setSeries({ gap })}
              />
            <//>
          `
        }
        ${one('Size', series.fit, FITS, (fit) => setSeries({ fit }))}
        ${
          double &&
          html`
            <${Row} label="Cover alone" hint="Change it when the pairs are off by a page.">
              <${Switch}
                label="Cover alone"
                unlabelled
                on=${series.firstAlone}
                onChange=${(firstAlone: boolean) => setSeries({ firstAlone })}
              />
            <//>
          `
        }
        ${
          double &&
          pairs.start > 0 &&
          html`
            <${Row} label="Move the pairs by one page" hint="From the last double-page picture on, in this issue.">
              <${Switch}
                label="Move the pairs by one page"
                unlabelled
                on=${pairs.pages.includes(pairs.start)}
                onChange=${() => pairs.toggle(pairs.start)}
              />
            <//>
          `
        }
        ${
          resetSeries &&
          html`<div class="reader-view-foot"><${Button} kind="quiet" icon="undo" onClick=${resetSeries}>Reset to default<//></div>`
        }
        <h3>This screen</h3>
        <${Brightness} value=${device.brightness} onChange=${(brightness: number) => setDevice({ brightness })} />
        ${one('Background', device.ground, GROUNDS, (ground) => setDevice({ ground }))}
        ${one('Colour', device.ink, INKS, (ink) => setDevice({ ink }))}
        ${one('Pictures', device.quality, QUALITIES, (quality) => setDevice({ quality }))}
        ${!strip && html`<${PageSwitches} device=${device} setDevice=${setDevice} />`}
        <${Row} label="One hand" hint="The lower third turns to the next page, the sides above it turn back.">
          <${Switch}
            label="One hand"
            unlabelled
            on=${device.oneHand}
            onChange=${(oneHand: boolean) => setDevice({ oneHand })}
          />
        <//>
        <div class="reader-view-foot"><${Button} kind="quiet" icon="keyboard" onClick=${onHelp}>Keys and taps<//></div>
      </div>
    <//>
  `
}

const SWITCHES = [
  ['guided', 'Panel by panel', 'Pages without clear panels are shown whole.'],
  ['crop', 'Crop margins', 'Hides the empty borders of scans.'],
  ['split', 'Split wide pages', 'Shows one half at a time on an upright phone.'],
] as const

function PageSwitches({ device, setDevice }: Pick<Views, 'device' | 'setDevice'>) {
  return SWITCHES.map(
    ([key, label, hint]) => html`
      <${Row} key=${key} label=${label} hint=${hint}>
        <${Switch} label=${label} unlabelled on=${device[key]} onChange=${(on: boolean) => setDevice({ [key]: on })} />
      <//>
    `,
  )
}

function Row({ label, hint, children }: { label: string; hint?: string; children?: ComponentChildren }) {
  return html`
    <div class="reader-row">
      <div><span>${label}</span>${hint && html`<small>${hint}</small>`}</div>
      ${children}
    </div>
  `
}

function Brightness({ value, onChange }: { value: number; onChange: (value: number) => void }) {
  const change = (event: Event) => onChange((event.currentTarget as HTMLInputElement).valueAsNumber / 100)
  return html`
    <label class="reader-row">
      <span>Brightness</span>
      <input class="reader-range" type="range" min=${LEAST_BRIGHTNESS * 100} max="100" step="5" value=${Math.round(value * 100)} onInput=${change} />
    </label>
  `
}
