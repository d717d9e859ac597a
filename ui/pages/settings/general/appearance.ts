import type { Section } from '../../../forms/setting'
import { html } from '../../../html'
import { SegmentedControl } from '../../../parts/controls/segmented'
import { chooseTheme, type Theme, theme } from '../../../state/theme'

const CHOICES = [
  { value: 'system', label: 'System', icon: 'monitor' },
  { value: 'light', label: 'Light', icon: 'sun' },
  { value: 'dark', label: 'Dark', icon: 'moon' },
]

export function appearanceSection(): Section {
  const control = html`<${SegmentedControl} label="Theme" value=${theme.value} choices=${CHOICES} onChange=${(choice: string) => chooseTheme(choice as Theme)} />`
  return {
    key: 'appearance',
    title: 'Appearance',
    settings: [
      {
        key: 'theme',
        manager: true,
        label: 'Theme',
        about: 'Light or dark pages. Kept in this browser only.',
        standard: theme.value === 'system' ? undefined : 'system',
        terms: 'dark light mode colour color',
        control,
      },
    ],
  }
}
