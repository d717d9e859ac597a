import type { Config } from '../../api/contract'
import { useQuery } from '../../api/query'
import { html } from '../../html'
import { Mark } from '../../parts/mark'
import type { Section } from './setting'

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
        words: 'version health status',
        control: html`<${Health} />`,
      },
    ],
  }
}

function Health() {
  const { data, error } = useQuery('GET /api/health')
  if (error)
    return html`<${Mark} state="attention" word=${error.status === 0 ? 'Not answering' : 'Database not answering'} />`
  return data ? html`<${Mark} state="have" word="Running well" />` : null
}
