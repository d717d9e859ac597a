import { useHealth } from '../../../api/health'
import type { OptionForm } from '../../../forms/option-form'
import type { Section } from '../../../forms/setting'
import { html } from '../../../html'
import { HealthMark } from '../../../parts/status/health-mark'

export function aboutSection(form: OptionForm): Section {
  return {
    key: 'about',
    title: 'About',
    settings: [
      {
        key: 'version',
        label: `Panelkeep ${form.config.version ?? ''}`.trim(),
        about: 'Keeps your comics and manga on your own machine. It connects only to services that you switch on.',
        terms: 'version health status',
        control: html`<${HowItIs} />`,
      },
      ...form.rows('check_github_interval', 'update_feed'),
    ],
  }
}

function HowItIs() {
  const health = useHealth()
  return health ? html`<a href="/system"><${HealthMark} health=${health} /></a>` : null
}
