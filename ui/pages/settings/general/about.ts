import type { Config } from '../../../api/contract'
import { useHealth } from '../../../api/health'
import type { Section } from '../../../forms/setting'
import { html } from '../../../html'
import { HealthMark } from '../../../parts/status/health-mark'

export function aboutSection(config: Config): Section {
  return {
    key: 'about',
    title: 'About',
    settings: [
      {
        key: 'version',
        label: `Panelkeep ${config.version ?? ''}`.trim(),
        about:
          'Keeps your comics and manga on your own machine. It asks the outside world for nothing you have not switched on.',
        terms: 'version health status',
        control: html`<${HowItIs} />`,
      },
    ],
  }
}

function HowItIs() {
  const health = useHealth()
  return health ? html`<a href="/system"><${HealthMark} health=${health} /></a>` : null
}
